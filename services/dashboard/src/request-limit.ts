import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Metrics } from '@assay/telemetry/metrics';
import { networkOf } from '@assay/runtime/remote-network';
import { createTokenBuckets, type TokenBucketOptions } from '@assay/concurrency/token-buckets';
import { LRUCache } from 'lru-cache';

/** The parts of a request that the limit reads. */
export type LimitedRequest = {
  readonly headers: Pick<IncomingHttpHeaders, 'cookie'>;
  /** The address of the caller. Absent when the connection has ended. */
  readonly ip?: string | undefined;
};

/**
 * Limits the requests of browsers. Each session has its own limit, and requests without a session share the limit of
 * their network.
 */
export type BrowserRequestLimit = {
  /**
   * Counts a request. Returns 0, or the milliseconds until the next request may be sent. A refused request does not
   * count.
   */
  readonly take: (request: LimitedRequest) => number;
  /** Notes that the database knows a session. From now on the session has its own limit. */
  readonly onSession: (token: string) => void;
  /** Notes that the database no longer knows the session that a request names. */
  readonly onNoSession: (request: LimitedRequest) => void;
};

/** The dependencies and settings of the limit. */
export type BrowserRequestLimitOptions = {
  /** The limit of one session. */
  readonly session: Rate;
  /** The limit of all requests from one network without a known session. */
  readonly network: Rate;
  /** Name of the cookie that carries the token of a session. */
  readonly cookieName: string;
  /** Maximum number of sessions, and of networks, in memory. */
  readonly maxEntries: number;
  /** Milliseconds on a clock that never runs backwards. */
  readonly now: () => number;
  readonly metrics: Pick<Metrics, 'counter'>;
};

type Rate = Pick<TokenBucketOptions, 'perSecond' | 'burst'>;

/**
 * Creates the limit. All counts are in memory, so a refused request costs the database nothing. A session has its own
 * limit only after the database confirmed the session, because anybody can invent a cookie. Until then its requests
 * count for their network.
 */
export function createBrowserRequestLimit(options: BrowserRequestLimitOptions): BrowserRequestLimit {
  const { session, network, cookieName, maxEntries, now } = options;
  const limited = options.metrics.counter(
    'assay_dashboard_limited_requests_total',
    'Requests of browsers that were refused with 429, by whose limit was reached: session or network.',
    ['limit'],
  );
  const bySession = createTokenBuckets({ ...session, maxEntries, now });
  const byNetwork = createTokenBuckets({ ...network, maxEntries, now });
  const sessions = new LRUCache<string, true>({ max: maxEntries });
  const nameOf = (request: LimitedRequest): string | undefined => {
    const token = tokenOf(request.headers.cookie ?? '', cookieName);
    return token === undefined ? undefined : hashOf(token);
  };
  return {
    take: (request) => {
      const name = nameOf(request);
      const isSession = name !== undefined && sessions.has(name);
      const buckets = isSession ? bySession : byNetwork;
      const bucket = isSession ? name : networkOf(request.ip ?? 'unknown');
      const waitMs = buckets.waitMs(bucket);
      if (waitMs > 0) {
        limited.inc({ limit: isSession ? 'session' : 'network' });
        return waitMs;
      }
      buckets.take(bucket);
      return 0;
    },
    onSession: (token) => void sessions.set(hashOf(token), true),
    onNoSession: (request) => {
      const name = nameOf(request);
      if (name !== undefined) {
        sessions.delete(name);
      }
    },
  };
}

/**
 * Returns the token in the first cookie with this name, without its signature. The function decodes the value as
 * better-auth does, so that two spellings of one cookie count as one session.
 */
function tokenOf(header: string, cookieName: string): string | undefined {
  for (const cookie of header.split(';')) {
    const equals = cookie.indexOf('=');
    if (equals !== -1 && cookie.slice(0, equals).trim() === cookieName) {
      const text = cookie.slice(equals + 1).trim();
      const value = decoded(text.startsWith('"') ? text.slice(1, -1) : text);
      const signatureAt = value.lastIndexOf('.');
      return signatureAt < 1 ? undefined : value.slice(0, signatureAt);
    }
  }
  return undefined;
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
