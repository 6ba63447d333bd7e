import { parsePair, pairText, normalSymbol } from '@assay/catalog/symbols';
import { isKnownSymbol, isNoTicker, quoteCoins } from '../entities/assets.ts';
import { unclearCurrency } from '../entities/currencies.ts';
import type { Reading } from '../entities/extract.ts';
import type { Mention } from '../entities/mention.ts';
import { phraseFinder, phrases } from '../phrases.ts';
import type { Question } from '../text.ts';
import { onlyValue, type Found } from './found.ts';

const connective =
  /^[\s,]*(?:(?:price|priced|preis|precio|prix|preço|prezzo|цена|fiyatı|worth|quoted|value|valued|cost|token|coin)\s*)?(?:in|to|en|em|a|auf|gegen|against|против|в|к|per|into|の|を|で|は|换|兑|兌|对|價格|的|대|cinsinden|denominated in|paired with|cotado em)?\s*(?:the\s+)?$/u;
/** "How many USDT for one TON": the coin that is counted comes first. */
const countedIn =
  /(?:how many|how much|cuantos|cuantas|combien de|combien d'|wie viele|wie viel|quantos|quanti|сколько|kac)\s*$/u;
const namedAsset = ['token', 'symbol', 'asset', 'coin', 'ticker', 'base', 'pair'];
const usdOnly = new Set(['USD']);

const findNative = phraseFinder({
  native:
    phrases(`native token, native coin, network token, network coin, network's coin, chain coin, chain's coin, the network's, l1 token, l1 coin, network's token, network's own token, network's own coin, chain's token, chain's native, chain's own token,
    own token, own coin, base token, gas token, token nativo, moneda nativa, moeda nativa, jeton natif, token natif, nativer token, native token, native münze, netzwerk token,
    moneta nativa, ネイティブトークン, 原生代币, 原生币, 네이티브 토큰, 네이티브 코인, нативный токен, нативной монеты, нативного токена, нативная монета, yerel token, ağın tokeni, ağın kendi tokeni`),
});
const fillerWords = new Set(
  `what whats s is are the a an of for please pls plz me tell show give get check now right current live latest today usd in dollars dollar us token coin crypto hey hi and at it
  its to you can could would just need want i know quick thx thanks cual es el la del de por favor dime ahora actual precio quel est le du prix actuel quanto qual o do da agora atual
  wie ist der die das aktuelle aktueller jetzt bitte il corrente adesso какая какой сейчас сколько токен монета токена как по на şu an ne kadar nedir kaç price_usd usd_price token_price`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/** An asset and what its price is asked in, where that was said. */
export type PricedAsset = { readonly base: string; readonly quote?: string; readonly explicitPair: boolean };

/**
 * Finds the one asset whose price is asked, and the quote: a pair as written, an asset "in euros", an asset beside
 * another that it is quoted in. Two assets that are no pair are a problem, as is money priced in money.
 */
export function findPricedAsset(reading: Reading): { readonly asset: PricedAsset } | Exclude<Found, { value: string }> {
  const { entities } = reading;
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
  const named = namedSymbol(reading);
  if (named !== undefined) {
    return { asset: named };
  }
  const assets = meantAssets(entities.assets);
  const [first, second] = assets;
  if (first === undefined) {
    return undefined;
  }
  const between = (to: Mention): string => reading.question.folded.slice(first.end, to.start);
  if (second !== undefined) {
    const quoted = quoteCoins.has(second.value) && connective.test(between(second));
    const distinct = new Set(assets.map(({ value }) => value));
    if (distinct.size === 1) {
      return withCurrency(reading, first);
    }
    if (
      distinct.size === 2 &&
      quoteCoins.has(first.value) &&
      countedIn.test(reading.question.folded.slice(0, first.start))
    ) {
      return { asset: { base: second.value, quote: first.value, explicitPair: true } };
    }
    return quoted && distinct.size === 2
      ? { asset: { base: first.value, quote: second.value, explicitPair: true } }
      : { problem: 'several' };
  }
  return withCurrency(reading, first);
}

function withCurrency(
  reading: Reading,
  asset: Mention,
): { readonly asset: PricedAsset } | { readonly problem: 'several' | 'other_market' } {
  const codes = [...new Set(reading.entities.currencies.map(({ value }) => value))];
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
  const currency = reading.entities.currencies[0];
  const { folded } = reading.question;
  const beside =
    currency !== undefined &&
    folded.slice(asset.start, asset.end) === asset.value.toLowerCase() &&
    folded.slice(asset.end, currency.start) === ' ' &&
    folded.slice(currency.start, currency.end) === 'usd' &&
    !/^\s+(?:price|value|worth|cost)/.test(folded.slice(currency.end));
  return { asset: { base: asset.value, quote, explicitPair: quote !== 'USD' || beside } };
}

/** Certain mentions rule out doubtful ones, so that a stray abbreviation does not make two assets of one. */
function meantAssets(mentions: readonly Mention[]): readonly Mention[] {
  for (const strength of ['sure', 'everyday', 'typo', 'unknown'] as const) {
    const found = mentions.filter((mention) => mention.strength === strength);
    if (found.length > 0) {
      return found;
    }
  }
  return [];
}

function namedSymbol(reading: Reading): PricedAsset | undefined {
  for (const name of namedAsset) {
    const value = reading.named.get(name);
    const pair = value === undefined ? undefined : parsePair(value);
    if (
      pair !== undefined &&
      (isKnownSymbol(pair.base) || (value === value?.toUpperCase() && !isNoTicker(pair.base)))
    ) {
      return { ...pair, explicitPair: pair.quote !== undefined };
    }
  }
  return undefined;
}

/** A token's symbol. Without any, nothing, which the catalog reads as the network's own token only where that is meant. */
export function fillAsset(reading: Reading): Found {
  const found = findPricedAsset(reading);
  if (found === undefined) {
    return meansNativeToken(reading) ? undefined : { problem: 'unknown_subject' };
  }
  if ('problem' in found) {
    return found;
  }
  return normalSymbol(found.asset.base) === undefined ? { problem: 'unknown_subject' } : { value: found.asset.base };
}

/** A symbol, or a pair where a quote was given. */
export function fillPairOrAsset(reading: Reading): Found {
  const found = findPricedAsset(reading);
  if (found === undefined) {
    if (reading.cues.has('market') || reading.entities.currencies.length > 1) {
      return { problem: 'other_market' };
    }
    // A venue's own coin is meant only where another venue, or none, is to say what it costs: "funding on dYdX" names none.
    const { venues } = reading.entities;
    const alone = reading.cues.has('funding') && new Set(venues.map(({ value }) => value)).size < 2;
    return alone ? undefined : onlyValue(venues.map(({ value }) => value.toUpperCase()).filter(isKnownSymbol));
  }
  if ('problem' in found) {
    return found;
  }
  const { base, quote } = found.asset;
  return { value: pairText(quote === undefined ? { base } : { base, quote }) };
}

const nativeNamed = new WeakMap<Question, boolean>();

/** Whether a message speaks of the network's own token; looked up once for all of its sentences. */
function namesNative(question: Question): boolean {
  const known = nativeNamed.get(question);
  const named = known ?? findNative(question.folded).length > 0;
  nativeNamed.set(question, named);
  return named;
}

/** Whether a question that names no asset still means one: the network's own, or simply "the price". */
function meansNativeToken(reading: Reading): boolean {
  const { masked, entities, cues, question } = reading;
  if (cues.has('market') || entities.currencies.some(({ value }) => value !== 'USD') || entities.addresses.length > 0) {
    return false;
  }
  if (namesNative(question)) {
    return true;
  }
  const covered = [...(cues.get('price') ?? []), ...(cues.get('now') ?? [])];
  const words = [...masked.matchAll(/[\p{L}\p{N}]+/gu)];
  return (
    words.length > 0 &&
    cues.has('price') &&
    words.every(
      (word) =>
        fillerWords.has(word[0]) ||
        covered.some(({ start, end }) => word.index >= start && word.index + word[0].length <= end),
    )
  );
}
