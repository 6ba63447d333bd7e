import {
  findIntentSignals,
  findQuantitySignals,
  withUnmaskedSignals,
  type IntentSignals,
} from '../intent-signals/find-intent-signals.ts';
import type { Segment } from '../segments.ts';
import { correctTypos } from '../typo-correction.ts';
import { maxQuestionLength, type QuestionText } from '../question-text.ts';
import { windowsOf, wordsOf } from '../words.ts';
import { findAddresses, findBrokenAddresses, findForeignAddresses, mayHaveAddress } from './addresses.ts';
import { findAmounts } from './amounts.ts';
import { findAssets, findCashtags, findLikelyAssets } from './assets.ts';
import { withoutCorrected } from './corrections.ts';
import { findCurrencies } from './currencies.ts';
import { findAppIds, findGameLikeNames, findGames, findGamesElsewhere, findMisspeltGames } from './games.ts';
import { findPositionedGames } from './game-positions.ts';
import { findBareNames, findDids, findHandles } from './handles.ts';
import { freeWords, maskClaimed } from './masking.ts';
import { inOrder, type Mention } from './mention.ts';
import { keepMeantAssets } from './meant-assets.ts';
import { findMetrics } from './metrics.ts';
import { isNameOutline } from './name-index.ts';
import { findNamedValues } from './named-values.ts';
import { findPlatformNames } from './platform-names.ts';
import { findPairs, type PairMention } from './pairs.ts';
import { findMisspeltVenues, findVenues } from './venues.ts';
import { rememberedOn } from '../remembered.ts';

/** The mentions in a question that may fill a parameter, by kind, each list in the order of the text. */
export type Entities = {
  readonly addresses: readonly Mention[];
  /** Addresses of other networks, and signatures. */
  readonly foreignAddresses: readonly Mention[];
  /** Addresses that were cut short or mistyped. */
  readonly brokenAddresses: readonly Mention[];
  readonly handles: readonly Mention[];
  readonly dids: readonly Mention[];
  /** Names of the form `@name`, without a domain. */
  readonly bareNames: readonly Mention[];
  readonly pairs: readonly PairMention[];
  /** Pairs of currencies or metals, whose price no data type gives. */
  readonly moneyPairs: readonly PairMention[];
  readonly assets: readonly Mention[];
  /**
   * Everyday words that are also names of assets, if nothing else in the question shows that an asset is meant: "sol
   * kitne ka hai".
   */
  readonly doubtfulAssets: readonly Mention[];
  readonly currencies: readonly Mention[];
  readonly venues: readonly Mention[];
  readonly games: readonly Mention[];
  /** Everyday words that are also names of games, if nothing else in the question shows that a game is meant. */
  readonly doubtfulGames: readonly Mention[];
  readonly gamesElsewhere: readonly Mention[];
  readonly gameLikeNames: readonly Mention[];
  readonly appIds: readonly Mention[];
  readonly metrics: readonly Mention[];
  readonly amounts: readonly Mention[];
};

/** A parsed question: its entities, its intent signals and its named values, such as `amount=5`. */
export type ParsedQuestion = {
  readonly question: QuestionText;
  readonly entities: Entities;
  readonly signals: IntentSignals;
  readonly named: ReadonlyMap<string, string>;
  /**
   * The folded text with spaces in place of entities. For a part of a question, spaces replace the text before the
   * part, and the text ends with the part.
   */
  readonly masked: string;
};

/** Words which show that an everyday word is the name of a game: "Rust, the game". */
const gameWords =
  /(?<![\p{L}])(?:games?|gaming|steam|gamers?|lobby|lobbies|servers?|spiel|juego|jeu|jogo|gioco|oyun\p{L}*|игр\p{L}*|gr[aeyę]|hra|joc)(?![\p{L}])|ゲーム|游戏|遊戲|게임|스팀|لعبة|بازی/u;

/**
 * Maximum number of letters between an address and its correction: "check X, sorry, check Y". It is small, because the
 * text between two addresses usually states their roles.
 */
const maxAddressGapLetters = 30;

