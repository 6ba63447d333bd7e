import type { ProviderReading, QuestionParams } from './define.ts';

/** A trade that a venue published. */
export type TradeEvent = {
  readonly kind: 'trade';
  readonly topic: string;
  /** The text of the price, as the venue wrote it. */
  readonly price: string;
  /**
   * The traded amount in units of the base asset, as the venue wrote it. Absent when the stream has no sizes, such as
   * an oracle's stream, or when this size is not a decimal above zero.
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
   * The venue's time of the quote, in milliseconds since the Unix epoch. A quote without a time cannot prove that a
   * price is current.
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
   * Hours between two payments. Absent when the message does not contain the interval. The engine then uses the
   * interval of the last REST answer.
   */
  readonly intervalHours?: number;
  readonly nextFundingAtMs?: number;
  /** The venue's time of the rate, in milliseconds since the Unix epoch. */
  readonly atMs: number;
};

/**
 * A part of a funding rate, for venues whose messages each contain only some of its fields. For each field, the latest
 * value applies. The engine can use the rate once the parts have given a rate and a time. A part without any field only
 * shows that the venue still sends rates.
 */
export type FundingPartEvent = {
  readonly kind: 'funding_part';
  /** The contract that the part is about. Absent when the part applies to every topic of the connection. */
  readonly topic?: string;
  readonly rate?: string;
  readonly intervalHours?: number;
  readonly nextFundingAtMs?: number;
  /** The time at which the rates were current, as the venue states it, in milliseconds since the Unix epoch. */
  readonly atMs?: number;
  /**
   * A price from the same message as the rate, for a rate without a time of its own. The rate gets the time of a quote
   * whose bid and ask enclose this price.
   */
  readonly price?: string;
  /**
   * A duration in milliseconds. It is set when the part's time comes from another channel than the rates. The part's
   * time counts only if the channel of the rates sent something at most this long before it. Otherwise the rates may
   * have stopped while the other channel continues.
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
       * The sequence number of the venue's newest trade. A number above that of the last received trade shows that a
       * trade was missed.
       */
      readonly lastSequence?: number;
    }
  /** The venue confirmed a request, such as a subscription. */
  | { readonly kind: 'confirmed' }
  /** The venue refused a subscription. `topic` is absent when the message does not name the topic. */
  | { readonly kind: 'rejected'; readonly topic?: string; readonly detail: string }
  /** The venue states whether its prices are usable. During maintenance, for example, they are not usable. */
  | { readonly kind: 'service'; readonly available: boolean; readonly detail: string }
  /** The venue asks clients to reconnect, or reports an error that makes the connection useless. */
  | { readonly kind: 'reconnect'; readonly detail: string }
  /** The connection lost messages, so the last received events may not be the newest. */
  | { readonly kind: 'gap'; readonly detail: string }
  | { readonly kind: 'malformed'; readonly detail: string };

/** The latest event of each kind of one topic. The engine answers questions from them. */
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
  /** Maximum time without any message, in milliseconds. After this time the connection counts as lost. */
  readonly silentAfterMs: number;
  /**
   * The request that a client must repeat to keep the connection open. `answer` is the venue's reply, given only when
   * the reply is not JSON.
   */
  readonly ping?: { readonly everyMs: number; readonly message: string; readonly answer?: string };
  /**
   * Maximum age of an event that may answer a question, in milliseconds. Set when the venue publishes more slowly than
   * the engine's default allows.
   */
  readonly freshForMs?: number;
  /**
   * Maximum age of a connection, in milliseconds. At this age the engine replaces the connection, because the venue
   * would soon close it.
   */
  readonly maxConnectionMs?: number;
  /**
   * Set when the venue refuses single topics of a request and subscribes the others. When absent, a refusal may apply
   * to the whole request. The engine then subscribes again to those topics of the request that have sent nothing.
   */
  readonly refusesAlone?: true;
  /** Whether the trades of a topic have consecutive numbers, so that a gap shows a missed trade. */
  readonly countsTrades: boolean;
  /** Whether the venue writes prices as JSON numbers. The parser then keeps their digits as text. */
  readonly numericPrices: boolean;
  /** Returns the topic whose events can answer a question. Undefined when the stream has no such topic. */
  readonly topicOf: (type: string, params: QuestionParams) => string | undefined;
  readonly subscribe: (topics: readonly string[], requestId: number) => readonly string[];
  readonly unsubscribe: (topics: readonly string[], requestId: number) => readonly string[];
  /** Returns the events of a parsed message. A message of an unknown shape yields one malformed event. */
  readonly eventsOf: (message: unknown) => readonly StreamEvent[];
  /**
   * Returns the answer to a question from the latest events of its topic.
   * @param confirmed the last REST answer to the question. It supplies fields that the venue does not stream.
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
