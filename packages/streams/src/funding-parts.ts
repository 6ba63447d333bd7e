import type { FundingEvent, FundingPartEvent, QuoteEvent } from '@assay/providers/define-stream';

/** The latest value of each field of a funding rate that arrives in parts. */
export type FundingPart = Omit<FundingPartEvent, 'kind' | 'topic' | 'feedWithinMs'> & {
  /**
   * The time at which the last message arrived from the channel that sends the rates, in milliseconds since the Unix
   * epoch by our clock.
   */
  readonly feedAtMs?: number;
};

/** Maximum time between the arrival of a rate and the arrival of the quote that gives it its time, in milliseconds. */
export const maxPriceAgeMs = 10_000;

/**
 * Returns the known fields with those of a new part. A part that has a price but no time gets the time of the last
 * quote, if its bid and ask enclose the price. This can only make the rate look older than it is.
 */
export function mergedPart(
  knownPart: FundingPart = {},
  { kind: _kind, topic: _topic, feedWithinMs, ...event }: FundingPartEvent,
  receivedAtMs: number,
  quote: QuoteEvent | undefined,
): FundingPart {
  if (feedWithinMs !== undefined) {
    const isFeedAlive = knownPart.feedAtMs !== undefined && receivedAtMs - knownPart.feedAtMs <= feedWithinMs;
    return isFeedAlive ? { ...knownPart, ...event } : knownPart;
  }
  const { price: _former, ...rest } = knownPart;
  // A price belongs to the rate in the same message. So a new rate without a price discards the earlier price.
  const merged = { ...(event.rate === undefined ? knownPart : rest), ...event, feedAtMs: receivedAtMs };
  const quoteAtMs = quote?.atMs;
  return event.price === undefined || quote === undefined || quoteAtMs === undefined || !encloses(quote, event.price)
    ? merged
    : { ...merged, atMs: Math.max(quoteAtMs, knownPart.atMs ?? 0) };
}

/**
 * Returns the part that a quote adds: its time, as the time of the rate. Undefined unless bid and ask of the quote
 * enclose the price that came with the rate.
 */
export function datedByQuote(part: FundingPart | undefined, quote: QuoteEvent): FundingPartEvent | undefined {
  const { topic, atMs } = quote;
  return part?.price !== undefined && atMs !== undefined && encloses(quote, part.price)
    ? { kind: 'funding_part', topic, atMs, feedWithinMs: maxPriceAgeMs }
    : undefined;
}

/** Returns the funding rate that the collected fields describe. Undefined while the rate or its time is unknown. */
export function fundingOf(
  { rate, atMs, intervalHours, nextFundingAtMs }: FundingPart,
  topic: string,
): FundingEvent | undefined {
  return rate === undefined || atMs === undefined
    ? undefined
    : {
        kind: 'funding',
        topic,
        rate,
        atMs,
        ...(intervalHours === undefined ? {} : { intervalHours }),
        ...(nextFundingAtMs === undefined ? {} : { nextFundingAtMs }),
      };
}

function encloses({ bid, ask }: QuoteEvent, price: string): boolean {
  return Number(price) >= Number(bid) && Number(price) <= Number(ask);
}
