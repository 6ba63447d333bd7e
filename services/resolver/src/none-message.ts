import type { Catalog } from '@assay/catalog/catalog';
import { requiredParams, type DataType } from '@assay/catalog/define';
import type { NoneReason, Resolution } from './model.ts';

const reasons: Readonly<Record<NoneReason, string>> = {
  past: 'data feeds give current values, not past ones',
  future: 'data feeds give current values, not forecasts',
  advice: 'data feeds give values, not advice',
  explanation: 'data feeds give values, not explanations',
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

/** Returns the message to the caller for the outcome `none`: the reason, and the nearest data type if any is near. */
export function noneMessage(resolution: Resolution, catalog: Catalog): string {
  const nearest = resolution.nearest === undefined ? undefined : catalog.get(resolution.nearest);
  const hint =
    nearest === undefined ? '' : ` The nearest type is ${nearest.id}${needs(nearest)}: ${nearest.description}`;
  const reason = reasons[resolution.because ?? 'unlike_anything'];
  return `No source measures this; Assay answers from data feeds and never from general knowledge (${reason}).${hint}`;
}

/** Returns the parameters that a caller has to give for a type, in brackets. */
function needs(type: DataType): string {
  const names = requiredParams(type).filter((name) => !type.inferredParams.includes(name));
  return names.length === 0 ? '' : ` (it needs ${names.join(', ')})`;
}
