import { exchangedReason, isFormerTicker, presentTicker } from './renames.ts';
import { assets, tickersLikePairs } from './tables/assets.ts';
import { quoteSymbols } from './tables/quotes.ts';

const symbolPattern = /^[A-Z0-9]{1,15}$/;

/**
 * Returns the present ticker of an asset in upper case, without a leading `$`. Undefined for a text that cannot be a
 * ticker.
 */
export function normalSymbol(text: string): string | undefined {
  const symbol = text.trim().replace(/^\$/, '').toUpperCase();
  return symbolPattern.test(symbol) ? presentTicker(symbol) : undefined;
}

const listedSymbols: ReadonlySet<string> = new Set(assets.map(({ symbol }) => symbol));

/**
 * Returns whether the catalog lists an asset under this symbol. An unlisted symbol is ambiguous: two venues can use it
 * for different assets.
 */
export function isListedSymbol(symbol: string): boolean {
  return listedSymbols.has(symbol);
}

/**
 * Returns why the service asks no source for the price of an asset. Undefined for a ticker that the catalog lists. If
 * holders exchanged the asset for another one, the text says so. Otherwise it says that the ticker is ambiguous,
 * because two venues can use it for different assets.
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
 * Parses `BTC`, `BTC-USD`, `BTC/USD`, `btc_usd`, `BTC:USD` and `BTCUSDT`, and replaces former tickers by present ones.
 * A text without a separator is split only when the catalog knows its first part and no asset has the whole text as its
 * ticker. So `CRVUSD` and `STETH` are assets, not pairs. The first part must have two letters, because many tokens are
 * a single letter and a currency: `AUSD`, `SUSD`, `WETH`. Undefined for a text that is neither a symbol nor a pair.
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

/**
 * Matches the name of a perpetual contract whose unit is a multiple of a coin, such as 1000PEPE, 1MBABYDOGE or
 * SHIB1000.
 */
const multiplePattern = /^(?:(?:10{3,7}|1M)([A-Z][A-Z0-9]*?)|([A-Z]+)10{3,7})(?:USDT|USDC|USD)?$/;

/**
 * Returns the coin of a contract's symbol. A contract on 1000 coins has the same funding rate as one on a single coin,
 * because the rate is a share of the position. Undefined when the symbol has the form of a multiple but the catalog
 * lists neither the symbol nor the coin.
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
