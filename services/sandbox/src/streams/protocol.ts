import type { Ticker } from '../market/ticker.ts';
import type { ExchangeBook } from '../providers/exchange-books.ts';

/** A trade as a stream publishes it. */
export type StreamedTrade = Ticker & {
  /** Sequence number of the trade in its book. */
  readonly number: number;
};

/** The size of a trade in a book without sizes. No mocked venue has such a book. */
export const noSize = '0';

/** The funding rate of a contract as a stream publishes it. */
export type StreamedFunding = {
  /** Share of the position that is paid per interval. The sandbox invents it, so a float is exact enough. */
  readonly rate: number;
  readonly intervalHours: number;
  readonly nextAtMs: number;
  /** The price of the contract's coin, in US dollars. */
  readonly price: number;
  /** Time of the rate, in milliseconds since the Unix epoch. */
  readonly atMs: number;
};

/** The contracts of a stream that publishes funding rates. */
export type StreamedContracts = {
  /** Symbols of the coins, by the venue's names of the contracts. */
  readonly symbols: ReadonlyMap<string, string>;
  /**
   * Returns the messages that publish a rate.
   * @param isSnapshot whether the rate answers a subscription.
   */
  readonly messages: (name: string, funding: StreamedFunding, isSnapshot: boolean) => readonly string[];
};

/** A client's request: the names to subscribe to, the names to unsubscribe from, and the venue's replies. */
export type StreamRequest = {
  readonly subscribe?: readonly string[];
  readonly unsubscribe?: readonly string[];
  /** The messages with which the venue answers the request. */
  readonly replies: readonly string[];
};

/** A venue's streaming protocol: its messages, without the connection. */
export type StreamProtocol = {
  readonly provider: string;
  /** The path of the stream below the provider's own path, with a leading slash. */
  readonly path: string;
  /** Set when the stream is server-sent events. A client then sends only one request: the query of the URL. */
  readonly isEventStream?: true;
  /** The books, by the venue's names for them. */
  readonly books: ReadonlyMap<string, ExchangeBook>;
  /** The messages that a new connection gets. */
  readonly greeting: readonly string[];
  /**
   * Reads a client's request.
   * @param message the parsed request, or undefined for text that is not JSON.
   * @param text the request as received.
   * @param held the names that the connection has subscribed to.
   */
  readonly onRequest: (message: unknown, text: string, held: ReadonlySet<string>) => StreamRequest;
  /** Absent when the stream publishes no funding rates. */
  readonly contracts?: StreamedContracts;
  /**
   * Returns the messages that publish a trade.
   * @param isSnapshot whether the trade is older than the subscription.
   */
  readonly trade: (name: string, trade: StreamedTrade, isSnapshot: boolean) => readonly string[];
  readonly quote: (name: string, trade: StreamedTrade) => readonly string[];
  /**
   * Returns the messages of each second.
   * @param numbers the number of the last trade of each subscribed book.
   */
  readonly heartbeat: (numbers: ReadonlyMap<string, number>, nowMs: number) => readonly string[];
};
