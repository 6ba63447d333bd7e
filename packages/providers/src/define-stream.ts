import type { ProviderReading, QuestionParams } from './define.ts';

/** A trade that a venue published. */
export type TradeEvent = {
  readonly kind: 'trade';
  readonly topic: string;
  /** The text of the price, as the venue wrote it. */
  readonly price: string;
  /**
   * The traded amount in units of the base asset, as the venue wrote it. Absent when the stream has no sizes, as an
   * oracle's, or when this size is not a decimal above zero.
   */
  readonly size?: string;
  /** The venue's time of the trade, in milliseconds since the Unix epoch. */
  readonly atMs: number;
  /** The venue's id of the trade. */
  readonly id: string;
  /** The sequence number of the trade within its topic. Absent when the venue does not number its trades. */
  readonly sequence?: number;
};

/** The best bid and ask of an order book. */
export type QuoteEvent = {
  readonly kind: 'quote';
  readonly topic: string;
  readonly bid: string;
  readonly ask: string;
  /**
   * The venue's time of the quote, in milliseconds since the Unix epoch. A quote without a time cannot prove that a price is
   * current.
   */
  readonly atMs?: number;
};

/** The funding rate of a perpetual contract. */
export type FundingEvent = {
  readonly kind: 'funding';
  readonly topic: string;
  /** Share of the position paid per interval, as the text of its literal. */
  readonly rate: string;
  /**
   * Hours between two payments. Absent when the stream does not contain the interval; it is then taken from the last REST
   * answer.
   */
  readonly intervalHours?: number;
  readonly nextFundingAtMs?: number;
  /** The venue's time of the rate, in milliseconds since the Unix epoch. */
  readonly atMs: number;
};

/**
 * A part of a funding rate, for venues whose messages each contain only some of its fields. The latest value of each field
 * applies. The parts form a rate once a rate and a time are known. A part without any field shows that the channel of the
 * rates is alive.
 */
export type FundingPartEvent = {
  readonly kind: 'funding_part';
  /** Absent when the part applies to every topic of the connection. */
  readonly topic?: string;
  readonly rate?: string;
  readonly intervalHours?: number;
  readonly nextFundingAtMs?: number;
  /** The time as of which the venue says that its rates are current, in milliseconds since the Unix epoch. */
  readonly atMs?: number;
  /** A price from the same message as the rate. A quote of the topic that encloses this price gives the rate its time. */
  readonly price?: string;
  /**
   * Set when the time comes from another channel than the rates, in milliseconds. The time counts only if the channel of the
   * rates sent a part at most this long before it, because the other channel can continue after the rates stopped.
   */
  readonly feedWithinMs?: number;
};

/** One event that a venue's message reports. */
export type StreamEvent =
  | TradeEvent
  | QuoteEvent
  | FundingEvent
  | FundingPartEvent
  /** The venue's heartbeat. It proves that the connection is open, and says nothing about prices. */
  | {
      readonly kind: 'heartbeat';
      readonly topic?: string;
      /**
       * The sequence number of the venue's newest trade. A number above the last received one shows that a trade was missed.
       */
      readonly lastSequence?: number;
    }
  /** The venue confirmed a request, such as a subscription. */
  | { readonly kind: 'confirmed' }
  /** The venue refused a subscription. `topic` is absent when the message does not name the topic. */
  | { readonly kind: 'rejected'; readonly topic?: string; readonly detail: string }
  /** The venue states whether its prices are usable. They are not, for example, during maintenance. */
  | { readonly kind: 'service'; readonly available: boolean; readonly detail: string }
  /** The venue asks clients to reconnect, or reports an error that makes the connection useless. */
  | { readonly kind: 'reconnect'; readonly detail: string }
  /** The connection lost messages, so events received before may no longer be the newest. */
  | { readonly kind: 'gap'; readonly detail: string }
  | { readonly kind: 'malformed'; readonly detail: string };

/** The latest events of one topic, from which the engine answers a question. */
export type TopicEvents = {
  readonly trade?: TradeEvent;
  readonly quote?: QuoteEvent;
  readonly funding?: FundingEvent;
};

/** The limits that a venue documents for its connections. */
export type StreamLimits = {
  readonly topicsPerConnection: number;
  readonly topicsPerRequest: number;
  /** Maximum number of requests per second on one connection. */
  readonly requestsPerSecond: number;
  /** Minimum time between two attempts to connect, in milliseconds. */
  readonly connectEveryMs: number;
};

/** A venue's streaming protocol: the messages that clients send, and how to read the venue's messages. */
export type ProviderStream = {
  /** The provider's id. */
  readonly provider: string;
  /** The unique name of the stream, such as `binance` or `binance.futures`. */
  readonly id: string;
  /** The public address, with the scheme `wss`. */
  readonly url: string;
  /** The URL of the documentation from which the limits come. */
  readonly documentedAt: string;
  readonly limits: StreamLimits;
  /** A connection counts as lost after this time without any message, in milliseconds. */
  readonly silentAfterMs: number;
  /** A request that the venue requires to keep the connection open. `answer` is the venue's reply when it is not JSON. */
  readonly ping?: { readonly everyMs: number; readonly message: string; readonly answer?: string };
  /**
   * Maximum age of an event that may answer a question, in milliseconds. Set when the venue publishes more slowly than the
   * engine's default allows.
   */
  readonly freshForMs?: number;
  /** Maximum age of a connection, in milliseconds. The engine replaces the connection then, before the venue closes it. */
  readonly maxConnectionMs?: number;
  /**
   * Set when the refusal of one topic leaves the other topics of the request subscribed. When absent, a refusal may apply to
   * the whole request, so the engine subscribes again to those other topics that sent nothing.
   */
  readonly refusesAlone?: true;
  /** Whether the trades of a topic have consecutive numbers, so that a gap shows a missed trade. */
  readonly countsTrades: boolean;
  /** Whether the venue writes prices as JSON numbers. The parser then keeps their digits as text. */
  readonly numericPrices: boolean;
  /** Returns the topic whose events answer a question. Undefined when the stream has no such topic. */
  readonly topicOf: (type: string, params: QuestionParams) => string | undefined;
  readonly subscribe: (topics: readonly string[], requestId: number) => readonly string[];
  readonly unsubscribe: (topics: readonly string[], requestId: number) => readonly string[];
  /** Returns the events of a parsed message. A message of an unknown shape yields one malformed event. */
  readonly eventsOf: (message: unknown) => readonly StreamEvent[];
  /**
   * Returns the answer to a question from the latest events of its topic.
   * @param confirmed the last REST answer, for fields that the venue does not stream.
   */
  readonly read: (
    events: TopicEvents,
    params: QuestionParams,
    confirmed: Readonly<Record<string, unknown>>,
  ) => ProviderReading;
};

/** Returns the declarations unchanged and lets the compiler check their type. */
export function defineStreams(streams: readonly ProviderStream[]): readonly ProviderStream[] {
  return streams;
}
