import type { Ticker } from '../market/ticker.ts';
import type { ExchangeBook } from '../providers/exchange-books.ts';

/** A trade as a stream publishes it. */
export type StreamedTrade = Ticker & {
  /** Counts the trades of a book one by one. */
  readonly number: number;
};

/** The meaning of a client's request. */
export type StreamRequest = {
  readonly subscribe?: readonly string[];
  readonly unsubscribe?: readonly string[];
  /** The messages with which the venue answers. */
  readonly replies: readonly string[];
};

/** A venue's streaming protocol: its messages, without the connection. */
export type StreamProtocol = {
  readonly provider: string;
  /** The path of the stream below the provider's own path, with a leading slash. */
  readonly path: string;
  /** The books by the venue's names. */
  readonly books: ReadonlyMap<string, ExchangeBook>;
  /** The messages that a new connection gets. */
  readonly greeting: readonly string[];
  readonly onRequest: (message: unknown) => StreamRequest;
  /** @param isSnapshot whether the trade is from before the subscription. */
  readonly trade: (name: string, trade: StreamedTrade, isSnapshot: boolean) => readonly string[];
  readonly quote: (name: string, trade: StreamedTrade) => readonly string[];
  /** The messages of each second, by the last number of each subscribed book. */
  readonly heartbeat: (numbers: ReadonlyMap<string, number>, nowMs: number) => readonly string[];
};
