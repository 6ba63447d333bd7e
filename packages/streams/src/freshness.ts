import type { TopicState } from './topic-state.ts';

/** Why the last events of a topic cannot answer a question, which is then asked by REST. */
export type Unfit =
  /** No event has arrived on this topic since the connection opened. */
  | 'nothing'
  /** An event was missed, so the last one received may not be the newest. */
  | 'gap'
  /** The last event is too old by the venue's own time, and no current quote shows that its price still holds. */
  | 'old'
  /** The last trade lies outside the best bid and ask. */
  | 'outside_quote'
  /** The venue's clock is too far ahead of ours, so its times do not show the age of its events. */
  | 'clock'
  /** No recent REST answer agrees with the stream. */
  | 'unconfirmed';

/** The age limits within which the last events of a topic are fresh. */
export type FreshnessBounds = {
  /** Maximum age of a trade, a rate or a quote without further confirmation, in milliseconds. */
  readonly freshForMs: number;
  /** The data type's maximum age, in milliseconds. It applies to a trade that a fresh quote confirms. */
  readonly maxAgeMs: number;
};

/**
 * Maximum time by which a venue's clock may be ahead of ours, in milliseconds. Beyond it, the venue's times say too little
 * about the age of events.
 */
export const maxLeadMs = 2_000;

/**
 * Returns why the last events of a topic are not fresh. Undefined when they are. A heartbeat does not make them fresh,
 * because a feed can still send heartbeats when its prices have stopped.
 * @param leadMs by how many milliseconds the venue's clock is ahead of ours. Events are older by this than their times say.
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
    // The payment has been made, so another rate applies now.
    return 'old';
  }
  const isQuoteFresh = quote?.atMs !== undefined && ageOf(quote.atMs) <= freshForMs;
  // Only a quote that is newer than the trade can confirm it.
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
