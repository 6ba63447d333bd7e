import { plainDecimal } from '@assay/catalog/decimals';
import { isListedSymbol } from '@assay/catalog/symbols';
import { cleanText } from '@assay/faults/clean-text';
import { z } from 'zod';
import type { QuestionParams } from './define.ts';
import type { ProviderStream, StreamEvent } from './define-stream.ts';
import { askedPair, type AskedPair } from './pairs.ts';
import { priceReading, stale } from './readings.ts';

/** The names that a stream of prices uses for its topics. */
export type PriceTopics = {
  /** The currencies of the venue's order books. The first one serves questions without a quote. */
  readonly quotes: readonly string[];
  /** Returns the venue's name for a pair. */
  readonly nameOf: (pair: AskedPair) => string;
};

/**
 * Returns the parts of a stream's declaration that answer the two price types. Only order books in US dollars answer
 * `token.price`.
 */
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

/**
 * A field with a value of any form. The reader checks the value later, so that a bad value does not invalidate the
 * whole message.
 */
export const anyField = z.unknown().optional();

/** Maximum length of a trade's size, in characters. */
const maxSizeLength = 40;

/**
 * Returns the size of a trade as a field of its event: the venue's own digits, without an exponent. Returns no field
 * when the value is not a decimal above zero; the trade still has its price.
 */
export function sizeField(literal: unknown): { readonly size?: string } {
  const size = typeof literal === 'string' && literal.length <= maxSizeLength ? plainDecimal(literal) : undefined;
  return size === undefined || size.length > maxSizeLength || size.startsWith('-') || !/[1-9]/.test(size)
    ? {}
    : { size };
}

/**
 * Reads a message that should match a schema. A message that does not match becomes one malformed event, whose detail
 * names the first wrong field.
 */
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

/** Reads each row of a message separately, so that an unreadable row does not invalidate the other rows. */
export function rowEvents<Row>(
  schema: z.ZodType<Row>,
  rows: readonly unknown[],
  read: (row: Row) => readonly StreamEvent[],
): readonly StreamEvent[] {
  return rows.flatMap((row) => shapedEvents(schema, row, read));
}

/** Returns one malformed event, for a message whose form is not the documented one. */
export function malformedEvent(detail: string): readonly StreamEvent[] {
  return [{ kind: 'malformed', detail }];
}

/**
 * Matches the errors with which venues refuse a repeated subscription. The first subscription stays in place. Kraken,
 * Hyperliquid and dYdX document these errors. For Bybit, see github.com/sieblyio/bybit-api/issues/477 and
 * github.com/bybit-exchange/pybit/issues/373, both read 2026-11-27. Public clients treat this error as a success. A
 * repeated unsubscription gets the same text.
 */
const repeatedRequest = /(?:already|not|is not) (?:un)?subscribed|duplicate subscription|subscription not found/i;

/** Returns whether a venue refused a request only because an equal request is already in effect. */
export function isRepeatedRequest(text: string): boolean {
  return repeatedRequest.test(text);
}

/**
 * Returns the event for a refusal, with the venue's own words as its detail. When the venue refused only a repeated
 * request, the event is a confirmation.
 */
export function refusalEvent(text: string, topic?: string, detail = text): readonly StreamEvent[] {
  return isRepeatedRequest(text)
    ? [{ kind: 'confirmed' }]
    : [{ kind: 'rejected', ...(topic === undefined ? {} : { topic }), detail: cleanText(detail, 80) }];
}

/** Returns a request to a venue as JSON text. */
export function request(body: Readonly<Record<string, unknown>>): readonly string[] {
  return [JSON.stringify(body)];
}
