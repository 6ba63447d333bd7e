import type { CallContext } from '@assay/rpc/context';
import { remainingMs } from '@assay/rpc/context';
import { cleanText } from '@assay/faults/clean-text';
import { Fault } from '@assay/faults/faults';
import type { PlaygroundKeys } from './keys.ts';

/** The rate limit of a key, as the API's headers state it. */
export type RateLimitView = {
  /** Calls that the key may send in 60 seconds. */
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the key may send another call. */
  readonly resetSeconds: number;
};

/** The API's response to a playground request. */
export type PlaygroundView = {
  readonly status: number;
  readonly traceId: string | null;
  readonly durationMs: number;
  /** The rate limit of the playground's key after the call. Null when the API stated none. */
  readonly rateLimit: RateLimitView | null;
  /** The response body, unchanged. */
  readonly body: string;
};

const unauthorized = 401;
const maxBodyChars = 1_000_000;

/** A request of the playground. All requests with the same operation id get the answer of the first one. */
export type PlaygroundRequest = {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly operationId?: string | undefined;
};

/** Sends a request of the playground to the API with the account's playground key. */
export type CallPlayground = (
  accountId: string,
  request: PlaygroundRequest,
  context: CallContext,
) => Promise<PlaygroundView>;

/**
 * Creates the function that calls the API. If the API reports a revoked key, the function replaces the key and tries
 * once more. The playground therefore works again after an owner revoked all keys.
 * @param apiUrl base URL of the gateway. Callers choose the path only from a fixed list.
 */
export function createPlayground(apiUrl: string, keys: PlaygroundKeys): CallPlayground {
  const send = async (
    key: string,
    { path, body, operationId }: PlaygroundRequest,
    context: CallContext,
  ): Promise<PlaygroundView> => {
    const startedAt = performance.now();
    try {
      const response = await fetch(`${apiUrl}${path}`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${key}`,
          'Content-Type': 'application/json',
          ...(operationId === undefined ? {} : { 'Idempotency-Key': `dashboard:${operationId}` }),
        },
        body: JSON.stringify(body),
        redirect: 'error',
        signal: AbortSignal.timeout(Math.max(1, Math.floor(remainingMs(context)))),
      });
      const text = await response.text();
      return {
        status: response.status,
        traceId: response.headers.get('x-trace-id'),
        rateLimit: rateLimitOf(response.headers),
        durationMs: Math.round(performance.now() - startedAt),
        body: cleanText(text, maxBodyChars),
      };
    } catch (error) {
      throw new Fault('UNAVAILABLE', 'the API did not answer; try again', { cause: error });
    }
  };
  return async (accountId, request, context) => {
    const key = await keys.keyOf(accountId, context);
    const first = await send(key.key, request, context);
    if (first.status !== unauthorized) {
      return first;
    }
    const next = await keys.replace(accountId, key, context);
    return send(next.key, request, context);
  };
}

function rateLimitOf(headers: Headers): RateLimitView | null {
  const [limit, remaining, resetSeconds] = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'].map((name) =>
    Number(headers.get(name) ?? Number.NaN),
  );
  return limit === undefined || remaining === undefined || resetSeconds === undefined || Number.isNaN(limit)
    ? null
    : { limit, remaining: remaining || 0, resetSeconds: resetSeconds || 0 };
}
