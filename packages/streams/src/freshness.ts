import type { TopicState } from './topic-state.ts';

/** Why the last events of a topic give no answer. A question is then asked by REST. */
export type Unfit =
  /** Nothing was received on this topic since the connection was opened. */
  | 'nothing'
  /** An event was missed, so the last one may not be the newest. */
  | 'gap'
  /** The last event is too old by the venue's own time, and no current quote shows that it is still the price. */
  | 'old'
  /** The last trade lies outside of the best bid and ask. */
  | 'outside_quote'
  /** The venue's clock is too far ahead of ours to date its events. */
  | 'clock'
  /** No recent answer by REST agrees with the stream. */
  | 'unconfirmed';

/** The bounds within which the last events of a topic are fresh. */
export type FreshnessBounds = {
  /** Maximum age of a trade, a rate or a quote that answers by itself, in milliseconds. */
  readonly freshForMs: number;
  /** The data type's maximum age. A trade that a fresh quote confirms can be this old. */
  readonly maxAgeMs: number;
};

/** Maximum lead of a venue's clock. Beyond it the venue's times say too little about the age of its events. */
export const maxLeadMs = 2_000;

/**
 * Returns why the last events of a topic are not fresh. Undefined when they are. A heartbeat never counts, because a feed
 * whose prices stopped can still send heartbeats.
 * @param leadMs the lead of the venue's clock. Every event is older by it than its own time says.
 */
export function unfitness(
  state: TopicState,
  nowMs: number,
  leadMs: number,
  { freshForMs, maxAgeMs }: FreshnessBounds,
): Unfit | undefined {
  const { trade, quote, funding } = state;
  const last = trade ?? funding;
  if (last === undefined) {
    return 'nothing';
  }
  if (leadMs > maxLeadMs) {
    return 'clock';
  }
  if (state.missed) {
    return 'gap';
  }
  const ageOf = (atMs: number): number => nowMs - atMs + leadMs;
  if (funding?.nextFundingAtMs !== undefined && ageOf(funding.nextFundingAtMs) >= 0) {
    // The payment was made, so another rate holds now.
    return 'old';
  }
  const isQuoteFresh = quote?.atMs !== undefined && ageOf(quote.atMs) <= freshForMs;
  // An older quote says nothing about a newer trade.
  const isQuoteNewer = quote?.atMs !== undefined && quote.atMs >= last.atMs;
  const isInside =
    trade !== undefined &&
    quote !== undefined &&
    Number(trade.price) >= Number(quote.bid) &&
    Number(trade.price) <= Number(quote.ask);
  if (ageOf(last.atMs) <= freshForMs) {
    return undefined;
  }
  if (!isQuoteFresh || !isQuoteNewer || ageOf(last.atMs) > maxAgeMs) {
    return 'old';
  }
  return isInside ? undefined : 'outside_quote';
}
