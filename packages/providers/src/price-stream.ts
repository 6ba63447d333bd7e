import { plainDecimal } from '@assay/catalog/decimals';
import { isListedSymbol } from '@assay/catalog/symbols';
import { cleanText } from '@assay/faults/clean-text';
import { z } from 'zod';
import type { QuestionParams } from './define.ts';
import type { ProviderStream, StreamEvent } from './define-stream.ts';
import { askedPair, type AskedPair } from './pairs.ts';
import { priceReading, stale } from './readings.ts';

/** The topics of a stream of prices. */
export type PriceTopics = {
  /** The currencies of the venue's books. The first one serves questions without a quote. */
  readonly quotes: readonly string[];
  /** Returns the venue's name of a pair. */
  readonly nameOf: (pair: AskedPair) => string;
};

/** Returns how a stream of trades answers the price types. `token.price` is answered from books in US dollars only. */
export function priceTopics({ quotes, nameOf }: PriceTopics): Pick<ProviderStream, 'topicOf' | 'read'> {
  const pairOf = (params: QuestionParams): AskedPair | undefined => {
    const pair = askedPair(params, quotes);
    return pair === undefined || !isListedSymbol(pair.base) ? undefined : pair;
  };
  return {
    topicOf: (type, params) => {
      const pair = type === 'spot.price' || type === 'token.price' ? pairOf(params) : undefined;
      return pair === undefined ? undefined : nameOf(pair);
    },
    read: ({ trade }, params) => {
      const pair = pairOf(params);
      if (trade === undefined || pair === undefined) {
        return stale('no trade');
      }
      return priceReading(params, pair, trade.price, trade.atMs);
    },
  };
}

/** A field whose value can be anything, so that a bad one never costs the rest of the message. */
export const anyField = z.unknown().optional();

/** A longer text is no size of a trade. */
const maxSizeLength = 40;

/**
 * Returns the size of a trade as a field of its event: the venue's own digits, without an exponent. Returns no field for
 * anything that is no decimal above zero. Such a trade still has a price.
 */
export function sizeField(literal: unknown): { readonly size?: string } {
  const size = typeof literal === 'string' && literal.length <= maxSizeLength ? plainDecimal(literal) : undefined;
  return size === undefined || size.length > maxSizeLength || size.startsWith('-') || !/[1-9]/.test(size)
    ? {}
    : { size };
}

/** Reads a message that matches a schema. A message of another shape is malformed, and the detail names the first wrong field. */
export function shapedEvents<Message>(
  schema: z.ZodType<Message>,
  message: unknown,
  read: (message: Message) => readonly StreamEvent[],
): readonly StreamEvent[] {
  const parsed = schema.safeParse(message);
  if (parsed.success) {
    return read(parsed.data);
  }
  const path = parsed.error.issues[0]?.path.join('.') ?? '';
  return malformedEvent(path === '' ? 'not the documented message' : `no valid ${path}`);
}

/** Reads each row of a message by itself, so that an unreadable row costs only itself. */
export function rowEvents<Row>(
  schema: z.ZodType<Row>,
  rows: readonly unknown[],
  read: (row: Row) => readonly StreamEvent[],
): readonly StreamEvent[] {
  return rows.flatMap((row) => shapedEvents(schema, row, read));
}

/** Returns the one event of a message in another shape than documented. */
export function malformedEvent(detail: string): readonly StreamEvent[] {
  return [{ kind: 'malformed', detail }];
}

/**
 * Venues that answer a repeated subscription with an error, although the first one stays: Kraken, Hyperliquid and dYdX by their
 * documentation, Bybit by github.com/sieblyio/bybit-api/issues/477 and github.com/bybit-exchange/pybit/issues/373, both read
 * 2026-11-27. Public clients take the same text as a success. A repeated end of a subscription reads alike.
 */
const repeatedRequest = /(?:already|not|is not) (?:un)?subscribed|duplicate subscription|subscription not found/i;

/** Whether a venue refused a request only because an earlier one holds. */
export function isRepeatedRequest(text: string): boolean {
  return repeatedRequest.test(text);
}

/** Returns the event of a refusal in a venue's own words. The refusal of a repeated request confirms the first one. */
export function refusalEvent(text: string, topic?: string, detail = text): readonly StreamEvent[] {
  return isRepeatedRequest(text)
    ? [{ kind: 'confirmed' }]
    : [{ kind: 'rejected', ...(topic === undefined ? {} : { topic }), detail: cleanText(detail, 80) }];
}

/** Returns a JSON request of a client. */
export function request(body: Readonly<Record<string, unknown>>): readonly string[] {
  return [JSON.stringify(body)];
}
