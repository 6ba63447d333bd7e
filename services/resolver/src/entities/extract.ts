import { findCues, findMeasuredCues, withUnmaskedCues, type Cues } from '../cues/find-cues.ts';
import { withoutSlips } from '../slips.ts';
import type { Question } from '../text.ts';
import { windowsOf, wordsOf } from '../words.ts';
import { findAddresses, findBrokenAddresses, findForeignAddresses } from './addresses.ts';
import { findAmounts } from './amounts.ts';
import { findAssets, findCashtags, findLikelyAssets, quoteCoins } from './assets.ts';
import { findCurrencies } from './currencies.ts';
import { findAppIds, findGameLikeNames, findGames, findGamesElsewhere, findMisspeltGames } from './games.ts';
import { findBareNames, findDids, findHandles } from './handles.ts';
import type { Mention } from './mention.ts';
import { findMetrics } from './metrics.ts';
import { findNamedValues } from './named-values.ts';
import { findPairs, type PairMention } from './pairs.ts';
import { findMisspeltVenues, findVenues } from './venues.ts';

/** Everything in a question that a parameter could be filled with, in the order of the text. */
export type Entities = {
  readonly addresses: readonly Mention[];
  /** Other networks' addresses, and signatures. */
  readonly foreignAddresses: readonly Mention[];
  /** Addresses cut short or mistyped. */
  readonly brokenAddresses: readonly Mention[];
  readonly handles: readonly Mention[];
  readonly dids: readonly Mention[];
  /** `@name` without a domain. */
  readonly bareNames: readonly Mention[];
  readonly pairs: readonly PairMention[];
  /** Pairs of currencies or of metals, which are no assets here. */
  readonly moneyPairs: readonly PairMention[];
  readonly assets: readonly Mention[];
  readonly currencies: readonly Mention[];
  readonly venues: readonly Mention[];
  readonly games: readonly Mention[];
  readonly gamesElsewhere: readonly Mention[];
  readonly gameLikeNames: readonly Mention[];
  readonly appIds: readonly Mention[];
  readonly metrics: readonly Mention[];
  readonly amounts: readonly Mention[];
};

/** A question read: its entities, its hints, and what programs name outright. */
export type Reading = {
  readonly question: Question;
  readonly entities: Entities;
  readonly cues: Cues;
  readonly named: ReadonlyMap<string, string>;
  /** The folded text with entities blanked, and where it is read in part, what stands before the part; it ends with that. */
  readonly masked: string;
};

/** Reads a question. Never throws, whatever the text. */
export function read(question: Question): Reading {
  const { text, folded } = question;
  const words = wordsOf(folded);
  const windows = windowsOf(folded, words);
  const rawCues = findMeasuredCues(folded, withoutSlips(words));
  const aboutMoney = asksPrice(rawCues, folded) || rawCues.has('funding') || rawCues.has('spot');
  const taken = new Uint8Array(text.length);

  const dids = findDids(text, taken);
  const appIds = findAppIds(folded, taken);
  const handles = findHandles(text, taken);
  const addresses = findAddresses(text, taken);
  const foreignAddresses = findForeignAddresses(text, taken);
  const brokenAddresses = findBrokenAddresses(text, taken);
  const bareNames = findBareNames(text, taken);
  const pairs = findPairs(text, taken);
  const cashtags = findCashtags(text, taken);
  const games = findGames(folded, windows, taken, rawCues.has('players') && !aboutMoney);
  const gamesElsewhere = findGamesElsewhere(folded, windows, taken);
  const venues = findVenues(folded, windows, taken);
  const beforeAssets = taken.slice();
  const assetsFound = findAssets(text, folded, windows, taken);
  const assets = keepMeantAssets(assetsFound, [...moneySpans(rawCues), ...venues], folded, words.length);
  taken.set(beforeAssets);
  for (const { start, end } of assets) {
    taken.fill(1, start, end);
  }
  const currencies = findCurrencies(text, folded, windows, taken);
  const likelyVenues = findMisspeltVenues(windows, taken);
  const likelyAssets =
    rawCues.has('players') && !aboutMoney
      ? []
      : findLikelyAssets(folded, windows, taken, rawCues.has('price') || aboutMoney);
  const likelyGames = rawCues.has('players') ? findMisspeltGames(windows, taken) : [];
  const masked = blank(folded, taken);
  const maskedWords = withoutSlips(wordsOf(masked));
  return {
    question,
    cues: withUnmaskedCues(findCues(masked, maskedWords), folded),
    named: findNamedValues(text),
    masked,
    entities: {
      addresses,
      foreignAddresses,
      brokenAddresses,
      handles,
      dids,
      bareNames,
      pairs: pairs.filter(({ money }) => !money),
      moneyPairs: pairs.filter(({ money }) => money),
      assets: inOrder([...cashtags, ...assets, ...likelyAssets]),
      currencies,
      venues: inOrder([...venues, ...likelyVenues]),
      games: inOrder([...games, ...likelyGames]),
      gamesElsewhere,
      gameLikeNames: rawCues.has('players') ? findGameLikeNames(text, taken) : [],
      appIds,
      metrics: findMetrics(masked, maskedWords),
      amounts: findAmounts(text, taken),
    },
  };
}

