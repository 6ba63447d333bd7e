import type { Ticker } from '../market/ticker.ts';
import { tradeNumber } from '../providers/exchange-books.ts';
import type { StreamState } from './faults.ts';
import type { StreamedTrade } from './protocol.ts';

/** The trades of one book of a stream, with the faults that the stream has. */
export type Feed = {
  /** Returns the trades to publish now, given the venue's last trade. Empty when nothing is new. */
  readonly next: (ticker: Ticker, state: StreamState, nowMs: number) => readonly StreamedTrade[];
  /** Returns the last trade that was published. Undefined before the first. */
  readonly published: () => StreamedTrade | undefined;
};

/** Delay of the fault `late`. It is above the time for which an update is fresh. */
const lateMs = 4_000;
const maxHeld = 1_000;
/** The faults `gap` and `reorder` affect one trade in this many. */
const everyNth = 2;

/** Creates the feed of a book. */
export function createFeed(startMs: number): Feed {
  let number = tradeNumber(startMs);
  let published: StreamedTrade | undefined;
  let last: Ticker | undefined;
  const swapped: StreamedTrade[] = [];
  let held: { readonly trade: StreamedTrade; readonly atMs: number }[] = [];
  const take = (trades: readonly StreamedTrade[]): readonly StreamedTrade[] => {
    published = trades.at(-1) ?? published;
    return trades;
  };
  return {
    published: () => published,
    next: (ticker, state, nowMs) => {
      if (state.fault === 'frozen' || state.fault === 'silent') {
        return [];
      }
      const due = held.filter(({ atMs }) => atMs <= nowMs).map(({ trade }) => trade);
      held = held.filter(({ atMs }) => atMs > nowMs);
      const shown = shifted(ticker, state);
      if (last?.atMs === shown.atMs && last.price === shown.price) {
        return take(due);
      }
      last = shown;
      number += 1;
      const trade = { ...shown, number };
      const isAffected = number % everyNth === 0;
      switch (state.fault) {
        case 'gap':
          return isAffected ? take(due) : take([...due, trade]);
        case 'duplicate':
          return take([...due, trade, trade]);
        case 'reorder':
          if (isAffected) {
            swapped.splice(0, 1, trade);
            return take(due);
          }
          return take([...due, trade, ...swapped.splice(0)]);
        case 'late':
          if (held.length < maxHeld) {
            held.push({ trade, atMs: nowMs + lateMs });
          }
          return take(due);
        default:
          return take([...due, trade]);
      }
    },
  };
}

function shifted(ticker: Ticker, { skewBps, clockMs }: StreamState): Ticker {
  if (skewBps === 0 && clockMs === 0) {
    return ticker;
  }
  const shift = (price: string): string =>
    (Number(price) * (1 + skewBps / 10_000)).toFixed(price.split('.')[1]?.length ?? 0);
  return {
    price: shift(ticker.price),
    bid: shift(ticker.bid),
    ask: shift(ticker.ask),
    atMs: ticker.atMs + clockMs,
  };
}
