import { inEnglish } from '../dictionary/dictionary.ts';
import { dictionary } from '../dictionary/languages.ts';
import { createPhraseFinder, type PhraseSpan } from '../phrase-finder.ts';
import type { Word } from '../words.ts';
import { matchesOf } from '../matches.ts';
import { yearPattern } from './dates.ts';
import { commandPattern, orderPattern } from './orders.ts';
import { otherNetworkPattern } from './other-networks.ts';
import { phraseKinds, phraseLists, type PhraseKind } from './phrase-lists.ts';

const findPhrases = createPhraseFinder(phraseLists);
const { price, spot, funding, players } = phraseLists;
const findQuantityPhrases = createPhraseFinder({ price, spot, funding, players });

/**
 * A kind of intent signal: words that show what a question asks for. The features of the trained model are hashes of
 * these names, so renaming one changes the model.
 */
export type IntentSignal = PhraseKind | 'year' | 'order' | 'command' | 'otherNetwork';

/** All kinds, in a fixed order. */
export const intentSignalKinds = [
  ...phraseKinds,
  'year',
  'order',
  'command',
  'otherNetwork',
] as readonly IntentSignal[];

/** The positions of each kind's words in a text. A kind without words is absent. */
export type IntentSignals = ReadonlyMap<IntentSignal, readonly { readonly start: number; readonly end: number }[]>;

/** Kinds whose phrases name a measured quantity. A word inside such a phrase is not a signal of another kind. */
const measured: ReadonlySet<IntentSignal> = new Set(['price', 'spot', 'funding', 'players']);

/**
 * Maximum length of a phrase for a measured quantity that hides the signals inside it. A longer match also contains
 * words that are not part of the quantity, as in "how many likes does it get per".
 */
const maxLendingLength = 24;

/**
 * Finds only the signals of measured quantities. They help to recognise entities, so they are needed before entities
 * are masked.
 */
export function findQuantitySignals(folded: string, words: readonly Word[]): IntentSignals {
  return byKind(findQuantityPhrases(folded, words));
}

/**
 * Finds the signals in folded text, both in the original words and in their English translations. Entities must be
 * masked before, so that no name counts as a signal. Words inside the phrase of a measured quantity are no signals: a
 * "funding fee", for example, is not a signal for fees.
 */
export function findIntentSignals(folded: string, words: readonly Word[]): IntentSignals {
  const english = inEnglish(words, dictionary);
  const spans = findPhrases(folded, words);
  const found = byKind<IntentSignal>(
    english === words ? spans : withoutRepeats([...spans, ...findPhrases(folded, english)]),
  );
  const years = spansOf(yearPattern, folded);
  return years.length === 0 ? found : found.set('year', years);
}

function withoutRepeats<Kind extends string>(spans: readonly PhraseSpan<Kind>[]): PhraseSpan<Kind>[] {
  const sorted = spans.toSorted((a, b) => a.start - b.start);
  return sorted.filter(
    ({ kind, start, end }, at) =>
      sorted.findIndex((other) => other.kind === kind && other.start === start && other.end === end) === at,
  );
}

function byKind<Kind extends IntentSignal>(spans: readonly PhraseSpan<Kind>[]): Map<IntentSignal, Span[]> {
  const found = new Map<IntentSignal, Span[]>();
  const outer = spans.filter(({ kind, start, end }) => measured.has(kind) && end - start <= maxLendingLength);
  for (const { kind, start, end } of spans) {
    if (!outer.some((other) => covers(other, { start, end }))) {
      found.set(kind, [...(found.get(kind) ?? []), { start, end }]);
    }
  }
  return found;
}

function spansOf(pattern: RegExp, folded: string): Span[] {
  return matchesOf(pattern, folded).map(({ index, 0: text }) => ({ start: index, end: index + text.length }));
}

/** Adds the signals that need the text with unmasked entities: orders, commands and other networks ("on Ethereum"). */
export function withUnmaskedSignals(signals: IntentSignals, folded: string): IntentSignals {
  const found = new Map(signals);
  for (const [kind, pattern] of [
    ['order', orderPattern],
    ['command', commandPattern],
    ['otherNetwork', otherNetworkPattern],
  ] as const) {
    const spans = spansOf(pattern, folded);
    if (spans.length > 0) {
      found.set(kind, spans);
    }
  }
  return found;
}

type Span = { readonly start: number; readonly end: number };

function covers(outer: Span, inner: Span): boolean {
  return outer.start <= inner.start && outer.end >= inner.end && outer.end - outer.start > inner.end - inner.start;
}
