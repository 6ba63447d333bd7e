import type { DataType } from '@assay/catalog/define';
import { findGame } from '@assay/catalog/game-names';
import { pairText, parsePair } from '@assay/catalog/symbols';
import { assets } from '@assay/catalog/tables/assets';
import { fundingVenues } from '@assay/catalog/tables/venues';
import type { ParsedQuestion } from '../entities/parse-question.ts';
import { fillBaseUnits } from '../fill/amounts.ts';
import { fillParams } from '../fill/fill-params.ts';
import { addressParamsOf } from '../fill/roles.ts';
import { handleOccurs, platformOccurs } from './account-occurs.ts';
import { namesCurrency } from './currency-names.ts';
import { isSpoken, joinedWords, lettersOf } from './spoken-names.ts';

/** Minimum number of letters of a word that can stand for the whole name of a game. */
const minNamePart = 5;

/**
 * Returns whether a value from an endpoint occurs in the question. It may be an entity that the embedded model found,
 * the same letters, or another name with the same meaning. If the embedded model found another value, the endpoint's
 * value is still accepted if the question contains it.
 */
export function occurs(name: string, value: string, type: DataType, parsed: ParsedQuestion): boolean {
  switch (name) {
    case 'token':
    case 'symbol':
      return symbolOccurs(value, parsed);
    case 'venue':
      return venueOccurs(value, parsed);
    case 'handle':
      return handleOccurs(value, parsed);
    case 'platform':
      return platformOccurs(value, parsed);
    case 'metric':
      return metricOccurs(value, parsed);
    case 'game':
      return gameOccurs(value, parsed);
    case 'amountIn':
      return baseUnitsOccur(value, parsed);
    default:
      return addressParamsOf(type).includes(name)
        ? addressOccurs(value, parsed)
        : standsIn(value, parsed) || filledWith(name, value, type, parsed);
  }
}

/**
 * Returns whether the question contains an address. It also searches the text, because the entities lack an address
 * that was dropped as corrected.
 */
function addressOccurs(value: string, { entities, question: { text } }: ParsedQuestion): boolean {
  const wanted = value.trim();
  return (
    entities.addresses.some(({ value: found }) => found === wanted) ||
    (/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(wanted) && text.split(/[^A-Za-z0-9]+/).includes(wanted))
  );
}

function venueOccurs(value: string, { entities, question }: ParsedQuestion): boolean {
  const wanted = value.trim().toLowerCase();
  const names = fundingVenues.find(({ id }) => id === wanted)?.aliases ?? [];
  return (
    entities.venues.some(({ value: found }) => found === wanted) ||
    // A short alias such as "hl" counts only when the embedded model reads it as a venue.
    [wanted, ...names.filter((name) => name.length > 4)].some((name) => isSpoken(name, joinedWords(question.folded)))
  );
}

function symbolOccurs(value: string, parsed: ParsedQuestion): boolean {
  const pair = parsePair(value.replace(/[-_/ ]?(?:perp|perpetual|swap)$/i, ''));
  if (pair === undefined || !assetOccurs(pair.base, parsed)) {
    return false;
  }
  const { quote } = pair;
  const money = parsed.entities.currencies.some(({ value: found }) => found === quote);
  return (
    quote === undefined ||
    quote === 'USD' ||
    money ||
    assetOccurs(quote, parsed) ||
    namesCurrency(quote, parsed.question.folded)
  );
}

/**
 * Returns whether the question names an asset by its ticker or one of its names. A ticker of one letter must be a
 * capital.
 */
function assetOccurs(symbol: string, { entities, question }: ParsedQuestion): boolean {
  const mentioned = [
    ...[...entities.assets, ...entities.doubtfulAssets].map(({ value: found }) => found),
    ...entities.pairs.flatMap(({ value: found }) => [found.base, found.quote ?? found.base]),
  ];
  if (mentioned.includes(symbol)) {
    return true;
  }
  const ticker = pairText({ base: symbol });
  const written = (text: string, letters: string): boolean =>
    new RegExp(`(?<![\\p{L}\\p{N}])${letters}(?![\\p{L}\\p{N}])`, 'u').test(text);
  const words = joinedWords(question.folded);
  const names = assets.find((asset) => asset.symbol === symbol)?.names ?? [];
  return (
    (ticker.length > 2 && written(question.folded, ticker.toLowerCase())) ||
    written(question.text, ticker) ||
    (ticker.length > 2 && words.some(({ text, count }) => count > 1 && text === ticker.toLowerCase())) ||
    [...(ticker.length > 3 ? [ticker] : []), ...names.filter((name) => name.length > 3)].some((name) =>
      isSpoken(name, words),
    )
  );
}

