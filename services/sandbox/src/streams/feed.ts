import { streamSeed } from '../market/random.ts';
import { shiftedTicker } from '../market/relays.ts';
import type { Ticker } from '../market/ticker.ts';
import { tradeNumber } from '../providers/exchange-books.ts';
import type { StreamState } from './faults.ts';
import type { StreamedTrade } from './protocol.ts';

/** The trades of one book of a stream, with the stream's faults applied. */
export type Feed = {
  /**
   * Returns the trades to publish now. `ticker` is the venue's last trade. When that trade is not new and no delayed
   * trade is due, the list is empty.
   */
  readonly next: (ticker: Ticker, state: StreamState, nowMs: number) => readonly StreamedTrade[];
  /** Returns the venue's time of the last trade that `next` received. Returns undefined before the first call. */
  readonly seenAtMs: () => number | undefined;
  /** Returns the last trade that the feed published. Returns undefined before the first trade. */
  readonly published: () => StreamedTrade | undefined;
};

/**
 * Milliseconds by which the fault `late` delays trades. After that time, the engine no longer treats an update as
 * fresh.
 */
const lateMs = 4_000;
const maxHeld = 1_000;
/** The faults `gap` and `reorder` affect every n-th trade. */
const everyNth = 2;

/**
 * Upper limit of the offset that a venue adds to its trade numbers. Each venue has its own offset, so that trade ids
 * differ between venues.
 */
const maxFirstNumber = 1_000_000_000;

/** Creates the feed of a venue's book. The number of its first trade depends on the venue. */
export function createFeed(provider: string, startMs: number): Feed {
  let number = tradeNumber(startMs) + (streamSeed('first number', provider) % maxFirstNumber);
  let published: StreamedTrade | undefined;
  let last: Ticker | undefined;
  let seenAtMs: number | undefined;
  const swapped: StreamedTrade[] = [];
  let held: { readonly trade: StreamedTrade; readonly atMs: number }[] = [];
  const take = (trades: readonly StreamedTrade[]): readonly StreamedTrade[] => {
    published = trades.at(-1) ?? published;
    return trades;
  };
  return {
    published: () => published,
    seenAtMs: () => seenAtMs,
    next: (ticker, state, nowMs) => {
      seenAtMs = ticker.atMs;
      if (state.fault === 'frozen' || state.fault === 'silent') {
        return [];
      }
      const due = held.filter(({ atMs }) => atMs <= nowMs).map(({ trade }) => trade);
      held = held.filter(({ atMs }) => atMs > nowMs);
      const shown = shifted(ticker, state);
      if (last?.atMs === shown.atMs && last.price === shown.price && last.size === shown.size) {
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
  return { ...shiftedTicker(ticker, skewBps), atMs: ticker.atMs + clockMs };
}
