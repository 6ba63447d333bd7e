import { parsePair, type SymbolPair } from '@assay/catalog/symbols';
import { quoteSymbols } from '@assay/catalog/tables/quotes';
import { isKnownSymbol, isNoTicker } from './assets.ts';
import { isCurrencyCode } from './currencies.ts';
import { claim, type ClaimedCharacters, type Mention } from './mention.ts';
import { matchesOf } from '../matches.ts';

const separated =
  /(?<![\p{Script=Latin}\p{Script=Cyrillic}\p{N}$@./_-])\$?([A-Za-z0-9]{1,12})(?:\s?[/_:-]\s?|\sslash\s|\s(?:vs\.?|versus|against|contro|contra|contre|gegen)\s(?=(?:usd[tc]?|eur|gbp)(?![\p{L}\p{N}])))([A-Za-z]{3,5})(?![\p{Script=Latin}\p{Script=Cyrillic}\p{N}/_-]|\.[A-Za-z])/giu;
const joined =
  /(?<![\p{Script=Latin}\p{Script=Cyrillic}\p{N}@./_-])\$?([A-Za-z0-9]{5,16})(?![\p{Script=Latin}\p{N}_-]|[./][A-Za-z])/gu;
const perpetual =
  /(?<![\p{Script=Latin}\p{Script=Cyrillic}\p{N}$@./_-])\$?([A-Za-z0-9]{2,12})[-_/]?(?:PERP|perp|Perp|SWAP)(?![A-Za-z0-9])/gu;
/** Text that the patterns of this file need. Most texts lack it, so they need no search. */
const maySeparate = /[/_:-]|\s(?:slash|vs|versus|against|contr[oae]|contre|gegen)/i;
const mayBePerpetual = /PERP|perp|Perp|SWAP/;
const endsInQuote = new RegExp(`(?:${quoteSymbols.join('|')})$`, 'i');
const quotes = new Set<string>(quoteSymbols);

/**
 * A pair of an asset and its quote, as written. `money` is true for two currencies or metals, whose price no data type
 * gives.
 */
export type PairMention = Mention<SymbolPair> & { readonly money: boolean };

/**
 * Finds pairs such as `ETH/USDT` and `btc-usd`. Without a separator, as in `BTCUSDT`, both parts must be known or in
 * capitals.
 */
export function findPairs(text: string, claimed: ClaimedCharacters): PairMention[] {
  const found: PairMention[] = [];
  const claimPair = (pair: SymbolPair | undefined, start: number, end: number): void => {
    if (pair !== undefined) {
      const money = isCurrencyCode(pair.base) || pair.base === 'XAU' || pair.base === 'XAG';
      claim(found, { value: pair, start, end, strength: 'sure', money }, claimed);
    }
  };
  for (const match of maySeparate.test(text) ? matchesOf(separated, text) : []) {
    const [written, base = '', quote = ''] = match;
    // A single letter before a colon or a space is a label: "Plan A: BTC".
    if (base.length > 1 || !/[\s:]/.test(written)) {
      claimPair(separatedPair(base, quote), match.index, match.index + written.length);
    }
  }
  for (const match of mayBePerpetual.test(text) ? matchesOf(perpetual, text) : []) {
    const base = (match[1] ?? '').toUpperCase();
    if (isKnownSymbol(base) || (match[1] === base && !isNoTicker(base))) {
      claimPair(parsePair(base), match.index, match.index + match[0].length);
    }
  }
  const shouting = text === text.toUpperCase();
  for (const match of matchesOf(joined, text)) {
    const word = match[1] ?? '';
    const pair = endsInQuote.test(word) ? parsePair(word) : undefined;
    const known = pair?.quote !== undefined && (isKnownSymbol(pair.base) || isCurrencyCode(pair.base));
    const capitals = pair?.quote !== undefined && !shouting && word === word.toUpperCase() && /USD[TC]?$/.test(word);
    if (known || capitals) {
      claimPair(pair, match.index, match.index + match[0].length);
    }
  }
  return found.toSorted((a, b) => a.start - b.start);
}

function separatedPair(base: string, quote: string): SymbolPair | undefined {
  const pair = { base: base.toUpperCase(), quote: quote.toUpperCase() };
  const quoteKnown = quotes.has(pair.quote) || isCurrencyCode(pair.quote) || isKnownSymbol(pair.quote);
  const baseKnown = isKnownSymbol(pair.base) || isCurrencyCode(pair.base) || /^XA[UG]$/.test(pair.base);
  if (baseKnown && quoteKnown && pair.base !== pair.quote) {
    return pair;
  }
  return quotes.has(pair.quote) && base === pair.base && quote === pair.quote && /[A-Z]/.test(base) ? pair : undefined;
}