/**
 * Returns whether the question contains an amount in base units. A number of whole coins does not count, because an
 * endpoint's model must not convert it into base units.
 */
function baseUnitsOccur(value: string, parsed: ParsedQuestion): boolean {
  const wanted = value.replace(/[,_\s]/g, '');
  const found = fillBaseUnits(parsed);
  if (found !== undefined && 'value' in found && found.value === wanted) {
    return true;
  }
  if (!/^\d{1,40}$/.test(wanted)) {
    return false;
  }
  const { entities, question } = parsed;
  const whole = new RegExp(
    `(?<![\\p{L}\\p{N}.,])${wanted}(?![.,]?\\d)(?:[nu](?![\\p{L}\\p{N}]))?(?![\\p{L}\\p{N}])`,
    'gu',
  );
  const places = [
    ...[...question.text.matchAll(whole)].map(({ index }) => ({ start: index, end: index + wanted.length })),
    ...entities.amounts.filter(({ value: amount }) => amount === wanted),
  ];
  const coins = [...entities.assets, ...entities.doubtfulAssets, ...entities.currencies];
  return places.some(({ start, end }) => {
    const beside = coins.some(
      (coin) => (coin.start >= end && coin.start - end <= 2) || (coin.end <= start && start - coin.end <= 2),
    );
    return !beside && !/^\s?(?:sol|wsol|usdc|usdt|eth|btc)(?![\p{L}\p{N}])/u.test(question.folded.slice(end));
  });
}

/** Words that can mean followers or followed accounts: "how many follow him", "how many does he follow". */
const bothWays = /^(?:people |users? |accounts? |ppl )?follow(?:s|ing)?$/;

/**
 * Returns whether the question names a metric. "Followers" is the default and needs no word. If the embedded model
 * found no metric, any metric of the endpoint is accepted, because people ask for metrics in many words. "Follow" can
 * mean both followers and followed accounts.
 */
function metricOccurs(value: string, { entities, question }: ParsedQuestion): boolean {
  const found = entities.metrics.map(({ value: metric }) => metric);
  return (
    value === 'followers' ||
    found.length === 0 ||
    found.includes(value) ||
    (value === 'following' &&
      entities.metrics.every(({ start, end }) => bothWays.test(question.folded.slice(start, end))))
  );
}

function gameOccurs(value: string, parsed: ParsedQuestion): boolean {
  const { entities, question } = parsed;
  const wanted = findGame(value);
  const mentioned = [...entities.games, ...entities.doubtfulGames, ...entities.appIds];
  if (wanted === undefined) {
    return standsAsName(value, parsed);
  }
  if (mentioned.some(({ value: name }) => (findGame(name)?.appId ?? name) === wanted.appId)) {
    return true;
  }
  const asking = [...(parsed.signals.get('players') ?? []), ...(parsed.signals.get('now') ?? [])];
  const words = joinedWords(question.folded).filter(
    ({ start, end }) => !asking.some((word) => start < word.end && word.start < end),
  );
  const names = [wanted.name, ...wanted.aliases].filter((name) => name.length > 2);
  // A single word can stand for the whole name of a game: "Tarkov", "wukong".
  const parts = names.flatMap((name) => name.split(/[^\p{L}\p{N}]+/u)).filter((part) => part.length >= minNamePart);
  return [...names, ...parts].some((name) => isSpoken(name, words)) || standsAsName(value, parsed);
}

/**
 * Returns whether whole words of the question form the name of a game, apart from the name's punctuation. The name must
 * not contain words for players or for the present, which are part of the request. Otherwise an endpoint could present
 * the question itself as the name. If a question has no known word for players, the name must contain a capital or a
 * digit.
 */
function standsAsName(value: string, { question, signals }: ParsedQuestion): boolean {
  const letters = lettersOf(value);
  const asking = [...(signals.get('players') ?? []), ...(signals.get('now') ?? [])];
  return (
    letters.length >= 2 &&
    joinedWords(question.folded).some(({ text, start, end }) => {
      const written = question.text.slice(start, end);
      const isName = signals.has('players') || (start > 0 && /^\p{Lu}/u.test(written)) || /\p{L}.*\d/u.test(written);
      return text === letters && isName && !asking.some((word) => start < word.end && word.start < end);
    })
  );
}

function standsIn(value: string, { question, entities }: ParsedQuestion): boolean {
  const exact = value.trim();
  return (
    exact !== '' &&
    (question.text.includes(exact) ||
      entities.amounts.some(({ value: amount }) => amount === exact.replace(/[,_\s]/g, '')))
  );
}

function filledWith(name: string, value: string, type: DataType, parsed: ParsedQuestion): boolean {
  const filled = fillParams(type, parsed);
  return filled.outcome !== 'none' && filled.params[name] === value;
}