type Span = { readonly start: number; readonly end: number };

function moneySpans(cues: Cues): readonly Span[] {
  return [...(cues.get('price') ?? []), ...(cues.get('funding') ?? []), ...(cues.get('spot') ?? [])];
}

/** Words for a quantity of anything, players among it, though most often of money. */
const quantityWords = new Set(
  'how much,hw much,combien,cuanto,quanto,wie viel,wieviel,сколько,ne kadar,얼마,いくら'.split(','),
);

function asksPrice(cues: Cues, folded: string): boolean {
  return (cues.get('price') ?? []).some(({ start, end }) => !quantityWords.has(folded.slice(start, end)));
}

/** The part of a reading between two places of the text; hints and entities that lie outside are left out. */
export function within(reading: Reading, start: number, end: number): Reading {
  const inside = (span: { readonly start: number; readonly end: number }): boolean =>
    span.start >= start && span.end <= end;
  const { entities, cues, masked } = reading;
  return {
    ...reading,
    masked: ' '.repeat(start) + masked.slice(start, end),
    cues: new Map(
      [...cues].map(([kind, spans]) => [kind, spans.filter(inside)] as const).filter(([, spans]) => spans.length > 0),
    ),
    entities: {
      addresses: entities.addresses.filter(inside),
      foreignAddresses: entities.foreignAddresses.filter(inside),
      brokenAddresses: entities.brokenAddresses.filter(inside),
      handles: entities.handles.filter(inside),
      dids: entities.dids.filter(inside),
      bareNames: entities.bareNames.filter(inside),
      pairs: entities.pairs.filter(inside),
      moneyPairs: entities.moneyPairs.filter(inside),
      assets: entities.assets.filter(inside),
      currencies: entities.currencies.filter(inside),
      venues: entities.venues.filter(inside),
      games: entities.games.filter(inside),
      gamesElsewhere: entities.gamesElsewhere.filter(inside),
      gameLikeNames: entities.gameLikeNames.filter(inside),
      appIds: entities.appIds.filter(inside),
      metrics: entities.metrics.filter(inside),
      amounts: entities.amounts.filter(inside),
    },
  };
}

/**
 * Everyday words count as assets only beside a word for a price or an exchange (or in a question of hardly anything else), and
 * where another asset is certain, only before a coin that they may be quoted in.
 */
function keepMeantAssets(
  found: readonly Mention[],
  near: readonly Span[],
  folded: string,
  wordCount: number,
): readonly Mention[] {
  const everyday = found.filter(({ strength }) => strength === 'everyday');
  const certain = found.filter(({ strength }) => strength !== 'everyday');
  if (everyday.length === 0) {
    return found;
  }
  const short = wordCount <= 3;
  const meant = everyday.filter(
    (mention) =>
      (short && mention.end - mention.start >= 3) ||
      near.some(
        (cue) =>
          (cue.start < mention.start && mention.end < cue.end) ||
          (wordsBetween(folded, cue, mention) <= 3 && (cue.end <= mention.start || mention.end <= cue.start)),
      ),
  );
  if (certain.length === 0) {
    return meant;
  }
  const quoted = meant.filter((mention) =>
    certain.every(({ value, start }) => quoteCoins.has(value) && mention.end <= start && start - mention.end <= 12),
  );
  return inOrder(
    [...quoted, ...certain].map((mention) => (quoted.length > 0 ? { ...mention, strength: 'sure' as const } : mention)),
  );
}

function wordsBetween(folded: string, a: { start: number; end: number }, b: { start: number; end: number }): number {
  const between = folded.slice(Math.min(a.end, b.end), Math.max(a.start, b.start));
  return /[.!?\n。？！]/.test(between) ? Number.POSITIVE_INFINITY : wordsOf(between).length;
}

function inOrder(mentions: readonly Mention[]): Mention[] {
  return mentions.toSorted((a, b) => a.start - b.start);
}

function blank(folded: string, taken: Uint8Array): string {
  let text = '';
  let from = 0;
  while (from < folded.length) {
    const free = taken[from] === 0;
    let to = from + 1;
    while (to < folded.length && (taken[to] === 0) === free) {
      to += 1;
    }
    text += free ? folded.slice(from, to) : ' '.repeat(to - from);
    from = to;
  }
  return text;
}
