import { exchangedReason, isFormerTicker, presentTicker } from './renames.ts';
import { assets, tickersLikePairs } from './tables/assets.ts';
import { quoteSymbols } from './tables/quotes.ts';

const symbolPattern = /^[A-Z0-9]{1,15}$/;

/**
 * Returns an asset's present ticker in upper case, without a leading `$`. Undefined for a text that cannot be a ticker.
 */
export function normalSymbol(text: string): string | undefined {
  const symbol = text.trim().replace(/^\$/, '').toUpperCase();
  return symbolPattern.test(symbol) ? presentTicker(symbol) : undefined;
}

const listedSymbols: ReadonlySet<string> = new Set(assets.map(({ symbol }) => symbol));

/** Whether the catalog lists an asset under this symbol. A symbol outside of it can mean different assets at two venues. */
export function isListedSymbol(symbol: string): boolean {
  return listedSymbols.has(symbol);
}

/**
 * Returns why no source is asked for the price of an asset. Undefined for a ticker that the catalog lists. A former asset
 * with a ratio has a price of its own, if any. Two venues can mean different assets by any other ticker. A question names the ticker alone, so no venue's listing can tell which asset
 * is meant.
 */
export function unlistedReason(symbol: string): string | undefined {
  return isListedSymbol(symbol)
    ? undefined
    : (exchangedReason(symbol) ??
        `the catalog does not list the ticker ${symbol}, and venues can mean different assets by it`);
}

/** An asset and its quote currency. `quote` is absent when the caller named none. */
export type SymbolPair = { readonly base: string; readonly quote?: string };

/**
 * Returns the pair of `BTC`, `BTC-USD`, `BTC/USD`, `btc_usd`, `BTC:USD` and `BTCUSDT`, each asset under its present ticker. A
 * joined text is split only when the catalog knows its first part and no asset has the whole as its ticker: `CRVUSD` and
 * `STETH` are assets, not pairs. A first part of one letter is never split off, because many wrapped and dollar tokens begin
 * with one: `AUSD`, `SUSD`, `WETH`. Undefined for a text that is neither a symbol nor a pair.
 */
export function parsePair(text: string): SymbolPair | undefined {
  const parts = text
    .trim()
    .replace(/^\$/, '')
    .toUpperCase()
    .split(/\s*[-/_:]\s*/);
  if (!parts.every((part) => symbolPattern.test(part)) || parts.length > 2) {
    return undefined;
  }
  const [base = '', quote] = parts;
  if (quote !== undefined) {
    return { base: presentTicker(base), quote: presentTicker(quote) };
  }
  const isWhole = listedSymbols.has(base) || tickersLikePairs.has(base);
  const joined = isWhole ? undefined : quoteSymbols.find((candidate) => isJoined(base, candidate));
  return joined === undefined
    ? { base: presentTicker(base) }
    : { base: presentTicker(base.slice(0, -joined.length)), quote: joined };
}

function isJoined(text: string, quote: string): boolean {
  const first = text.endsWith(quote) ? text.slice(0, -quote.length) : '';
  return first.length > 1 && (listedSymbols.has(first) || isFormerTicker(first));
}

/** Returns a pair as the catalog writes it: `BTC`, or `BTC-USD`. */
export function pairText(pair: SymbolPair): string {
  return pair.quote === undefined ? pair.base : `${pair.base}-${pair.quote}`;
}

/** The name of a perpetual contract on a multiple of a coin, such as 1000PEPE, 1MBABYDOGE or SHIB1000. */
const multiplePattern = /^(?:(?:10{3,7}|1M)([A-Z][A-Z0-9]*?)|([A-Z]+)10{3,7})(?:USDT|USDC|USD)?$/;

/**
 * Returns the coin of a contract's symbol. A funding rate is a share of the position, so it is the same for a contract on
 * 1000 coins. Undefined for a multiple of a coin that the catalog does not list: its unit is not known.
 */
export function coinOf(symbol: string): string | undefined {
  const match = multiplePattern.exec(symbol);
  const coin = match?.[1] ?? match?.[2];
  return coin === undefined || listedSymbols.has(symbol)
    ? symbol
    : listedSymbols.has(presentTicker(coin))
      ? presentTicker(coin)
      : undefined;
}
