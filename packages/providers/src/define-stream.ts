import type { ProviderReading, QuestionParams } from './define.ts';

/** A trade that a venue published. */
export type TradeEvent = {
  readonly kind: 'trade';
  readonly topic: string;
  /** The text of the price, as the venue wrote it. */
  readonly price: string;
  /**
   * The traded amount in units of the base asset, as the venue wrote it. Absent when the stream shows no sizes, as that of an
   * oracle, or when this one is no decimal above zero.
   */
  readonly size?: string;
  /** The venue's time of the trade, in milliseconds since the Unix epoch. */
  readonly atMs: number;
  /** The venue's id of the trade. */
  readonly id: string;
  /** The position of the trade among those of its topic. Absent when the venue numbers no trades. */
  readonly sequence?: number;
};

/** The best bid and ask of a book. */
export type QuoteEvent = {
  readonly kind: 'quote';
  readonly topic: string;
  readonly bid: string;
  readonly ask: string;
  /** The venue's time of the quote, in milliseconds since the Unix epoch. A quote without a time proves no freshness. */
  readonly atMs?: number;
};

/** The funding rate of a perpetual contract. */
export type FundingEvent = {
  readonly kind: 'funding';
  readonly topic: string;
  /** Share of the position paid per interval, as the text of its literal. */
  readonly rate: string;
  /** Absent when the venue publishes no interval; it then follows from REST. */
  readonly intervalHours?: number;
  readonly nextFundingAtMs?: number;
  /** The venue's time of the rate, in milliseconds since the Unix epoch. */
  readonly atMs: number;
};

/**
 * A part of what a venue says about a funding rate, where one message does not say all of it. The last value of each field
 * counts. The parts make a rate as soon as a rate and a time are known. A part without any field is a sign that the feed of
 * rates is alive.
 */
export type FundingPartEvent = {
  readonly kind: 'funding_part';
  /** Absent when the part holds for every topic of the connection. */
  readonly topic?: string;
  readonly rate?: string;
  readonly intervalHours?: number;
  readonly nextFundingAtMs?: number;
  /** The time at which the venue says that its rates are current, in milliseconds since the Unix epoch. */
  readonly atMs?: number;
  /** A price of the same message as the rate. A quote of the topic that encloses the price dates the rate. */
  readonly price?: string;
  /**
   * Set when the time comes from another channel than the rates. It counts only if a part of the channel of the rates
   * arrived at most this long before, in milliseconds: the other channel can go on while the rates stopped.
   */
  readonly feedWithinMs?: number;
};

/** The meaning of a part of a venue's message. */
export type StreamEvent =
  | TradeEvent
  | QuoteEvent
  | FundingEvent
  | FundingPartEvent
  /** A sign of life. It proves that the connection is open, and nothing about any price. */
  | {
      readonly kind: 'heartbeat';
      readonly topic?: string;
      /** The newest trade by the venue. A higher number than the last received one shows a missed trade. */
      readonly lastSequence?: number;
    }
  /** The venue confirmed a request. */
  | { readonly kind: 'confirmed' }
  /** The venue refused a subscription. `topic` is absent when the message does not name it. */
  | { readonly kind: 'rejected'; readonly topic?: string; readonly detail: string }
  /** The venue says whether its prices can be used, for example during maintenance. */
  | { readonly kind: 'service'; readonly available: boolean; readonly detail: string }
  /** The venue asks its clients to connect again, or reports an error after which the connection is of no use. */
  | { readonly kind: 'reconnect'; readonly detail: string }
  /** Messages were lost on the connection. Nothing that was received before is known to be the newest. */
  | { readonly kind: 'gap'; readonly detail: string }
  | { readonly kind: 'malformed'; readonly detail: string };

/** The last events of one topic, from which a question is answered. */
export type TopicEvents = {
  readonly trade?: TradeEvent;
  readonly quote?: QuoteEvent;
  readonly funding?: FundingEvent;
};

/** The limits that a venue documents for its connections. */
export type StreamLimits = {
  readonly topicsPerConnection: number;
  readonly topicsPerRequest: number;
  /** Requests that a client may send in one second on one connection. */
  readonly requestsPerSecond: number;
  /** Minimum time between two attempts to connect, in milliseconds. */
  readonly connectEveryMs: number;
};

/** A venue's streaming protocol: what is sent, and how its messages are read. */
export type ProviderStream = {
  /** The provider's id. */
  readonly provider: string;
  /** A name of the stream among all streams, such as `binance` or `binance.futures`. */
  readonly id: string;
  /** The public address, with the scheme `wss`. */
  readonly url: string;
  /** The URL of the documentation from which the limits come. */
  readonly documentedAt: string;
  readonly limits: StreamLimits;
  /** A connection without any message for this long counts as lost, in milliseconds. */
  readonly silentAfterMs: number;
  /** A request that keeps the connection open, where the venue wants one. `answer` is the venue's answer if it is no JSON. */
  readonly ping?: { readonly everyMs: number; readonly message: string; readonly answer?: string };
  /**
   * The age up to which an event answers, in milliseconds, where the venue publishes more rarely than prices change. Absent:
   * the engine's own bound.
   */
  readonly freshForMs?: number;
  /** The age at which the connection is replaced, before the venue ends it. */
  readonly maxConnectionMs?: number;
  /**
   * Set when the venue's refusal of a topic leaves the other topics of the same request subscribed. Absent: a refusal may be
   * that of the whole request, so the other topics of the request are asked again where nothing arrived for them.
   */
  readonly refusesAlone?: true;
  /** Whether the numbers of a topic's trades rise by one, so that a missing number shows a missed trade. */
  readonly countsTrades: boolean;
  /** Whether the venue writes prices as JSON numbers. They are then parsed without a float. */
  readonly numericPrices: boolean;
  /** Returns the topic that answers a question. Undefined when no topic does. */
  readonly topicOf: (type: string, params: QuestionParams) => string | undefined;
  readonly subscribe: (topics: readonly string[], requestId: number) => readonly string[];
  readonly unsubscribe: (topics: readonly string[], requestId: number) => readonly string[];
  /** Returns the events of a parsed message. A message of another shape is one malformed event. */
  readonly eventsOf: (message: unknown) => readonly StreamEvent[];
  /**
   * Returns the answer to a question from the last events of its topic.
   * @param confirmed the last answer by REST, for what the venue does not stream.
   */
  readonly read: (
    events: TopicEvents,
    params: QuestionParams,
    confirmed: Readonly<Record<string, unknown>>,
  ) => ProviderReading;
};

/** Returns the declaration of a provider's streams with its type checked. */
export function defineStreams(streams: readonly ProviderStream[]): readonly ProviderStream[] {
  return streams;
}
