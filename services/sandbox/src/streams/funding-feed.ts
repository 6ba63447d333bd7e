import type { FundingOf } from '../market/funding.ts';
import type { Market } from '../market/market.ts';
import type { StreamState } from './faults.ts';
import type { StreamedFunding } from './protocol.ts';

/** The funding rates of one contract of a stream, with the stream's faults applied. */
export type FundingFeed = {
  /** Returns the rates to publish now. Empty when nothing is due. */
  readonly next: (state: StreamState, nowMs: number) => readonly StreamedFunding[];
};

/** Minimum interval between two messages of a contract. */
const everyMs = 1_000;
/** Delay of the fault `late`. It is longer than the time for which the engine takes a rate as fresh. */
const lateMs = 4_000;

/**
 * Creates the feed of a contract. A rate has no number, so the faults `gap` and `reorder` change only the times of
 * rates.
 * @param rateAt returns the rate at a time, with the shifts of a state.
 */
export function createFundingFeed(
  rateAt: (atMs: number, state: StreamState) => StreamedFunding | undefined,
): FundingFeed {
  let lastSlot = 0;
  return {
    next: (state, nowMs) => {
      const slot = Math.floor(nowMs / everyMs);
      if (slot === lastSlot || state.fault === 'frozen' || state.fault === 'silent') {
        return [];
      }
      lastSlot = slot;
      const isAffected = slot % 2 === 0;
      const at = (atMs: number): readonly StreamedFunding[] => {
        const funding = rateAt(atMs, state);
        return funding === undefined ? [] : [funding];
      };
      switch (state.fault) {
        case 'gap':
          return isAffected ? [] : at(nowMs);
        case 'duplicate':
          return [...at(nowMs), ...at(nowMs)];
        case 'reorder':
          return isAffected ? [] : [...at(nowMs), ...at(nowMs - everyMs)];
        case 'late':
          return at(nowMs - lateMs);
        default:
          return at(nowMs);
      }
    },
  };
}

/** Returns the rate of a contract at a time as a stream shows it, or undefined when the venue has no such contract. */
export function fundingAt(
  { market, funding }: { readonly market: Market; readonly funding: FundingOf },
  venue: string,
  symbol: string,
  atMs: number,
  { skewBps, clockMs }: StreamState,
): StreamedFunding | undefined {
  const marketFunding = funding(venue, symbol, atMs);
  return marketFunding === undefined
    ? undefined
    : {
        ...marketFunding,
        rate: marketFunding.rate + skewBps / 10_000,
        price: Math.exp(market.latent.log(symbol, atMs)),
        atMs: atMs + clockMs,
      };
}
