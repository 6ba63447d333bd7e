/** One HTTP request to a provider, relative to its base URL. */
export type ProviderRequest = {
  readonly method?: 'GET' | 'POST';
  /** Path and query, already encoded, with a leading slash. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

/** A provider's answer as it came over the wire. */
export type ProviderResponse = {
  readonly status: number;
  /**
   * The body parsed as JSON with every number literal kept as the string that stood in the text, so that no digit
   * passes through a float. Undefined when the body is not JSON.
   */
  readonly body: unknown;
  /** When the answer had arrived, by our own clock, in milliseconds since the Unix epoch. */
  readonly receivedAtMs: number;
};

/** What an answer means. Only `datum` says something about the world; all others end the attempt. */
export type ProviderReading =
  | {
      readonly kind: 'datum';
      /** The type's data without `asOf`, which the engine adds. */
      readonly data: Readonly<Record<string, unknown>>;
      /** The source's own time in milliseconds since the Unix epoch; absent where its body carries none. */
      readonly sourceAtMs?: number;
    }
  /** The provider answered that it does not know the entity that was asked for. */
  | { readonly kind: 'unknown_entity' }
  /** `detail` names no host and repeats at most a short code or message of the provider. */
  | { readonly kind: 'rate_limited' | 'http_error' | 'malformed'; readonly detail: string };

/** Parameters in the catalog's normal form. */
export type QuestionParams = Readonly<Record<string, string>>;

/** How one provider answers one data type. */
export type TypeAdapter = {
  /** Identifier of the data type. */
  readonly type: string;
  /** Where this answer is reached when it is not at the provider's base URL and no other URL is configured for it. */
  readonly baseUrl?: string;
  /** What one call costs us, in micro-credits, delivered or not. */
  readonly costMicros: bigint;
  /**
   * Order among the providers of a type, 0 when absent: a higher rank is asked later. An answer that is right but less
   * exactly what most callers mean, such as a price in a dollar coin where dollars were meant, ranks behind the others.
   */
  readonly rank?: number;
  /**
   * Set where the provider does not deliver the type's datum, which is derived from the chain, but says something that can
   * contradict it. What is read is then an opinion in the shape of `token-opinion.ts` and not the type's own datum. Such an
   * answer is asked beside the chain; it is no source, is not counted in the catalog and confirms nothing.
   */
  readonly peer?: true;
  /** Parameters that this answer covers, where it does not cover the type's own example: what it is probed with. */
  readonly example?: QuestionParams;
  /**
   * The request for these parameters; undefined when the provider's tables say that it does not cover the entity, in
   * which case it is not asked and costs nothing.
   * @param key the operator's API key for this provider, where one is configured.
   */
  readonly request: (params: QuestionParams, key: string | undefined) => ProviderRequest | undefined;
  /** Reads the answer. What it throws counts as malformed. */
  readonly read: (response: ProviderResponse, params: QuestionParams) => ProviderReading;
};

/** Everything the engine knows about a provider; each lives in a folder of its own. */
export type Provider = {
  /** The provider's plain name, such as `kraken`. */
  readonly id: string;
  /** Where it is reached when no other URL is configured for it; without a trailing slash. */
  readonly baseUrl: string;
  /** Its documented limit: so many requests in so many milliseconds, and where that is documented. */
  readonly budget: { readonly requests: number; readonly perMs: number; readonly documentedAt: string };
  readonly adapters: readonly TypeAdapter[];
};

/** Declares a provider. It only gives the declaration its type; the loader checks what types cannot say. */
export function defineProvider(provider: Provider): Provider {
  return provider;
}
