import type { Ticker } from '../market/ticker.ts';
import type { ExchangeBook } from '../providers/exchange-books.ts';

/** A trade as a stream publishes it. */
export type StreamedTrade = Ticker & {
  /** Sequence number of the trade in its book. */
  readonly number: number;
};

/** The size that a stream shows for a trade without a size. Every mocked venue has sizes, so no message contains it. */
export const noSize = '0';

/** The funding rate of a contract as a stream publishes it. */
export type StreamedFunding = {
  /** Share of the position that is paid per interval. The sandbox invents the rate, so a float is exact enough. */
  readonly rate: number;
  readonly intervalHours: number;
  readonly nextAtMs: number;
  /** The price of the contract's coin, in US dollars. */
  readonly price: number;
  /** Time of the rate, in milliseconds since the Unix epoch. */
  readonly atMs: number;
};

/** The contracts whose funding rates a stream publishes. */
export type StreamedContracts = {
  /** Symbols of the coins. The key is the venue's name of the contract. */
  readonly symbols: ReadonlyMap<string, string>;
  /**
   * Returns the messages that publish a funding rate.
   * @param isSnapshot whether the rate is the reply to a subscription.
   */
  readonly messages: (name: string, funding: StreamedFunding, isSnapshot: boolean) => readonly string[];
};

/**
 * The effect of a client's request: the names to subscribe to, the names to unsubscribe from, and the venue's replies.
 */
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
  /** Set when the stream consists of server-sent events. A client then sends a single request, the query of the URL. */
  readonly isEventStream?: true;
  /** The books of the stream. The key is the venue's name of the pair. */
  readonly books: ReadonlyMap<string, ExchangeBook>;
  /** The messages that the venue sends to a new connection. */
  readonly greeting: readonly string[];
  /**
   * Reads a request of a client.
   * @param message the parsed request. Undefined for text that is not JSON.
   * @param text the request as received.
   * @param held the names to which the connection is subscribed.
   */
  readonly onRequest: (message: unknown, text: string, held: ReadonlySet<string>) => StreamRequest;
  /** The contracts with funding rates. Absent when the stream publishes no funding rates. */
  readonly contracts?: StreamedContracts;
  /**
   * Returns the messages that publish a trade.
   * @param isSnapshot whether the trade happened before the subscription.
   */
  readonly trade: (name: string, trade: StreamedTrade, isSnapshot: boolean) => readonly string[];
  readonly quote: (name: string, trade: StreamedTrade) => readonly string[];
  /**
   * Returns the messages that the venue sends each second.
   * @param numbers for each subscribed book, the number of its last trade.
   */
  readonly heartbeat: (numbers: ReadonlyMap<string, number>, nowMs: number) => readonly string[];
};
