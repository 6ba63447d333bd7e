import type { Market } from '../market/market.ts';
import type { Ticker } from '../market/ticker.ts';
import type { ExchangeBook } from '../providers/exchange-books.ts';

/** More moments with trades than a book has between two looks. After a longer time only the newest ones are read. */
const maxTickers = 16;

/**
 * Returns the trades of a book that are newer than a time, the oldest first: all of them, so that a relay repeats none that
 * its upstream did not publish. Where nothing trades it returns the last price, new or not.
 * @param seenAtMs the venue's time of the last trade that is known. Undefined when none is; only the newest one is then new.
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

/** Returns the last trade of a ticker alone. */
function lastTrade({ earlierSizes: _earlierSizes, ...trade }: Ticker): Ticker {
  return trade;
}
