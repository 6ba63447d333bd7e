/** One HTTP request to a provider, relative to its base URL. */
export type ProviderRequest = {
  readonly method?: 'GET' | 'POST';
  /** Path and query, encoded, with a leading slash. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Maximum number of bytes of the response. When absent, the HTTP client's maximum applies. */
  readonly maxBytes?: number;
  /**
   * The host to ask when the caller's parameters name one, because many servers speak the same protocol. The engine
   * sends the request to `https://<host>`, and only to public addresses. When a base URL is configured, the engine
   * sends the request there instead, with the host as the first path segment.
   */
  readonly host?: string;
  /**
   * A second request below the same base URL. The engine sends both in parallel, and the attempt needs both answers.
   */
  readonly second?: ProviderRequest;
};

/** A provider's HTTP response. */
export type ProviderResponse = {
  readonly status: number;
  /**
   * The parsed JSON body. Numbers are kept as the text of their literals, so that no digit is lost in a float.
   * Undefined when the body is not JSON.
   */
  readonly body: unknown;
  /** The first characters of a body that is not JSON. */
  readonly text?: string;
  /** The time at which the response arrived, by our clock, in milliseconds since the Unix epoch. */
  readonly receivedAtMs: number;
  /** The time at which the server generated the response: `Date` minus `Age`, in milliseconds since the Unix epoch. */
  readonly servedAtMs?: number;
  /** The response to the second request (`ProviderRequest.second`). Absent when the adapter sends one request. */
  readonly second?: ProviderResponse;
  /**
   * Returns the time of a Solana slot in milliseconds since the Unix epoch, according to the engine's own nodes.
   * Undefined while no node has reported a slot.
   */
  readonly slotTime?: (slot: number) => number | undefined;
};

/**
 * The result of reading a response. Only a reading of the kind `datum` contains a value; every other kind ends the
 * attempt.
 */
export type ProviderReading =
  | {
      readonly kind: 'datum';
      /** The type's data without `asOf`, which the engine adds. */
      readonly data: Readonly<Record<string, unknown>>;
      /**
       * The time of the datum according to the source, in milliseconds since the Unix epoch. Only opinions may omit it.
       * The engine rejects any other datum without a time as undated.
       */
      readonly sourceAtMs?: number;
    }
  /** The provider does not know the requested entity. */
  | { readonly kind: 'unknown_entity' }
  /** The response shows that its data is too old, or does not show the age of its data. `detail` says which. */
  | { readonly kind: 'stale'; readonly detail: string }
  /**
   * The provider refused the request or sent an unreadable response. `detail` contains no host name, and quotes at most
   * a short code or message of the provider.
   */
  | {
      readonly kind: 'rate_limited' | 'exhausted' | 'access_denied' | 'http_error' | 'malformed';
      readonly detail: string;
    };

/** Parameters in the catalog's normal form. */
export type QuestionParams = Readonly<Record<string, string>>;

/** How one provider answers one data type: the request to send and how to read the response. */
export type TypeAdapter = {
  /** Identifier of the data type. */
  readonly type: string;
  /**
   * The base URL of this adapter, when it differs from the provider's. The settings name it `<provider>.<name>`, such
   * as `binance.futures`.
   */
  readonly base?: { readonly name: string; readonly baseUrl: string };
  /** Cost of one request in micro-credits. A request costs the same when it delivers no datum. */
  readonly costMicros: bigint;
  /**
   * Rank of the adapter in the order in which the engine asks a type's providers. It asks higher ranks later; 0 when
   * absent. Use a higher rank for an answer that is not quite what most callers mean, such as a price in a dollar coin
   * instead of dollars.
   */
  readonly rank?: number;
  /**
   * Set when the provider gives an opinion on a datum that the engine derives from the chain. `read` then returns an
   * opinion in the form of `token-opinion.ts`. An opinion can contradict the datum but not confirm it. The catalog does
   * not count the provider as a source of the type.
   */
  readonly peer?: true;
  /** Set when the provider bills each request. The engine then sends no probes, only requests for callers. */
  readonly unprobed?: true;
  /** Parameters for probes. Set when the adapter cannot answer the example of the data type. */
  readonly example?: QuestionParams;
  /**
   * Returns the request for these parameters. Undefined when the provider's tables do not contain the entity. The
   * engine then sends no request and charges nothing. The engine also adds the headers with the operator's key: see
   * accessOf.
   */
  readonly request: (params: QuestionParams) => ProviderRequest | undefined;
  /** Returns the result of reading a response. If it throws, the response counts as malformed. */
  readonly read: (response: ProviderResponse, params: QuestionParams) => ProviderReading;
};

