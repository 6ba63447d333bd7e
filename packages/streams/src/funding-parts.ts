import type { FundingEvent, FundingPartEvent, QuoteEvent } from '@assay/providers/define-stream';

/** The last value of each field of a funding rate that comes in parts. */
export type FundingPart = Omit<FundingPartEvent, 'kind' | 'topic' | 'feedWithinMs'> & {
  /** Our time at which the last part of the channel of the rates arrived, in milliseconds since the Unix epoch. */
  readonly feedAtMs?: number;
};

/** A quote dates a rate only if the message with the rate arrived at most this long before it. */
export const maxPriceAgeMs = 10_000;

/**
 * Returns the fields after a new part. A part with a price and without a time takes the time of the quote that encloses the
 * price, which can only make the rate look older than it is.
 */
export function mergedPart(
  known: FundingPart = {},
  { kind: _kind, topic: _topic, feedWithinMs, ...event }: FundingPartEvent,
  receivedAtMs: number,
  quote: QuoteEvent | undefined,
): FundingPart {
  if (feedWithinMs !== undefined) {
    const isFeedAlive = known.feedAtMs !== undefined && receivedAtMs - known.feedAtMs <= feedWithinMs;
    return isFeedAlive ? { ...known, ...event } : known;
  }
  const { price: _former, ...rest } = known;
  // The price belongs to the message with the rate, so a rate without a price has none.
  const merged = { ...(event.rate === undefined ? known : rest), ...event, feedAtMs: receivedAtMs };
  const quoteAtMs = quote?.atMs;
  return event.price === undefined || quote === undefined || quoteAtMs === undefined || !encloses(quote, event.price)
    ? merged
    : { ...merged, atMs: Math.max(quoteAtMs, known.atMs ?? 0) };
}

/** Returns the part that a quote adds: its time, when the quote encloses the price that came with the rate. */
export function datedByQuote(part: FundingPart | undefined, quote: QuoteEvent): FundingPartEvent | undefined {
  const { topic, atMs } = quote;
  return part?.price !== undefined && atMs !== undefined && encloses(quote, part.price)
    ? { kind: 'funding_part', topic, atMs, feedWithinMs: maxPriceAgeMs }
    : undefined;
}

/** Returns the rate that the parts make. Undefined while the rate or its time is not known. */
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
