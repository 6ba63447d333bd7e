import { isListedSymbol } from '@assay/catalog/symbols';
import type { z } from 'zod';
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

/** Returns the one event of a message in another shape than documented. */
export function malformedEvent(detail: string): readonly StreamEvent[] {
  return [{ kind: 'malformed', detail }];
}

/** Returns a JSON request of a client. */
export function request(body: Readonly<Record<string, unknown>>): readonly string[] {
  return [JSON.stringify(body)];
}
