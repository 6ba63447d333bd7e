import type { FundingOf } from '../market/funding.ts';
import type { Market } from '../market/market.ts';
import type { StreamState } from './faults.ts';
import type { StreamedFunding } from './protocol.ts';

/** The funding rates of one contract of a stream, with the stream's faults applied. */
export type FundingFeed = {
  /** Returns the rates to publish now. The list is empty when no rate is due. */
  readonly next: (state: StreamState, nowMs: number) => readonly StreamedFunding[];
};

/** Minimum milliseconds between two messages about a contract. */
const everyMs = 1_000;
/**
 * Milliseconds by which the fault `late` delays rates. After that time, the engine no longer treats a rate as fresh.
 */
const lateMs = 4_000;

/**
 * Creates the feed of a contract. A rate has no sequence number, so a client notices the faults `gap` and `reorder`
 * only by the times of rates.
 * @param rateAt returns the rate at a time, with the shifts of the stream's state.
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

/**
 * Returns the rate of a contract at a time, as a stream shows it. Returns undefined when the venue has no such
 * contract.
 */
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
