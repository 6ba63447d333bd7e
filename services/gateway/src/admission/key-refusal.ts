import { Fault } from '@assay/faults/faults';
import type { KnownCaller } from './api-call.ts';

/** The state of a key's rate limit after billing counted a request. */
export type Limits = {
  /** Maximum number of requests per minute. */
  readonly limit: number;
  readonly remaining: number;
  /**
   * Whole seconds, rounded up, until the oldest counted request is a minute old. The key may then send one more
   * request.
   */
  readonly resetSeconds: number;
};

/** The reason for a refusal because of the request's key, or because its remote address sent too many unknown keys. */
export type KeyRefusal =
  | { readonly refusal: 'no_key' | 'no_scheme' | 'invalid_key' }
  | { readonly refusal: 'window_full'; readonly limits: Limits; readonly caller: KnownCaller }
  | { readonly refusal: 'unknown_keys'; readonly retryAfterSeconds: number };

/** The refusal of a request without a key. */
export const noKeyRefusal = { refusal: 'no_key' } as const satisfies KeyRefusal;
/** The refusal of a request whose Authorization header is no bearer token, such as a key without the word "Bearer". */
export const noSchemeRefusal = { refusal: 'no_scheme' } as const satisfies KeyRefusal;
/** The refusal of a key that is malformed, unknown or revoked. */
export const invalidKeyRefusal = { refusal: 'invalid_key' } as const satisfies KeyRefusal;

const instruction =
  'send a valid API key as "Authorization: Bearer <key>" or "x-api-key: <key>"; the documentation is at /docs';

/** Returns the fault that the caller of a refused request receives. */
export function faultOfRefusal(refused: KeyRefusal): Fault {
  switch (refused.refusal) {
    case 'no_key':
      return new Fault('INVALID_KEY', `no API key was sent: ${instruction}`);
    case 'no_scheme':
      return new Fault(
        'INVALID_KEY',
        `the header Authorization has no word Bearer with a key after it: ${instruction}`,
      );
    case 'invalid_key':
      return new Fault('INVALID_KEY', `this API key is not valid: ${instruction}`);
    case 'window_full':
      return rateLimited(refused.limits.limit);
    case 'unknown_keys':
      return new Fault(
        'RATE_LIMIT',
        'too many unknown API keys came from this address; wait for the seconds in Retry-After',
      );
  }
}

/** Returns the fault of a key that sent as many requests as its account may send in a minute. */
export function rateLimited(limit: number): Fault {
  return new Fault('RATE_LIMIT', `rate limit exceeded: ${limit}/min`);
}
