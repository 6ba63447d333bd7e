import { phraseFinder, type PhraseSpan } from '../phrases.ts';
import type { Word } from '../words.ts';
import {
  actionWords,
  chainMetricWords,
  chainPriceWords,
  kindWords,
  otherNetworkPattern,
  ownerWords,
  poolWords,
  riskWords,
  signWords,
  swapWords,
  tokenAccountWords,
} from './chain.ts';
import { otherMarketWords, otherPlatformWords } from './elsewhere.ts';
import { adviceWords, definitionWords, doubtWords, explanationWords, makingWords, tellingWords } from './intent.ts';
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
import { commandPattern, orderPattern } from './orders.ts';
import { didWords, futureWords, laterWords, nowWords, occasionWords, pastWords, yearPattern } from './time.ts';

const lists = {
  past: pastWords,
  occasion: occasionWords,
  did: didWords,
  future: futureWords,
  later: laterWords,
  now: nowWords,
  advice: adviceWords,
  doubt: doubtWords,
  explanation: explanationWords,
  making: makingWords,
  definition: definitionWords,
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
  risk: riskWords,
  sign: signWords,
  pool: poolWords,
  swap: swapWords,
  owner: ownerWords,
  tokenAccount: tokenAccountWords,
  kind: kindWords,
  action: actionWords,
  chainMetric: chainMetricWords,
  chainPrice: chainPriceWords,
} as const;

const findPhrases = phraseFinder(lists);
const { price, spot, funding, players } = lists;
const findMeasured = phraseFinder({ price, spot, funding, players });

/** A kind of hint that words give about what is asked. */
export type Cue = keyof typeof lists | 'year' | 'order' | 'command' | 'otherNetwork';

/** The kinds, in a fixed order. */
export const cueKinds = [
  ...(Object.keys(lists) as Cue[]),
  'year',
  'order',
  'command',
  'otherNetwork',
] as readonly Cue[];

/** Where the words of each kind stand in a text; kinds that do not occur are absent. */
export type Cues = ReadonlyMap<Cue, readonly { readonly start: number; readonly end: number }[]>;

/** Kinds whose phrases name what is measured, and so lend their words to no other kind. */
const measured: ReadonlySet<Cue> = new Set(['price', 'spot', 'funding', 'players']);

/** A longer span holds words of its own between those of a phrase, as "how many likes does it get per" does. */
const lendingMax = 24;

/** Finds only what is measured, which tells entities apart before they can be blanked. */
export function findMeasuredCues(folded: string, words: readonly Word[]): Cues {
  return byKind(findMeasured(folded, words));
}

/**
 * Finds the hints in folded text, in which entities should have been blanked so that a name is no hint. Words inside a
 * longer phrase hint at nothing by themselves: a "funding fee" is no fee.
 */
export function findCues(folded: string, words: readonly Word[]): Cues {
  const found = byKind<Cue>(findPhrases(folded, words));
  const years = spansOf(yearPattern, folded);
  return years.length === 0 ? found : found.set('year', years);
}

function byKind<Kind extends Cue>(spans: readonly PhraseSpan<Kind>[]): Map<Cue, Span[]> {
  const found = new Map<Cue, Span[]>();
  const outer = spans.filter(({ kind, start, end }) => measured.has(kind) && end - start <= lendingMax);
  for (const { kind, start, end } of spans) {
    if (!outer.some((other) => covers(other, { start, end }))) {
      found.set(kind, [...(found.get(kind) ?? []), { start, end }]);
    }
  }
  return found;
}

function spansOf(pattern: RegExp, folded: string): Span[] {
  return Array.from(folded.matchAll(pattern), ({ index, 0: text }) => ({ start: index, end: index + text.length }));
}

/** Adds the hints that need the text with its entities: "on Ethereum" holds one, and so may an order. */
export function withUnmaskedCues(cues: Cues, folded: string): Cues {
  const found = new Map(cues);
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
