import type { Market } from '../market/market.ts';
import type { Ticker } from '../market/ticker.ts';
import type { ExchangeBook } from '../providers/exchange-books.ts';

/**
 * Maximum number of points in time whose trades one call reads. Regular calls never reach it. After a longer pause, the
 * call reads only the newest trades.
 */
const maxTickers = 16;

/**
 * Returns the trades of a book that are newer than a time, the oldest first. No trade is missing, because every trade
 * that a relay repeats must also appear at its upstream. For a provider without trades, returns the last price, even
 * when that price is not new.
 * @param seenAtMs the venue's time of the last known trade. When undefined, only the newest trade counts as new.
 */
export function newTrades(
  market: Pick<Market, 'at'>,
  provider: string,
  { base, quote }: ExchangeBook,
  nowMs: number,
  seenAtMs: number | undefined,
): readonly Ticker[] {
  const newest = market.at(provider, base, quote, nowMs);
  if (newest === undefined) {
    return [];
  }
  if (newest.size === undefined || seenAtMs === undefined || newest.atMs <= seenAtMs) {
    return [lastTrade(newest)];
  }
  const tickers = [newest];
  let oldest = newest;
  while (tickers.length < maxTickers) {
    const before = market.at(provider, base, quote, oldest.atMs - 1);
    if (before === undefined || before.atMs <= seenAtMs || before.atMs >= oldest.atMs) {
      break;
    }
    tickers.unshift(before);
    oldest = before;
  }
  return tickers.flatMap((ticker) => {
    const last = lastTrade(ticker);
    return [...(ticker.earlierSizes ?? []).map((size) => ({ ...last, size })), last];
  });
}

/** Returns the last trade of a ticker, without the earlier trades at the same time. */
function lastTrade({ earlierSizes: _earlierSizes, ...trade }: Ticker): Ticker {
  return trade;
}
