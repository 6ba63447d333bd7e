import { parse as parseLossless } from 'lossless-json';
import { errors, Pool, type Dispatcher } from 'undici';
import type { ProviderRequest } from './define.ts';

/** What came back from one HTTP request. It is never a rejection: a provider that fails is expected. */
export type Fetched =
  | {
      readonly kind: 'answered';
      readonly status: number;
      /** The body with every number literal kept as its text; undefined when it is not JSON. */
      readonly body: unknown;
      /** When the answer was made, by the `Date` header less its `Age`, in milliseconds since the Unix epoch. */
      readonly servedAtMs?: number;
      /** How long the provider asks us to stay away, from `Retry-After`. */
      readonly retryAfterMs?: number;
    }
  | { readonly kind: 'timeout' | 'unreachable' | 'malformed'; readonly detail: string };

/** Sends one request below a base URL and reads its whole answer within a time. */
export type FetchProvider = (baseUrl: string, request: ProviderRequest, timeoutMs: number) => Promise<Fetched>;

/** Connections to all providers' origins, kept alive between requests. */
export type ProviderHttp = { readonly fetch: FetchProvider; readonly close: () => Promise<void> };

const maxConnectionsPerOrigin = 32;
const connectTimeoutMs = 2_000;

/** Some providers refuse a request without a user agent; none is asked for compression, since bodies are small. */
const standingHeaders = { accept: 'application/json', 'accept-encoding': 'identity', 'user-agent': 'assay/0.1' };

/** How answers are read. */
export type BodyReading = {
  /** Reads the text of a body; undefined for what it cannot read. */
  readonly parse: (text: string) => unknown;
  /** A longer body is not read to its end. */
  readonly maxBytes: number;
};

const exactNumbers: BodyReading = { parse: parseExact, maxBytes: 1_048_576 };

/** Opens nothing until the first request to an origin. Redirects are not followed and nothing is retried. */
export function createProviderHttp(reading: BodyReading = exactNumbers): ProviderHttp {
  const targets = new Map<string, { readonly pool: Pool; readonly prefix: string }>();
  const targetOf = (baseUrl: string): { readonly pool: Pool; readonly prefix: string } => {
    let target = targets.get(baseUrl);
    if (target === undefined) {
      const url = new URL(baseUrl);
      const pool = new Pool(url.origin, {
        connections: maxConnectionsPerOrigin,
        pipelining: 1,
        connect: { timeout: connectTimeoutMs },
        headersTimeout: 0,
        bodyTimeout: 0,
        maxHeaderSize: 16_384,
      });
      target = { pool, prefix: url.pathname.replace(/\/$/, '') };
      targets.set(baseUrl, target);
    }
    return target;
  };
  return {
    fetch: (baseUrl, request, timeoutMs) => {
      const { pool, prefix } = targetOf(baseUrl);
      return exchange(pool, prefix + request.path, request, { timeoutMs, ...reading });
    },
    close: async () => {
      await Promise.all([...targets.values()].map(({ pool }) => pool.destroy()));
    },
  };
}

/**
 * Undici's dispatch rather than its request: no stream objects and no abort signal are made for a body that is read
 * whole anyway. One timer covers connecting, headers and body alike.
 */
