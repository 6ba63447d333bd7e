import type { Entities, ParsedQuestion } from '@assay/resolver/entities/parse-question';

/** A part of a question's text, and the kind of entity that the part names. An empty kind means ordinary text. */
export type MarkedText = { readonly text: string; readonly kind: string };

/** Kinds of entities whose text means nothing to an encoder, such as addresses. A single mark replaces the text. */
const opaqueKinds: ReadonlySet<string> = new Set([
  'addresses',
  'foreignAddresses',
  'brokenAddresses',
  'handles',
  'dids',
]);

const markedKinds = [
  'addresses',
  'foreignAddresses',
  'brokenAddresses',
  'handles',
  'dids',
  'bareNames',
  'pairs',
  'moneyPairs',
  'assets',
  'doubtfulAssets',
  'currencies',
  'venues',
  'games',
  'doubtfulGames',
  'gamesElsewhere',
  'appIds',
  'gameLikeNames',
  'amounts',
] as const satisfies readonly (keyof Entities)[];

/**
 * Splits a question, in lower case, into parts, each with the kind of its entity. An encoder reads the words and learns
 * a vector for each kind. Addresses and handles get an empty text.
 */
export function markedText({ question: { text }, entities }: ParsedQuestion): MarkedText[] {
  const marks = markedKinds
    .flatMap((kind) => entities[kind].map(({ start, end }) => ({ kind, start, end })))
    .toSorted((a, b) => a.start - b.start || b.end - a.end);
  const runs: MarkedText[] = [];
  let from = 0;
  for (const { kind, start, end } of marks) {
    if (start >= from) {
      runs.push({ text: text.slice(from, start).toLowerCase(), kind: '' });
      runs.push({ text: opaqueKinds.has(kind) ? '' : text.slice(start, end).toLowerCase(), kind });
      from = end;
    }
  }
  runs.push({ text: text.slice(from).toLowerCase(), kind: '' });
  return runs.filter((run) => run.text !== '' || run.kind !== '');
}