/** Parses a question. Accepts any text and never throws. */
export function parseQuestion(question: QuestionText): ParsedQuestion {
  const { text, folded } = question;
  const words = wordsOf(folded);
  const windows = windowsOf(folded, words, isNameOutline);
  const corrected = correctTypos(words);
  const rawSignals = findQuantitySignals(folded, corrected);
  const aboutMoney = asksPrice(rawSignals, folded) || rawSignals.has('funding') || rawSignals.has('spot');
  const claimed = new Uint8Array(text.length);

  const dids = findDids(text, claimed);
  const appIds = findAppIds(folded, claimed);
  const handles = findHandles(text, claimed);
  const { addresses, foreignAddresses, brokenAddresses } = findAddressEntities(text, folded, claimed);
  const atNames = findBareNames(text, claimed);
  const bareNames = handles.length + atNames.length === 0 ? findPlatformNames(text, folded, claimed) : atNames;
  const pairs = findPairs(text, claimed);
  const cashtags = findCashtags(text, claimed);
  const aboutGames = (rawSignals.has('players') || gameWords.test(folded)) && !aboutMoney;
  const { games, doubtful: doubtfulGames } = findGames(folded, windows, claimed, aboutGames);
  const gamesElsewhere = findGamesElsewhere(folded, windows, claimed);
  const venues = findVenues(folded, windows, claimed);
  const beforeAssets = claimed.slice();
  const assetsFound = findAssets(text, folded, windows, claimed);
  const nearMoney = [...moneySpans(rawSignals), ...venues, ...findCurrencies(text, folded, windows, claimed.slice())];
  const assets = keepMeantAssets(assetsFound, nearMoney, folded, words.length);
  claimed.set(beforeAssets);
  for (const { start, end } of assets) {
    claimed.fill(1, start, end);
  }
  const currencies = findCurrencies(text, folded, windows, claimed);
  const likelyVenues = findMisspeltVenues(windows, claimed);
  const likelyAssets =
    rawSignals.has('players') && !aboutMoney
      ? []
      : findLikelyAssets(folded, windows, claimed, rawSignals.has('price') || aboutMoney);
  const likelyGames = rawSignals.has('players') ? findMisspeltGames(windows, claimed) : [];
  const masked = maskClaimed(folded, claimed);
  const tradedPairs = pairs.filter(({ money }) => !money);
  const priced = withoutCorrected<Mention | PairMention>(
    [...tradedPairs, ...cashtags, ...assets, ...likelyAssets].toSorted((a, b) => a.start - b.start),
    folded,
  );
  const maskedWords = freeWords(words, corrected, claimed);
  return {
    question,
    signals: withUnmaskedSignals(findIntentSignals(masked, maskedWords), folded),
    named: findNamedValues(text),
    masked,
    // The object literal contains no spread, because V8 builds an object that begins with a spread slowly, field by
    // field.
    entities: {
      addresses,
      foreignAddresses,
      brokenAddresses,
      handles: withoutCorrected(handles, folded),
      dids,
      bareNames: withoutCorrected(bareNames, folded),
      pairs: priced.filter(isPair),
      moneyPairs: pairs.filter(({ money }) => money),
      assets: priced.filter((mention): mention is Mention => !isPair(mention)),
      doubtfulAssets: assetsFound.filter((mention) => !assets.some(({ start }) => start === mention.start)),
      currencies: withoutCorrected(currencies, folded),
      venues: withoutCorrected(inOrder([...venues, ...likelyVenues]), folded),
      games: withoutCorrected(inOrder([...games, ...likelyGames]), folded),
      doubtfulGames,
      gamesElsewhere,
      gameLikeNames: rawSignals.has('players') ? likelyGameNames(question, claimed) : [],
      appIds,
      metrics: findMetrics(masked, maskedWords),
      amounts: findAmounts(text, claimed),
    },
  };
}

function findAddressEntities(
  text: string,
  folded: string,
  claimed: Uint8Array,
): Pick<Entities, 'addresses' | 'foreignAddresses' | 'brokenAddresses'> {
  if (!mayHaveAddress(text)) {
    return { addresses: [], foreignAddresses: [], brokenAddresses: [] };
  }
  const addresses = findAddresses(text, claimed);
  const foreignAddresses = findForeignAddresses(text, claimed);
  const brokenAddresses = findBrokenAddresses(text, claimed);
  return {
    addresses: withoutCorrected(addresses, folded, maxAddressGapLetters),
    foreignAddresses,
    brokenAddresses,
  };
}

function likelyGameNames({ text, folded }: QuestionText, claimed: Uint8Array): Mention[] {
  const placed = findPositionedGames(text, folded, claimed);
  return placed.length > 0 ? placed : findGameLikeNames(text, claimed);
}

function isPair(mention: Mention | PairMention): mention is PairMention {
  return 'money' in mention;
}

function moneySpans(signals: IntentSignals): readonly Segment[] {
  return [...(signals.get('price') ?? []), ...(signals.get('funding') ?? []), ...(signals.get('spot') ?? [])];
}

/** Words that ask for a quantity of anything. It is usually a price, but may also be the number of players. */
const quantityWords = new Set(
  'how much,hw much,combien,cuanto,quanto,wie viel,wieviel,сколько,ne kadar,얼마,いくら'.split(','),
);

/** Returns whether the words ask for a price. "How much" alone asks only for a quantity of something. */
export function asksPrice(signals: IntentSignals, folded: string): boolean {
  return (signals.get('price') ?? []).some(({ start, end }) => !quantityWords.has(folded.slice(start, end)));
}

const knownParts = rememberedOn<ParsedQuestion, Map<number, ParsedQuestion>>(() => new Map());

/**
 * Returns the part of a parsed question from `start` up to `end`, without the signals and entities outside of it. The
 * part is cached, because candidates, their evidence and the reasons for a refusal all use the same few parts.
 */
export function partOf(parsed: ParsedQuestion, start: number, end: number): ParsedQuestion {
  const parts = knownParts(parsed);
  const key = start * (maxQuestionLength + 1) + end;
  const part = parts.get(key) ?? cutOut(parsed, start, end);
  parts.set(key, part);
  return part;
}

function cutOut(parsed: ParsedQuestion, start: number, end: number): ParsedQuestion {
  const inside = (span: { readonly start: number; readonly end: number }): boolean =>
    span.start >= start && span.end <= end;
  const { entities, signals, masked } = parsed;
  return {
    ...parsed,
    masked: ' '.repeat(start) + masked.slice(start, end),
    signals: new Map(
      [...signals]
        .map(([kind, spans]) => [kind, spans.filter(inside)] as const)
        .filter(([, spans]) => spans.length > 0),
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
      doubtfulAssets: entities.doubtfulAssets.filter(inside),
      currencies: entities.currencies.filter(inside),
      venues: entities.venues.filter(inside),
      games: entities.games.filter(inside),
      doubtfulGames: entities.doubtfulGames.filter(inside),
      gamesElsewhere: entities.gamesElsewhere.filter(inside),
      gameLikeNames: entities.gameLikeNames.filter(inside),
      appIds: entities.appIds.filter(inside),
      metrics: entities.metrics.filter(inside),
      amounts: entities.amounts.filter(inside),
    },
  };
}
