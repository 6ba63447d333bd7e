import { bodyText } from '@assay/faults/body-text';
import { parse as parseLossless } from 'lossless-json';
import { errors, Pool, type Dispatcher } from 'undici';
import type { ProviderRequest } from './define.ts';

/** The result of one HTTP request. A failure is a result too and not a rejection, because failures are expected. */
export type Fetched =
  | {
      readonly kind: 'answered';
      readonly status: number;
      /** The parsed body, with every number as the text of its literal. Undefined when the body is not JSON. */
      readonly body: unknown;
      /** The first characters of a body that is not JSON. */
      readonly text?: string;
      /**
       * The time at which the server generated the response: `Date` minus `Age`, in milliseconds since the Unix epoch.
       */
      readonly servedAtMs?: number;
      /** The response's `Date`, in milliseconds since the Unix epoch. It has a resolution of one second. */
      readonly dateMs?: number;
      /** The pause that the provider asks for in `Retry-After`, in milliseconds. */
      readonly retryAfterMs?: number;
    }
  | { readonly kind: 'timeout' | 'unreachable' | 'malformed'; readonly detail: string };

/** Sends one request below a base URL and reads the whole response within `timeoutMs`. */
export type FetchProvider = (baseUrl: string, request: ProviderRequest, timeoutMs: number) => Promise<Fetched>;

/** An HTTP client that keeps its connections open between requests. */
export type ProviderHttp = { readonly fetch: FetchProvider; readonly close: () => Promise<void> };

const maxConnectionsPerOrigin = 32;
const connectTimeoutMs = 2_000;
/** If a timer fires more than this many milliseconds after its due time, other work of the process delayed it. */
const lateTimerMs = 50;
/**
 * Number of characters that the client returns of a body that is not JSON. They suffice to recognise a provider's
 * plain-text error.
 */
const maxTextLength = 200;

/**
 * Headers of every request. Some providers refuse requests without a user agent. The requests ask for uncompressed
 * bodies, because bodies are small. A server may compress a response nevertheless.
 */
export const standingHeaders = { accept: 'application/json', 'accept-encoding': 'identity', 'user-agent': 'assay/0.1' };

/** Settings for reading response bodies. */
export type BodyReading = {
  /** Parses the text of a body. Returns undefined for a text that it cannot parse. */
  readonly parse: (text: string) => unknown;
  /** Maximum size of a body, in bytes. A longer response is aborted. */
  readonly maxBytes: number;
};

const exactNumbers: BodyReading = { parse: parseExact, maxBytes: 1_048_576 };

/** The clock that measures the client's timeouts. Tests pass their own. */
type FetchClock = {
  readonly monotonic: () => number;
  /** Calls a function once after a time in milliseconds. Returns a function that cancels the call. */
  readonly after: (milliseconds: number, call: () => void) => () => void;
};

const systemClock: FetchClock = {
  monotonic: () => performance.now(),
  after: (milliseconds, call) => {
    const timer = setTimeout(call, Math.max(0, milliseconds));
    return () => clearTimeout(timer);
  },
};

/** Creates a client. It connects at the first request to an origin. It does not follow redirects and does not retry. */
export function createProviderHttp(reading: BodyReading = exactNumbers, clock: FetchClock = systemClock): ProviderHttp {
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
      return exchange(pool, prefix + request.path, request, { timeoutMs, clock, ...reading });
    },
    close: async () => {
      await Promise.all([...targets.values()].map(({ pool }) => pool.destroy()));
    },
  };
}

/**
 * Sends a request with undici's dispatch, which creates no stream and no abort signal. One timer covers the connection,
 * the headers and the body. If the timer fires late, this process was busy and could not read the response. The request
 * then gets the lost time as extra time, once, so that the provider is not blamed for the process's own delay.
 */