function exchange(
  pool: Pool,
  path: string,
  request: ProviderRequest,
  { timeoutMs, parse, maxBytes }: BodyReading & { readonly timeoutMs: number },
): Promise<Fetched> {
  return new Promise((resolve) => {
    let controller: Dispatcher.DispatchController | undefined;
    let ended = false;
    let status = 0;
    let headers: Record<string, string | string[] | undefined> = {};
    let bytes = 0;
    const chunks: Buffer[] = [];
    const end = (fetched: Fetched): void => {
      if (!ended) {
        ended = true;
        clearTimeout(timer);
        resolve(fetched);
      }
    };
    const giveUp = (fetched: Fetched): void => {
      end(fetched);
      controller?.abort(new errors.RequestAbortedError());
    };
    const timer = setTimeout(() => giveUp({ kind: 'timeout', detail: `no answer within ${timeoutMs} ms` }), timeoutMs);
    pool.dispatch(
      {
        path,
        method: request.method ?? 'GET',
        headers: request.headers === undefined ? standingHeaders : { ...standingHeaders, ...request.headers },
        body: request.body ?? null,
      },
      {
        onRequestStart: (started) => {
          controller = started;
          if (ended) {
            started.abort(new errors.RequestAbortedError());
          }
        },
        onResponseStart: (_controller, statusCode, responseHeaders) => {
          status = statusCode;
          headers = responseHeaders;
        },
        onResponseData: (_controller, chunk) => {
          bytes += chunk.length;
          if (bytes > maxBytes) {
            giveUp({ kind: 'malformed', detail: `the answer is larger than ${maxBytes} bytes` });
          } else {
            chunks.push(chunk);
          }
        },
        onResponseEnd: () => end(answered(status, headers, parse(textOf(chunks)))),
        onResponseError: (_controller, error) => end(failed(error)),
      },
    );
  });
}

function textOf(chunks: readonly Buffer[]): string {
  return (chunks.length === 1 ? chunks[0] : Buffer.concat(chunks))?.toString('utf8') ?? '';
}

function answered(status: number, headers: Record<string, string | string[] | undefined>, body: unknown): Fetched {
  const servedAtMs = servedAt(headers['date'], headers['age']);
  const retryAfterMs = retryAfter(headers['retry-after'], servedAtMs);
  return {
    kind: 'answered',
    status,
    body,
    ...(servedAtMs === undefined ? {} : { servedAtMs }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}

/** JSON with every number as the text that stood there; undefined for what is not JSON. */
export function parseExact(text: string): unknown {
  try {
    return parseLossless(text, undefined, { parseNumber: (literal) => literal });
  } catch {
    // Whatever stands there instead of JSON is the provider's affair; its adapter calls it malformed by status.
    return undefined;
  }
}

/** When an answer was made, by RFC 9110 `Date` less RFC 9111 `Age`; undefined without a readable date. */
export function servedAt(date: string | string[] | undefined, age: string | string[] | undefined): number | undefined {
  const dateMs = typeof date === 'string' ? Date.parse(date) : Number.NaN;
  if (Number.isNaN(dateMs)) {
    return undefined;
  }
  const ageSeconds = typeof age === 'string' && /^\d{1,9}$/.test(age.trim()) ? Number(age) : 0;
  return dateMs - ageSeconds * 1_000;
}

/** `Retry-After` in either of its forms, as a time from now on the provider's clock; undefined when unreadable. */
export function retryAfter(value: string | string[] | undefined, servedAtMs: number | undefined): number | undefined {
  if (typeof value !== 'string') {
    return undefined;
  }
  if (/^\d{1,9}$/.test(value.trim())) {
    return Number(value) * 1_000;
  }
  const atMs = Date.parse(value);
  return Number.isNaN(atMs) || servedAtMs === undefined ? undefined : Math.max(0, atMs - servedAtMs);
}

/** Only the class of a failure is kept: an error's own text names hosts. */
function failed(error: Error): Fetched {
  if (error instanceof errors.ConnectTimeoutError) {
    return { kind: 'unreachable', detail: 'no connection in time' };
  }
  if (error instanceof errors.HTTPParserError || error instanceof errors.ResponseContentLengthMismatchError) {
    return { kind: 'malformed', detail: 'the answer is not HTTP' };
  }
  const code = (error as NodeJS.ErrnoException).code;
  return {
    kind: 'unreachable',
    detail:
      code === 'ECONNREFUSED' ? 'connection refused' : code === 'ENOTFOUND' ? 'name not found' : 'connection lost',
  };
}
