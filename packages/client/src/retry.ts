import { AssayConnectionError, AssayError, AssayTimeoutError } from './errors.ts';

const firstDelayMs = 250;
const maxDelayMs = 5_000;

/**
 * Returns whether the same request may succeed when it is sent again. This holds after a failed connection, a 429, a
 * 503 and a 500 `RESOLVE_FAILED`. It also holds after a 409 `IDEMPOTENCY_IN_PROGRESS`, which means that an earlier
 * attempt is in flight.
 */
export function isRetryable(thrown: unknown): boolean {
  if (thrown instanceof AssayError) {
    return (
      thrown.status === 429 ||
      thrown.status === 503 ||
      (thrown.status === 500 && thrown.code === 'RESOLVE_FAILED') ||
      thrown.code === 'IDEMPOTENCY_IN_PROGRESS'
    );
  }
  return thrown instanceof AssayConnectionError && !(thrown instanceof AssayTimeoutError);
}

/**
 * Returns the time to wait before the next attempt, in milliseconds. It is the service's `Retry-After` when present.
 * Otherwise it is a random time below a bound that doubles with every attempt, so that many callers do not retry at
 * once.
 * @param attempt the number of failed attempts, from 1.
 * @param random a number from 0 to 1.
 */
export function delayMs(thrown: unknown, attempt: number, random: number): number {
  if (thrown instanceof AssayError && thrown.retryAfterMs !== undefined) {
    return thrown.retryAfterMs;
  }
  return Math.min(maxDelayMs, firstDelayMs * 2 ** (attempt - 1)) * (0.5 + random / 2);
}

/**
 * Returns the time in milliseconds that a `Retry-After` header states, as seconds or as a date. Undefined for any other
 * value.
 */
export function parseRetryAfter(value: string | null, nowMs: number): number | undefined {
  if (value === null) {
    return undefined;
  }
  if (/^\d{1,9}$/.test(value)) {
    return Number(value) * 1_000;
  }
  const atMs = /[a-z]/i.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - nowMs);
}
