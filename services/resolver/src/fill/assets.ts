import { parsePair, pairText, normalSymbol } from '@assay/catalog/symbols';
import { wordList } from '../data-files.ts';
import { isKnownSymbol, isNoTicker, quoteCoins } from '../entities/assets.ts';
import { isCurrencyCode, unclearCurrency } from '../entities/currencies.ts';
import type { ParsedQuestion } from '../entities/parse-question.ts';
import type { Mention } from '../entities/mention.ts';
import { createPhraseFinder, phrases } from '../phrase-finder.ts';
import type { QuestionText } from '../question-text.ts';
import { onlyValue, type FilledParam } from './filled-param.ts';
import type { NoneReason } from '../model.ts';
import { matchesOf } from '../matches.ts';
import { rememberedOn } from '../remembered.ts';

const connective =
  /^[\s,]*(?:(?:price|priced|preis|precio|prix|preço|prezzo|цена|fiyatı|worth|quoted|value|valued|cost|token|coin|(?:last )?trad(?:e|es|ed|ing)(?: at| for)?|going for|at)\s*)?(?:in|to|with|over|en|em|con|mit|a|auf|gegen|against|versus|vs\.?|против|в|к|per|into|の|を|で|は|换|兑|兌|对|價格|的|대|cinsinden|denominated in|paired with|cotado em)?\s*(?:the\s+)?["']?$/u;
/** Words before a quote that comes before its asset, such as "how many" in "How many USDT for one TON". */
const countedIn =
  /(?:how many|how much|cuantos|cuantas|combien de|combien d'|wie viele|wie viel|quantos|quanti|сколько|kac)\s*$/u;
/** Words for a token that the question does not name, such as "my coin" in "what is my coin worth". */
const someToken =
  /(?<![\p{L}])(?:tokens?|coins?|cryptos?|cryptocurrency|altcoins?|alts?|memecoins?|shitcoins?|tickers?|bags?|moneda|moeda|jeton|munze|monnaie|moneta|монет\p{L}*|токен\p{L}*|крипт\p{L}*|koin|krypto|cripto)(?![\p{L}])|币|幣|コイン|トークン|通貨|코인|토큰/u;
/** Words that make two assets a pair, anywhere in the question: "the ratio of ETH and BTC". */
const pairWords =
  /(?<![\p{L}])(?:pair|pairs|paired|pairing|ratio|quotient|against|versus|vs?|per|in terms of|denominated|measured in|divided|cross|counted in|exchanges? for|swaps? for|gegen|contra|contre|kontra|против|protiv|paire|par|parita|coppia|koers|пара|пары|курс)(?![\p{L}])|交易对|交易對|兑|兌|ペア|対|페어|대비/u;
const namedAsset = ['token', 'symbol', 'asset', 'coin', 'ticker', 'base', 'pair'];
const usdOnly = new Set(['USD']);

const findNative = createPhraseFinder({
  native:
    phrases(`native token, native coin, network token, network coin, network's coin, chain coin, chain's coin, the network's, l1 token, l1 coin, network's token, network's own token, network's own coin, chain's token, chain's native, chain's own token,
    own token, own coin, base token, gas token, token nativo, moneda nativa, moeda nativa, jeton natif, token natif, nativer token, native token, native münze, netzwerk token,
    moneta nativa, ネイティブトークン, 原生代币, 原生币, 네이티브 토큰, 네이티브 코인, нативный токен, нативной монеты, нативного токена, нативная монета, yerel token, ağın tokeni, ağın kendi tokeni`),
});
const fillerWords = new Set(wordList('price-fillers'));

/** An asset, and the quote of its price if the question names one. */
export type PricedAsset = { readonly base: string; readonly quote?: string; readonly explicitPair: boolean };

/**
 * Finds the one asset whose price a question asks for, and the quote in which it is priced. The quote comes from a
 * written pair, from a currency ("in euros") or from a second asset. Returns a problem, so that no price type fits, for
 * a pair of two currencies and for a currency name of several countries. It also returns a problem for several assets,
 * pairs or currencies of which the question does not clearly mean one. Returns undefined when the question names no
 * asset.
 */
export function findPricedAsset(
  parsed: ParsedQuestion,
): { readonly asset: PricedAsset } | { readonly problem: NoneReason } | undefined {
  const { entities } = parsed;
  const pairs = [...new Map(entities.pairs.map((pair) => [pairText(pair.value), pair])).values()];
  const [pair] = pairs;
  if (pair !== undefined) {
    return pairs.length > 1
      ? { problem: 'several' }
      : { asset: { ...pair.value, explicitPair: pair.value.quote !== undefined } };
  }
  if (entities.moneyPairs.length > 0) {
    return { problem: 'other_market' };
  }
  const named = namedSymbol(parsed);
  if (named !== undefined) {
    return { asset: named };
  }
  const assets = entities.assets.length > 0 ? meantAssets(entities.assets) : onlyAsset(entities.doubtfulAssets);
  const [first, second] = assets;
  if (first === undefined) {
    return undefined;
  }
  const between = (to: Mention): string => parsed.question.folded.slice(first.end, to.start);
  if (second !== undefined) {
    const quoted = quoteCoins.has(second.value) && connective.test(between(second));
    const distinct = new Set(assets.map(({ value }) => value));
    if (distinct.size === 1) {
      return withCurrency(parsed, first);
    }
    if (
      distinct.size === 2 &&
      quoteCoins.has(first.value) &&
      countedIn.test(parsed.question.folded.slice(0, first.start))
    ) {
      return { asset: { base: second.value, quote: first.value, explicitPair: true } };
    }
    const [base, quote] = distinct;
    const paired = distinct.size === 2 && (quoted || pairWords.test(parsed.question.folded));
    return paired && base !== undefined && quote !== undefined
      ? { asset: { base, quote, explicitPair: true } }
      : onlyMarked(parsed, assets);
  }
  return withCurrency(parsed, first);
}

/** If several assets are named and only one has a dollar sign, returns this one: "pyth oracle price of $RENDER". */
function onlyMarked(parsed: ParsedQuestion, assets: readonly Mention[]): ReturnType<typeof withCurrency> {
  const [marked] = onlyAsset(assets.filter(({ start }) => parsed.question.text[start] === '$'));
  return marked === undefined ? { problem: 'several' } : withCurrency(parsed, marked);
}

/** Returns the mentions if they all mean the same asset. Otherwise returns an empty list. */
function onlyAsset(mentions: readonly Mention[]): readonly Mention[] {
  return new Set(mentions.map(({ value }) => value)).size === 1 ? mentions : [];
}

function withCurrency(
  parsed: ParsedQuestion,
  asset: Mention,
): { readonly asset: PricedAsset } | { readonly problem: 'several' | 'other_market' } {
  const currencies = quotedIn(parsed);
  const codes = [...new Set(currencies.map(({ value }) => value))];
  const [quote] = codes;
  if (codes.length > 1 && !codes.every((code) => usdOnly.has(code))) {
    return { problem: 'several' };
  }
  if (quote === unclearCurrency) {
    return { problem: 'other_market' };
  }
  if (quote === undefined) {
    return { asset: { base: asset.value, explicitPair: false } };
  }
  const [currency] = currencies;
  const { folded } = parsed.question;
  const beside =
    currency !== undefined &&
    folded.slice(asset.start, asset.end) === asset.value.toLowerCase() &&
    folded.slice(asset.end, currency.start) === ' ' &&
    folded.slice(currency.start, currency.end) === 'usd' &&
    !/^\s+(?:price|value|worth|cost)/.test(folded.slice(currency.end));
  return { asset: { base: asset.value, quote, explicitPair: quote !== 'USD' || beside } };
}

/**
 * Matches a number before a currency, which makes it a sum of money. The number one does not match, because "how much
 * is 1 euro" asks for a price.
 */
const amountBefore =
  /(?:\d{2}|[02-9]|(?<![\p{L}])(?:two|three|four|five|six|seven|eight|nine|ten|twenty|fifty|hundred|thousand|million|k))\s?$/u;

/**
 * Returns the currencies in which a price may be asked for. If there are several, it leaves out currencies that belong
 * to a sum of money.
 */
function quotedIn({ entities, question: { folded } }: ParsedQuestion): readonly Mention[] {
  const unpriced = entities.currencies.filter(
    ({ start, end }) =>
      !amountBefore.test(folded.slice(Math.max(0, start - 10), start)) && !/^\s?\d/.test(folded.slice(end, end + 2)),
  );
  const several = new Set(entities.currencies.map(({ value }) => value)).size > 1;
  return unpriced.length > 0 || several ? unpriced : entities.currencies;
}

/**
 * Returns only the mentions with the highest certainty. Otherwise a doubtful abbreviation could turn a question about
 * one asset into one about two.
 */
function meantAssets(mentions: readonly Mention[]): readonly Mention[] {
  for (const strength of ['sure', 'everyday', 'typo', 'unknown'] as const) {
    const found = mentions.filter((mention) => mention.strength === strength);
    if (found.length > 0) {
      return found;
    }
  }
  return [];
}

function namedSymbol(parsed: ParsedQuestion): PricedAsset | undefined {
  for (const name of namedAsset) {
    const value = parsed.named.get(name);
    const pair = value === undefined ? undefined : parsePair(value);
    if (
      pair !== undefined &&
      (isKnownSymbol(pair.base) || (value === value?.toUpperCase() && !isNoTicker(pair.base)))
    ) {
      const quote = pair.quote ?? namedQuote(parsed);
      return { base: pair.base, ...(quote === undefined ? {} : { quote }), explicitPair: quote !== undefined };
    }
  }
  return undefined;
}

/** Returns the quote of a pair whose parts have names: `base=ETH; counter=USDC`. */
function namedQuote({ named }: ParsedQuestion): string | undefined {
  const value = (named.get('quote') ?? named.get('counter'))?.toUpperCase();
  return value !== undefined && (isCurrencyCode(value) || isKnownSymbol(value)) ? value : undefined;
}

/**
 * Finds a token's symbol. Returns undefined for the network's own token. The catalog uses this token if a question
 * names none.
 */
export function fillAsset(parsed: ParsedQuestion): FilledParam {
  const found = findPricedAsset(parsed);
  if (found === undefined) {
    if (meansNativeToken(parsed)) {
      return undefined;
    }
    return someToken.test(parsed.masked) && parsed.entities.addresses.length === 0
      ? { unnamed: true }
      : { problem: 'unknown_subject' };
  }
  if ('problem' in found) {
    return found;
  }
  return normalSymbol(found.asset.base) === undefined ? { problem: 'unknown_subject' } : { value: found.asset.base };
}

/** Finds a symbol, or a pair when the question names a quote. */
export function fillPairOrAsset(parsed: ParsedQuestion): FilledParam {
  const found = findPricedAsset(parsed);
  if (found === undefined) {
    if (parsed.signals.has('market') || parsed.entities.currencies.length > 1) {
      return { problem: 'other_market' };
    }
    // A venue's name may mean its coin. But if it is the only venue in a question about funding, as in "funding on
    // dYdX", it means the venue.
    const { venues } = parsed.entities;
    const alone = parsed.signals.has('funding') && new Set(venues.map(({ value }) => value)).size < 2;
    return alone ? undefined : onlyValue(venues.map(({ value }) => value.toUpperCase()).filter(isKnownSymbol));
  }
  if ('problem' in found) {
    return found;
  }
  const { base, quote } = found.asset;
  return { value: pairText(quote === undefined ? { base } : { base, quote }) };
}

/**
 * Returns whether a message names the network's own token. Caches the result for the other sentences of the message.
 */
const namesNative = rememberedOn(({ folded }: QuestionText) => findNative(folded).length > 0);

/**
 * Returns whether a question that names no asset means the network's own token. It may name the network, or just ask
 * for "the price".
 */
function meansNativeToken(parsed: ParsedQuestion): boolean {
  const { masked, entities, signals, question } = parsed;
  if (
    signals.has('market') ||
    entities.currencies.some(({ value }) => value !== 'USD') ||
    entities.addresses.length > 0
  ) {
    return false;
  }
  if (namesNative(question)) {
    return true;
  }
  const covered = [...(signals.get('price') ?? []), ...(signals.get('now') ?? [])];
  const words = matchesOf(/[\p{L}\p{N}]+/gu, masked);
  return (
    words.length > 0 &&
    signals.has('price') &&
    words.every(
      (word) =>
        fillerWords.has(word[0]) ||
        covered.some(({ start, end }) => word.index >= start && word.index + word[0].length <= end),
    )
  );
}
