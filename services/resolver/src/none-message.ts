import type { Catalog } from '@assay/catalog/catalog';
import { requiredParams, type DataType } from '@assay/catalog/define';
import type { NoneReason, Resolution } from './model.ts';

const reasons: Readonly<Record<NoneReason, string>> = {
  past: 'data feeds give current values, not past ones',
  future: 'data feeds give current values, not forecasts',
  advice: 'data feeds give values, not advice or opinions',
  explanation: 'data feeds give values, not explanations',
  capacity: 'Assay counts who plays now, not how many can play together',
  balance: 'no data type measures what a wallet or a person owns',
  other_metric: 'no data type measures this quantity',
  other_platform: 'no data type covers this platform',
  other_market: 'no data type covers this market',
  other_network: 'no data type covers addresses and transactions of this network',
  order: 'a question cannot state its own answer; ask for a value',
  action: 'Assay measures values and performs no actions',
  several: 'a question can ask for one value only; ask for each value separately',
  unknown_subject: 'the question does not say whose value it asks for',
  unlike_anything: 'no data type is similar to the question',
};
const nearButDifferent = 'no data type measures exactly this';

/**
 * Returns the message to the caller for the outcome `none`: the reason, and what Assay can answer instead. This is the
 * nearest data type with the parameters that the question lacks. If no type is near, the message lists every data type.
 */
export function noneMessage(resolution: Resolution, catalog: Catalog): string {
  const nearest = resolution.nearest === undefined ? undefined : catalog.get(resolution.nearest);
  const because = resolution.because ?? 'unlike_anything';
  const reason = because === 'unlike_anything' && nearest !== undefined ? nearButDifferent : reasons[because];
  const instead =
    nearest === undefined
      ? `Assay can answer ${[...catalog.keys()].join(', ')}; GET /v1/types describes them.`
      : `The nearest type that Assay can answer is ${nearest.id}${needs(nearest, resolution.nearestLacks)}: ${firstSentence(nearest)}`;
  return `No source measures this; Assay answers from data feeds and never from general knowledge (${reason}). ${instead}`;
}

/**
 * Returns the first sentence of a type's description, which says what the type answers. The later sentences are about
 * levels.
 */
function firstSentence({ description }: DataType): string {
  return description.replace(/(?<=\.) .*$/s, '');
}

/**
 * Returns the names of the parameters that a caller must give for a type. The names of the parameters that the question
 * lacks follow in brackets.
 */
function needs(type: DataType, lacking: readonly string[] = []): string {
  const names = requiredParams(type).filter((name) => !type.inferredParams.includes(name));
  if (names.length === 0) {
    return '';
  }
  const lacks = lacking.length === 0 ? '' : `, and the question lacks ${lacking.join(', ')}`;
  return ` (it needs ${names.join(', ')}${lacks})`;
}
