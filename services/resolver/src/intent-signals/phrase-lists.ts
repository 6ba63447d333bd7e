import { dataRows } from '../data-files.ts';

const file = 'services/resolver/data/intent-signals.tsv';

/**
 * The kinds of intent signals that have a list of phrases in `data/intent-signals.tsv`. Their order is the order of the
 * model's features, so do not change it.
 */
export const phraseKinds = [
  'past',
  'occasion',
  'did',
  'future',
  'later',
  'now',
  'advice',
  'doubt',
  'explanation',
  'making',
  'definition',
  'telling',
  'price',
  'spot',
  'funding',
  'derivative',
  'players',
  'assetMetric',
  'accountMetric',
  'gameMetric',
  'otherMetric',
  'platform',
  'countedPlatform',
  'market',
  'risk',
  'sign',
  'pool',
  'swap',
  'owner',
  'tokenAccount',
  'kind',
  'action',
  'chainMetric',
  'chainPrice',
] as const;

/** A kind of intent signal that has a list of phrases. */
export type PhraseKind = (typeof phraseKinds)[number];

/** The phrases of each kind, from `data/intent-signals.tsv`. */
export const phraseLists: Readonly<Record<PhraseKind, readonly string[]>> = readLists();

/** Reads the file with the phrases. Throws when the file has an unknown kind, and when a kind has no phrases. */
function readLists(): Record<PhraseKind, readonly string[]> {
  const rows = dataRows('intent-signals.tsv');
  const unknown = rows.find(([kind]) => !phraseKinds.some((known) => known === kind));
  if (unknown !== undefined) {
    throw new Error(`${file}: "${unknown[0]}" must be one of ${phraseKinds.join(', ')}`);
  }
  const lists = phraseKinds.map((kind): [PhraseKind, readonly string[]] => [
    kind,
    rows.filter(([name]) => name === kind).flatMap(([, phrases]) => phrases.split(', ')),
  ]);
  const empty = lists.filter(([, phrases]) => phrases.length === 0).map(([kind]) => kind);
  if (empty.length > 0) {
    throw new Error(`${file} has no phrases for ${empty.join(', ')}`);
  }
  return Object.fromEntries(lists) as Record<PhraseKind, readonly string[]>;
}
