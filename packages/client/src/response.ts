import type { ApiResponse } from './transport.ts';

/** The facts of a response that its body does not contain. */
export type ResponseFacts = {
  /** The HTTP status: 409 for a refusal, otherwise 2xx. */
  readonly status: number;
  /** The trace id of the request; absent if the response has none. */
  readonly traceId?: string;
  /** `sandbox` when the service's sources are simulated. */
  readonly mode: 'live' | 'sandbox';
  /** The rate limit of the key; absent if the response states none. */
  readonly rateLimit?: RateLimit;
};

/** The rate limit of a key. */
export type RateLimit = {
  /** Maximum number of requests in 60 seconds. */
  readonly limit: number;
  /** Number of requests that the key may still send now. */
  readonly remaining: number;
  /** Time until the oldest counted request leaves the window, in milliseconds. */
  readonly resetAfterMs: number;
};

/** A call in flight: a promise of its result, which can also return the facts of its response. */
export type AssayCall<Result> = Promise<Result> & {
  /** Returns the result and the facts of its response. Rejects with what the call throws. Sends nothing again. */
  readonly withResponse: () => Promise<{ readonly result: Result; readonly response: ResponseFacts }>;
};

/**
 * Returns the call whose response is in flight.
 *
 * @param read returns the call's result for the parsed body of the response.
 */
export function callOf<Result>(inFlight: Promise<ApiResponse>, read: (body: unknown) => Result): AssayCall<Result> {
  const result = inFlight.then(({ body }) => read(body));
  return Object.assign(result, {
    withResponse: async () => ({ result: await result, response: factsOf(await inFlight) }),
  });
}

function factsOf({ status, headers }: ApiResponse): ResponseFacts {
  const traceId = headers.get('x-trace-id');
  const rateLimit = rateLimitOf(headers);
  return {
    status,
    ...(traceId === null ? {} : { traceId }),
    mode: headers.get('x-assay-mode') === 'sandbox' ? 'sandbox' : 'live',
    ...(rateLimit === undefined ? {} : { rateLimit }),
  };
}

function rateLimitOf(headers: Headers): RateLimit | undefined {
  const numberOf = (name: string): number => Number(headers.get(`ratelimit-${name}`) ?? Number.NaN);
  const rateLimit = {
    limit: numberOf('limit'),
    remaining: numberOf('remaining'),
    resetAfterMs: numberOf('reset') * 1_000,
  };
  return Object.values(rateLimit).every(Number.isFinite) ? rateLimit : undefined;
}
