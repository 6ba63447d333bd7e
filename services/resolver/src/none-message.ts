import type { Catalog } from '@assay/catalog/catalog';
import type { NoneReason, Resolution } from './model.ts';

const reasons: Readonly<Record<NoneReason, string>> = {
  past: 'feeds say how things stand now, not how they stood',
  future: 'feeds say how things stand now, not how they will',
  advice: 'feeds measure, and do not advise',
  explanation: 'feeds measure, and do not explain',
  other_metric: 'this quantity is not among those measured',
  other_platform: 'this platform is not among those measured',
  other_market: 'this market is not among those measured',
  other_network: 'addresses and transactions of this network are not among those measured',
  order: 'a question asks, and cannot say what its answer is to be',
  action: "feeds measure, and do nothing on anybody's behalf",
  several: 'one question can ask for one thing only',
  unknown_subject: 'it is not clear whose number is asked for',
  unlike_anything: 'nothing like it is measured',
};

/** What a caller is told when nothing measures a question: why, and which type comes near, if one does. */
export function noneMessage(resolution: Resolution, catalog: Catalog): string {
  const nearest = resolution.nearest === undefined ? undefined : catalog.get(resolution.nearest);
  const hint = nearest === undefined ? '' : ` The nearest type is ${nearest.id}: ${nearest.description}`;
  const reason = reasons[resolution.because ?? 'unlike_anything'];
  return `No source measures this; Assay answers from data feeds and never from general knowledge (${reason}).${hint}`;
}
