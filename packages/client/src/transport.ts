import { AssayConnectionError, AssayError, AssayTimeoutError, errorOf } from './errors.ts';
import type { Observer } from './observer.ts';
import { delayMs, isRetryable, parseRetryAfter } from './retry.ts';

/** The address of the service, and the limits on retries and time. */
export type TransportOptions = {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly timeoutMs: number;
  readonly maxRetries: number;
  /** The headers of every request, with lowercase names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: typeof fetch;
  readonly observer: Observer;
};

/** One call of the API. */
export type ApiRequest = {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  /** The name of a field that every answer contains; absent for an operation whose success has no body. */
  readonly field?: string;
  /** The body of a POST. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
  readonly maxRetries?: number | undefined;
};

/** A complete response. */
export type ApiResponse = {
  readonly status: number;
  readonly headers: Headers;
  /** The body as it arrived. */
  readonly text: string;
  /** The parsed body; undefined when the response has no body or the body is not JSON. */
  readonly body: unknown;
};

/**
 * Sends a request until it gets an answer: a 2xx, or a refusal (409). After a transient failure it sends the request
 * again, at most `maxRetries` times. `timeoutMs` bounds the call including all attempts and waits. When the next wait
 * would exceed this time, the function throws the last attempt's error instead of waiting. Throws an AssayError for an
 * error of the service, an AssayConnectionError, an AssayTimeoutError, and the reason of the caller's signal.
 */
export async function sendRequest(options: TransportOptions, request: ApiRequest): Promise<ApiResponse> {
  const { timeoutMs = options.timeoutMs, maxRetries = options.maxRetries } = request;
  // The monotonic clock, because a change of the system's time must neither shorten nor extend a call.
  const deadlineMs = performance.now() + timeoutMs;
  const { signal } = request;
  signal?.throwIfAborted();
  const abort = new AbortController();
  const onAbort = (): void => abort.abort(signal?.reason);
  signal?.addEventListener('abort', onAbort, { once: true });
  const timer = timeoutMs === Infinity ? undefined : setTimeout(() => abort.abort(timeoutOf(timeoutMs)), timeoutMs);
  let lostAttempt = false;
  try {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await sendObserved(options, request, attempt, abort.signal);
      } catch (thrown) {
        if (lostAttempt && request.method === 'DELETE' && thrown instanceof AssayError && thrown.status === 404) {
          // A retried DELETE that gets 404 succeeded: an earlier attempt deleted the watch and its response was lost.
          return { status: 204, headers: new Headers(), text: '', body: undefined };
        }
        lostAttempt ||= thrown instanceof AssayConnectionError;
        const waitMs = delayMs(thrown, attempt, Math.random());
        if (attempt > maxRetries || !isRetryable(thrown) || performance.now() + waitMs >= deadlineMs) {
          throw thrown;
        }
        await wait(waitMs, abort.signal);
      }
    }
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

/** Sends a request once, and reports the attempt to the observer. */
async function sendObserved(
  options: TransportOptions,
  request: ApiRequest,
  attempt: number,
  signal: AbortSignal,
): Promise<ApiResponse> {
  const { observer, baseUrl } = options;
  const sent = { method: request.method, url: `${baseUrl}${request.path}`, attempt };
  const startedMs = performance.now();
  observer.onRequest(sent);
  try {
    const response = await sendOnce(options, request, signal);
    observer.onResponse(sent, performance.now() - startedMs, response.status, response.headers.get('x-trace-id'));
    return response;
  } catch (thrown) {
    observer.onFailure(sent, performance.now() - startedMs, thrown);
    throw thrown;
  }
}

async function sendOnce(
  { baseUrl, apiKey, headers: defaultHeaders, fetch: send }: TransportOptions,
  { method, path, field, body, headers }: ApiRequest,
  signal: AbortSignal,
): Promise<ApiResponse> {
  let response: Response;
  let text: string;
  try {
    response = await send(`${baseUrl}${path}`, {
      method,
      headers: {
        ...defaultHeaders,
        accept: 'application/json',
        authorization: `Bearer ${apiKey}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      // Following a redirect would send the key to another address.
      redirect: 'manual',
      signal,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    text = await response.text();
  } catch (thrown) {
    if (signal.aborted) {
      throw signal.reason;
    }
    throw new AssayConnectionError(
      `the service at ${baseUrl} could not be reached, or the connection ended too early`,
      { cause: thrown },
    );
  }
  const parsed = parse(text);
  const fields: Body = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? (parsed as Body) : {};
  const isRefusal = response.status === 409 && fields['status'] === 'refused' && typeof fields['code'] === 'string';
  if ((response.ok && isAnswer(response.status, fields, field)) || isRefusal) {
    return { status: response.status, headers: response.headers, text, body: parsed };
  }
  const retryAfterMs = parseRetryAfter(response.headers.get('retry-after'), Date.now());
  throw errorOf({ status: response.status, headers: response.headers, body: fields, baseUrl }, retryAfterMs);
}

type Body = Readonly<Record<string, unknown>>;

/**
 * Returns whether a successful status came from the service. A page, a proxy's JSON and a missing body are not answers
 * of the service.
 */
function isAnswer(status: number, body: Body, field: string | undefined): boolean {
  return field === undefined ? status === 204 : body[field] !== undefined;
}

function timeoutOf(timeoutMs: number): AssayTimeoutError {
  return new AssayTimeoutError(`the service did not answer within ${timeoutMs} ms`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // The body is empty, or a proxy answered with a page. The caller decides by the status.
    return undefined;
  }
}

/** Waits for a time, or rejects with the reason of the signal. */
function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', onAbort, { once: true });
  });
}
