import type { Market } from '../market/market.ts';
import type { Ticker } from '../market/ticker.ts';
import type { ExchangeBook } from '../providers/exchange-books.ts';

/** More trades than a book has between two looks. After a longer time without a look only the newest ones are read. */
const maxTrades = 16;

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
  if (newest === undefined || newest.size === undefined || seenAtMs === undefined) {
    return newest === undefined ? [] : [newest];
  }
  const trades = [newest];
  for (let oldest = newest; trades.length < maxTrades && oldest.atMs > seenAtMs;) {
    const before = market.at(provider, base, quote, oldest.atMs - 1);
    if (before === undefined || before.atMs <= seenAtMs || before.atMs >= oldest.atMs) {
      break;
    }
    trades.unshift(before);
    oldest = before;
  }
  return trades;
}