function exchange(
  pool: Pool,
  path: string,
  request: ProviderRequest,
  { timeoutMs, clock, parse, maxBytes }: BodyReading & { readonly timeoutMs: number; readonly clock: FetchClock },
): Promise<Fetched> {
  return new Promise((resolve) => {
    let controller: Dispatcher.DispatchController | undefined;
    let ended = false;
    let status = 0;
    let headers: Record<string, string | string[] | undefined> = {};
    let bytes = 0;
    const limitBytes = Math.min(maxBytes, request.maxBytes ?? maxBytes);
    const chunks: Buffer[] = [];
    const end = (fetched: Fetched): void => {
      if (!ended) {
        ended = true;
        cancelTimer();
        resolve(fetched);
      }
    };
    const giveUp = (fetched: Fetched): void => {
      end(fetched);
      controller?.abort(new errors.RequestAbortedError());
    };
    const dueAtMs = clock.monotonic() + timeoutMs;
    const onTimeout = (): void => {
      const lateMs = clock.monotonic() - dueAtMs;
      if (lateMs > lateTimerMs && !hasWaited) {
        hasWaited = true;
        cancelTimer = clock.after(Math.min(lateMs, timeoutMs), onTimeout);
      } else {
        giveUp({ kind: 'timeout', detail: `no answer within ${timeoutMs} ms` });
      }
    };
    let hasWaited = false;
    let cancelTimer = clock.after(timeoutMs, onTimeout);
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
          if (bytes > limitBytes) {
            giveUp(tooLarge(limitBytes));
          } else {
            chunks.push(chunk);
          }
        },
        onResponseEnd: () => end(readAnswer({ status, headers, bytes: Buffer.concat(chunks) }, parse, limitBytes)),
        onResponseError: (_controller, error) => end(failed(error)),
      },
    );
  });
}

function tooLarge(limitBytes: number): Fetched {
  return { kind: 'malformed', detail: `the answer is larger than ${limitBytes} bytes` };
}

/** An HTTP answer as it arrived. */
export type RawAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Uint8Array;
};

/**
 * Returns an HTTP answer in the form that adapters read. Its times come from the headers `Date` and `Age`. Decompresses
 * the body and removes a byte order mark.
 */
export function readAnswer(
  { status, headers, bytes }: RawAnswer,
  parse: BodyReading['parse'],
  maxBytes: number,
): Fetched {
  const decoded = bodyText(bytes, headers['content-encoding'], maxBytes);
  if (decoded.kind === 'too_large') {
    return tooLarge(maxBytes);
  }
  const { text } = decoded;
  const body = parse(text);
  const servedAtMs = servedAt(headers['date'], headers['age']);
  const dateMs = servedAt(headers['date'], undefined);
  const retryAfterMs = retryAfter(headers['retry-after'], servedAtMs);
  return {
    kind: 'answered',
    status,
    body,
    ...(body === undefined && text !== '' ? { text: text.slice(0, maxTextLength) } : {}),
    ...(servedAtMs === undefined ? {} : { servedAtMs }),
    ...(dateMs === undefined ? {} : { dateMs }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}

/**
 * Maximum length of a number's text. A longer number is not a measurement, and most code that handles numbers takes
 * time that grows with their length.
 */
const maxLiteralLength = 100;

/**
 * Parses JSON and keeps every number as the text of its literal. Returns undefined for a text that is not JSON. Also
 * returns undefined when a number in the text has more than a hundred characters.
 */
export function parseExact(text: string): unknown {
  try {
    return parseLossless(text, undefined, { parseNumber: boundedLiteral });
  } catch {
    // The body is not JSON. The adapter classifies the response by its status.
    return undefined;
  }
}

function boundedLiteral(literal: string): string {
  if (literal.length > maxLiteralLength) {
    throw new RangeError('the number has too many digits');
  }
  return literal;
}

/**
 * Returns the time at which a response was generated: `Date` (RFC 9110) minus `Age` (RFC 9111). If a cache repeats the
 * original `Date`, the response appears older than it is, and never newer. When there are several `Age` headers, the
 * greatest value counts. Undefined when the date is missing or invalid, or when the age is unreadable.
 */
export function servedAt(date: string | string[] | undefined, age: string | string[] | undefined): number | undefined {
  const dateMs = typeof date === 'string' ? Date.parse(date) : Number.NaN;
  const ages = age === undefined ? ['0'] : [age].flat().flatMap((text) => text.split(','));
  if (Number.isNaN(dateMs) || !ages.every((text) => /^\d{1,9}$/.test(text.trim()))) {
    return undefined;
  }
  return dateMs - Math.max(...ages.map(Number)) * 1_000;
}

/**
 * Returns the wait that a `Retry-After` header asks for, in milliseconds. The header states a number of seconds or a
 * date. Undefined when it is unreadable.
 */
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

/** Returns a failure that contains only the kind of the error, because error messages contain host names. */
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
