import type { TopicState } from './topic-state.ts';

/** The reasons why the last events of a topic cannot answer a question. The engine then asks the source by REST. */
export type Unfit =
  /** No event has arrived on this topic since the connection opened. */
  | 'nothing'
  /** An event was missed, so the last received event may not be the newest. */
  | 'gap'
  /** The last event is too old by the venue's own time, and no current quote shows that its price still holds. */
  | 'old'
  /** The last trade lies outside the best bid and ask. */
  | 'outside_quote'
  /** The venue's clock is too far ahead of ours, so its times do not show the age of its events. */
  | 'clock'
  /** No recent REST answer agrees with the stream. */
  | 'unconfirmed';

/** The age limits up to which the last events of a topic count as fresh. */
export type FreshnessBounds = {
  /** Maximum age of a trade, a rate or a quote by itself, in milliseconds. */
  readonly freshForMs: number;
  /** The data type's maximum age, in milliseconds. It applies to a trade whose price a fresh quote confirms. */
  readonly maxAgeMs: number;
};

/**
 * Maximum time by which a venue's clock may be ahead of ours, in milliseconds. When it is further ahead, the venue's
 * times say too little about the age of events.
 */
export const maxLeadMs = 2_000;

/**
 * Returns why the last events of a topic are not fresh. Undefined when they are fresh. A heartbeat does not make them
 * fresh, because a feed may continue to send heartbeats after its prices have stopped.
 * @param leadMs how far the venue's clock is ahead of ours, in milliseconds. Events are that much older than their
 * times say.
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
    // The time of the payment has passed, so another rate applies now.
    return 'old';
  }
  const isQuoteFresh = quote?.atMs !== undefined && ageOf(quote.atMs) <= freshForMs;
  // Only a quote that is newer than the trade can confirm the trade's price.
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
