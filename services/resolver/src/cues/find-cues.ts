import { phraseFinder } from '../phrases.ts';
import { otherMarketWords, otherPlatformWords } from './elsewhere.ts';
import { adviceWords, explanationWords, tellingWords } from './intent.ts';
import {
  accountMetricWords,
  assetMetricWords,
  derivativeWords,
  fundingWords,
  gameMetricWords,
  otherMetricWords,
  playerWords,
  priceWords,
  spotWords,
} from './measures.ts';
import { futureWords, nowWords, pastWords, yearPattern } from './time.ts';

const lists = {
  past: pastWords,
  future: futureWords,
  now: nowWords,
  advice: adviceWords,
  explanation: explanationWords,
  telling: tellingWords,
  price: priceWords,
  spot: spotWords,
  funding: fundingWords,
  derivative: derivativeWords,
  players: playerWords,
  assetMetric: assetMetricWords,
  accountMetric: accountMetricWords,
  gameMetric: gameMetricWords,
  otherMetric: otherMetricWords,
  platform: otherPlatformWords,
  market: otherMarketWords,
} as const;

const findPhrases = phraseFinder(lists);

/** A kind of hint that words give about what is asked. */
export type Cue = keyof typeof lists | 'year';

/** The kinds, in a fixed order. */
export const cueKinds = [...(Object.keys(lists) as Cue[]), 'year'] as readonly Cue[];

/** Where the words of each kind stand in a text; kinds that do not occur are absent. */
export type Cues = ReadonlyMap<Cue, readonly { readonly start: number; readonly end: number }[]>;

/** Kinds whose phrases name what is measured, and so lend their words to no other kind. */
const measured = new Set<Cue>(['price', 'spot', 'funding', 'players']);

/**
 * Finds the hints in folded text, in which entities should have been blanked so that a name is no hint. Words inside a
 * longer phrase hint at nothing by themselves: a "funding fee" is no fee.
 */
export function findCues(folded: string): Cues {
  const found = new Map<Cue, { start: number; end: number }[]>();
  const add = (kind: Cue, start: number, end: number): void => {
    const spans = found.get(kind);
    if (spans === undefined) {
      found.set(kind, [{ start, end }]);
    } else {
      spans.push({ start, end });
    }
  };
  const spans = findPhrases(folded);
  for (const { kind, start, end } of spans) {
    if (!spans.some((other) => measured.has(other.kind) && covers(other, { start, end }))) {
      add(kind, start, end);
    }
  }
  for (const match of folded.matchAll(yearPattern)) {
    add('year', match.index, match.index + match[0].length);
  }
  return found;
}

type Span = { readonly start: number; readonly end: number };

function covers(outer: Span, inner: Span): boolean {
  return outer.start <= inner.start && outer.end >= inner.end && outer.end - outer.start > inner.end - inner.start;
}