/** A published page, and the date (YYYY-MM-DD) on which an author read it. */
export type ReadPage = { readonly url: string; readonly readOn: string };

/**
 * The kind of source that a provider says it is. A statement can lower a verdict on independence but never raise it.
 * `venue`: measures its values itself, in its own order book or by its own counts. `aggregator`: computes its values
 * from other sources. `oracle`: combines the values that publishers send to it.
 */
export type ProviderStatement =
  | { readonly kind: 'venue' }
  | {
      readonly kind: 'aggregator';
      readonly statedAt: ReadPage;
      /** The providers in the aggregator's published list of its sources. Absent when the list is incomplete. */
      readonly parts?: ReadPage & { readonly providers: readonly string[] };
    }
  | {
      readonly kind: 'oracle';
      readonly statedAt: ReadPage;
      /** Minimum number of publishers whose values an aggregate combines. */
      readonly fewestPublishers: number;
    };

/** A documented rate limit, and the URL of its documentation. */
export type DocumentedBudget = { readonly requests: number; readonly perMs: number; readonly documentedAt: string };

/** How a provider accepts the operator's API key. REST and streams send the key in the same headers. */
export type ProviderKey = {
  /**
   * Whether the provider refuses every request without a key. The engine then sends requests only when a key is
   * configured.
   */
  readonly required: boolean;
  /** Returns the headers that carry the key. */
  readonly headers: (key: string) => Readonly<Record<string, string>>;
  /** The page that documents the header. */
  readonly statedAt: ReadPage;
  /** The page where an operator obtains a key. */
  readonly obtainedAt: string;
};

/**
 * A plan of a provider. Keys of different plans can have different hosts, headers, rate limits and update intervals.
 */
export type ProviderPlan = {
  /** The plan's name in `ASSAY_PROVIDER_PLANS`, such as `paid`. */
  readonly name: string;
  /** The base URL, without a trailing slash. */
  readonly baseUrl: string;
  readonly key: ProviderKey;
  readonly budget: DocumentedBudget;
  /**
   * Time between two updates of the provider's data under this plan, in milliseconds. Absent when the provider does not
   * document it.
   */
  readonly renewedEveryMs?: number;
};

/** The declaration of a provider. Each provider has a folder of its own. */
export type Provider = {
  /** The provider's identifier, such as `kraken`. */
  readonly id: string;
  /** The default base URL, without a trailing slash. */
  readonly baseUrl: string;
  readonly statement: ProviderStatement;
  /** The rate limit at `baseUrl`. */
  readonly budget: DocumentedBudget;
  /** The key that `baseUrl` accepts. Absent when it accepts none. */
  readonly key?: ProviderKey;
  /**
   * Time between two updates of the provider's data at `baseUrl`, in milliseconds. Absent when the provider does not
   * document it.
   */
  readonly renewedEveryMs?: number;
  /**
   * The provider's plans, when they differ in more than the key. When the settings name no plan, a key belongs to the
   * first one.
   */
  readonly plans?: readonly ProviderPlan[];
  readonly adapters: readonly TypeAdapter[];
};

/**
 * Returns the declaration unchanged and lets the compiler check its type. The loader checks the rules that types cannot
 * express.
 */
export function defineProvider(provider: Provider): Provider {
  return provider;
}
