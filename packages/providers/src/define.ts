/** One HTTP request to a provider, relative to its base URL. */
export type ProviderRequest = {
  readonly method?: 'GET' | 'POST';
  /** Path and query, encoded, with a leading slash. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Maximum number of bytes of the response. Absent: the maximum of the client. */
  readonly maxBytes?: number;
  /**
   * The host that the caller's parameters name, where each host is an instance of its own. The engine sends such a
   * request to `https://<host>` and only to public addresses. With a configured base URL it sends the request there, and
   * the host is the first part of the path.
   */
  readonly host?: string;
  /** A second request below the same base URL. Both are sent at once, and the attempt needs both answers. */
  readonly second?: ProviderRequest;
};

/** A provider's HTTP response. */
export type ProviderResponse = {
  readonly status: number;
  /**
   * The parsed JSON body. Every number stays the text of its literal, so that no digit passes through a float.
   * Undefined when the body is not JSON.
   */
  readonly body: unknown;
  /** The start of a body that is not JSON. */
  readonly text?: string;
  /** The time at which the response arrived, by our clock, in milliseconds since the Unix epoch. */
  readonly receivedAtMs: number;
  /** The time at which the response was made: `Date` minus `Age`, in milliseconds since the Unix epoch. */
  readonly servedAtMs?: number;
  /** The response to the request's `second`. */
  readonly second?: ProviderResponse;
  /**
   * Returns the time of a slot of Solana by the engine's own nodes, in milliseconds since the Unix epoch. Undefined
   * before a node has shown a slot.
   */
  readonly slotTime?: (slot: number) => number | undefined;
};

/** The meaning of a response. Only `datum` carries a value; every other kind ends the attempt. */
export type ProviderReading =
  | {
      readonly kind: 'datum';
      /** The type's data without `asOf`, which the engine adds. */
      readonly data: Readonly<Record<string, unknown>>;
      /**
       * The time that the datum is from, by the source, in milliseconds since the Unix epoch. Only opinions can lack it: a
       * datum without it is undated.
       */
      readonly sourceAtMs?: number;
    }
  /** The provider does not know the requested entity. */
  | { readonly kind: 'unknown_entity' }
  /** The answer itself shows that it is too old, or gives no sign of its age. `detail` says which. */
  | { readonly kind: 'stale'; readonly detail: string }
  /** `detail` names no host. It repeats at most a short code or message of the provider. */
  | {
      readonly kind: 'rate_limited' | 'exhausted' | 'access_denied' | 'http_error' | 'malformed';
      readonly detail: string;
    };

/** Parameters in the catalog's normal form. */
export type QuestionParams = Readonly<Record<string, string>>;

/** The request and the reading by which one provider answers one data type. */
export type TypeAdapter = {
  /** Identifier of the data type. */
  readonly type: string;
  /**
   * The base URL of this adapter when it differs from the provider's. Settings name it `<provider>.<name>`, such as
   * `binance.futures`.
   */
  readonly base?: { readonly name: string; readonly baseUrl: string };
  /** Cost of one request in micro-credits, whether or not it delivers a datum. */
  readonly costMicros: bigint;
  /**
   * Order among the providers of a type; 0 when absent. Calls ask higher ranks later. A right answer that is not
   * exactly what most callers mean ranks behind the others. An example is a price in a dollar coin instead of dollars.
   */
  readonly rank?: number;
  /**
   * Set when the provider gives an opinion on a datum that the engine derives from the chain. `read` then returns an
   * opinion in the shape of `token-opinion.ts`. An opinion can contradict the datum, but it confirms nothing and the
   * catalog does not count it.
   */
  readonly peer?: true;
  /** Set when the provider bills each request, so that the engine sends only those that callers cause. */
  readonly unprobed?: true;
  /** Parameters for probes, when this adapter does not cover the type's own example. */
  readonly example?: QuestionParams;
  /**
   * Returns the request for these parameters. Undefined when the provider's tables do not cover the entity; nothing is
   * then sent or charged. The caller adds the headers of the operator's key: see accessOf.
   */
  readonly request: (params: QuestionParams) => ProviderRequest | undefined;
  /** Returns the meaning of a response. A response at which it throws counts as malformed. */
  readonly read: (response: ProviderResponse, params: QuestionParams) => ProviderReading;
};

/** A published page, and the day on which somebody read it, as YYYY-MM-DD. */
export type ReadPage = { readonly url: string; readonly readOn: string };

/**
 * What a provider states that it is. A statement can lower a verdict on independence and never raise one.
 *
 * `venue`: it has an order book or a counter of its own. `aggregator`: it is made from others. `oracle`: it combines what
 * publishers send it.
 */
export type ProviderStatement =
  | { readonly kind: 'venue' }
  | {
      readonly kind: 'aggregator';
      readonly statedAt: ReadPage;
      /** The providers on its published list of parts, where that list names every part. Absent without such a list. */
      readonly parts?: ReadPage & { readonly providers: readonly string[] };
    }
  | {
      readonly kind: 'oracle';
      readonly statedAt: ReadPage;
      /** The fewest publishers that it accepts for an aggregate. */
      readonly fewestPublishers: number;
    };

/** A documented rate limit, and the URL of its documentation. */
export type DocumentedBudget = { readonly requests: number; readonly perMs: number; readonly documentedAt: string };

/** How a provider takes the operator's API key. REST and streams send it in the same headers. */
export type ProviderKey = {
  /** Whether the provider refuses every request without a key. The engine then asks it only with one. */
  readonly required: boolean;
  /** Returns the headers that carry the key. */
  readonly headers: (key: string) => Readonly<Record<string, string>>;
  /** The page that says so. */
  readonly statedAt: ReadPage;
  /** The page at which an operator gets a key. */
  readonly obtainedAt: string;
};

/** A plan of a provider whose keys have a host, a header, a rate limit or an age of the data of their own. */
export type ProviderPlan = {
  /** The name that `ASSAY_PROVIDER_PLANS` has for it, such as `paid`. */
  readonly name: string;
  /** The base URL, without a trailing slash. */
  readonly baseUrl: string;
  readonly key: ProviderKey;
  readonly budget: DocumentedBudget;
  /** Time between two updates of the data, in milliseconds. Absent where the provider states none. */
  readonly renewedEveryMs?: number;
};

/** The declaration of a provider. Each provider has a folder of its own. */
export type Provider = {
  /** The provider's plain name, such as `kraken`. */
  readonly id: string;
  /** The default base URL, without a trailing slash. */
  readonly baseUrl: string;
  readonly statement: ProviderStatement;
  /** The rate limit at `baseUrl`. */
  readonly budget: DocumentedBudget;
  /** The key that `baseUrl` takes. Absent when it takes none. */
  readonly key?: ProviderKey;
  /** Time between two updates of the data at `baseUrl`, in milliseconds. Absent where the provider states none. */
  readonly renewedEveryMs?: number;
  /** The plans with keys, where they differ in more than the key. The first one is that of a key without a named plan. */
  readonly plans?: readonly ProviderPlan[];
  readonly adapters: readonly TypeAdapter[];
};

/** Returns the declaration with its type checked. The loader checks the rules that types cannot express. */
export function defineProvider(provider: Provider): Provider {
  return provider;
}
