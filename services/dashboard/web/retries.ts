import { ApiError } from './api.ts';

const maxRetries = 2;
const firstDelayMs = 1_000;
/** Maximum time that a page waits between two tries, in milliseconds, even if the server asks for more. */
const maxDelayMs = 10_000;
const tooManyRequests = 429;
const unavailable = 503;

/**
 * Returns whether a page should read again after an error. Only an unavailable service and a session with too many
 * requests may answer differently soon.
 *
 * @param failures the number of failed tries before this one.
 */
export function mayRetry(failures: number, error: Error): boolean {
  return (
    failures < maxRetries &&
    error instanceof ApiError &&
    (error.status === unavailable || error.status === tooManyRequests)
  );
}

/**
 * Returns the pause before the next try, in milliseconds. It doubles with each try, and is at least the time that the
 * server stated.
 */
export function retryDelayMs(failures: number, error: Error): number {
  const statedMs = error instanceof ApiError ? error.retryAfterMs : 0;
  return Math.min(maxDelayMs, Math.max(statedMs, firstDelayMs * 2 ** failures));
}
