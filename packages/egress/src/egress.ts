import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';
import { Fault } from '@assay/faults/faults';
import { createAddressPolicy, type Address, type AddressPolicy } from './addresses.ts';
import { connectTo, maxDialled } from './connect.ts';
import type { IncomingHttpHeaders } from 'node:http';
import { exchange, type ExchangeResult } from './exchange.ts';
import { lookUpAddresses, type LookupResult } from './lookup.ts';
import type { NameResolver } from './name-resolver.ts';
import { destinationsOf } from './destinations.ts';
import { createFairSemaphore, type FairSemaphore } from '@assay/concurrency/fair-semaphore';
import { checkUrl, urlRejections, type CheckedUrl, type UrlCheck } from './url.ts';

/** Limits of one egress, which bound the time and the bytes that a receiver can cost. */
export type EgressLimits = {
  /**
   * Maximum times for name resolution, for connecting, and for a whole call from name resolution to the end of the
   * answer.
   */
  readonly resolveMs: number;
  readonly connectMs: number;
  readonly totalMs: number;
  /** Maximum size of a response's header block, in bytes. A response with a longer header block is a failure. */
  readonly headerBytes: number;
  /**
   * Number of bytes of a response's body that the egress reads. When a body is longer, the egress closes the
   * connection, and the response's status still counts.
   */
  readonly bodyBytes: number;
  /** Maximum number of calls in flight, for one host and port and in total. */
  readonly callsPerHost: number;
  readonly calls: number;
  /**
   * Maximum number of calls that wait for a permit, for one host and port and in total. The last field is the maximum
   * time of the wait.
   */
  readonly queuedPerHost: number;
  readonly queued: number;
  readonly queueWaitMs: number;
};

const defaultLimits: EgressLimits = {
  resolveMs: 5_000,
  connectMs: 5_000,
  totalMs: 10_000,
  headerBytes: 16_384,
  bodyBytes: 4_096,
  callsPerHost: 8,
  calls: 256,
  queuedPerHost: 64,
  queued: 1_024,
  queueWaitMs: 5_000,
};

/** Reasons why a call got no complete answer, each with a message for the caller. No message contains an address. */
export const postFailures = {
  ...urlRejections,
  overloaded: 'too many calls were in flight; nothing was sent',
  unreachable: 'the host accepted no connection in time',
  tls: 'TLS was not established: the certificate must be valid for the host and issued by a trusted authority',
  timeout: 'the answer was not complete in time',
  lost: 'the connection closed before the answer was complete',
  protocol: 'the answer is not HTTP/1.1, or asks to switch protocols',
  too_large: "the answer's header block exceeds the size limit",
} as const;

/** A key of `postFailures`. */
export type PostFailure = keyof typeof postFailures;

/** Result of a POST. A response with any status is an answer. A redirect is an answer too, and is not followed. */
export type PostResult =
  | { readonly kind: 'answered'; readonly status: number }
  | { readonly kind: 'failed'; readonly reason: PostFailure; readonly status: number | undefined }
  /** Nothing was sent, because `beforeConnect` did not allow the call. */
  | { readonly kind: 'prevented' };

/** Result of a GET. A response with any status is an answer. A redirect is an answer too, and is not followed. */
export type GetResult =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly headers: IncomingHttpHeaders;
      readonly body: Buffer;
    }
  | { readonly kind: 'failed'; readonly reason: PostFailure };

/** Sends requests to addresses that callers named. No other code in Assay may send requests to such addresses. */
export type Egress = {
  /**
   * Checks a URL before a service stores it, and resolves its host name. A rejected URL is a result and not an error.
   * Throws the fault OVERLOADED when too many checks are in flight.
   */
  readonly register: (url: string) => Promise<UrlCheck>;
  /**
   * Sends one POST, without retries. It checks the URL again, resolves its host name, and requires that every resolved
   * address is permitted. It connects to one of these addresses and uses the host name for `Host`, SNI and the certificate
   * check. Never rejects because of the URL, its name servers or its receiver.
   *
   * @param headers with lowercase names; the function sets `host`, `content-length` and `connection` itself.
   * @param beforeConnect runs after the name is resolved and before the first connection. It receives the names of the
   * destinations (see destinationsOf) and returns whether to send the call. When it rejects, `post` rejects too.
   */
  readonly post: (
    url: string,
    body: Uint8Array | string,
    headers: Readonly<Record<string, string>>,
    beforeConnect?: (destinations: readonly string[]) => Promise<boolean>,
  ) => Promise<PostResult>;
  /**
   * Sends one GET under the rules of `post` and returns the whole answer. An answer whose body exceeds `bodyBytes` is
   * the failure `too_large`.
   */
  readonly get: (url: string, headers: Readonly<Record<string, string>>) => Promise<GetResult>;
};

/**
 * Creates an egress. It opens no connection before the first call and keeps none between calls. It follows no redirect,
 * requests no compression, stores no cookie and ignores proxy variables. Throws a RangeError that names an invalid
 * network.
 *
 * @param options.allow private networks that the egress may reach, as CIDR.
 * @param options.ownAddresses addresses that lead back into the deployment, as `createAddressPolicy` reads them.
 * @param options.trustedCertificates certificate authorities in PEM, trusted in addition to the public ones.
 */
export function createEgress(options: {
  readonly allow: readonly string[];
  readonly ownAddresses: readonly string[];
  readonly resolve: NameResolver;
  readonly limits?: Partial<EgressLimits>;
  readonly trustedCertificates?: readonly string[];
}): Egress {
  const limits = { ...defaultLimits, ...options.limits };
  const policy = createAddressPolicy(options);
  const { trustedCertificates: trusted = [] } = options;
  const secureContext = createSecureContext(trusted.length === 0 ? {} : { ca: [...rootCertificates, ...trusted] });
  const lookUp = (url: CheckedUrl): Promise<LookupResult> =>
    lookUpAddresses(url, options.resolve, policy, limits.resolveMs);
  const total = { keyOf: () => 'all', permits: limits.calls, queue: limits.queued };
  const perHost = { keyOf: (host: string) => host, permits: limits.callsPerHost, queue: limits.queuedPerHost };
  const fairness = { tenantOf: (host: string) => host, maxWaitMs: limits.queueWaitMs };
  const callPermits = createFairSemaphore({ limits: [perHost, total], ...fairness });
  const checkPermits = createFairSemaphore({ limits: [total], ...fairness });

  const call = createCall({ limits, policy, secureContext, permits: callPermits, lookUp });

  return {
    register: async (text) => {
      const checked = checkUrl(text, policy);
      if (!checked.ok) {
        return checked;
      }
      const release = await checkPermits.acquire(checked.url.host);
      if (release === undefined) {
        throw new Fault('OVERLOADED');
      }
      try {
        const lookup = await lookUp(checked.url);
        return 'rejection' in lookup ? { ok: false, reason: lookup.rejection } : checked;
      } finally {
        release();
      }
    },
    post: async (text, body, headers, beforeConnect) => {
      const bytes = typeof body === 'string' ? Buffer.from(body, 'utf8') : body;
      const outcome = await call(text, { method: 'POST', body: bytes, headers }, beforeConnect);
      return outcome.kind === 'answered' ? { kind: 'answered', status: outcome.status } : outcome;
    },
    get: async (text, headers) => {
      const outcome = await call(text, { method: 'GET', body: new Uint8Array(), headers });
      if (outcome.kind === 'answered') {
        const { status, headers: received, body } = outcome;
        return body === undefined
          ? { kind: 'failed', reason: 'too_large' }
          : { kind: 'answered', status, headers: received, body };
      }
      return { kind: 'failed', reason: outcome.kind === 'failed' ? outcome.reason : 'unreachable' };
    },
  };
}

/** The request that the caller wants to send. */
type OutgoingRequest = {
  readonly method: 'GET' | 'POST';
  readonly body: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
};

/** Sends one request under the rules of `Egress.post` and returns its result. */
type Call = (
  text: string,
  outgoing: OutgoingRequest,
  beforeConnect?: (destinations: readonly string[]) => Promise<boolean>,
) => Promise<ExchangeResult | Failure | { readonly kind: 'prevented' }>;

function createCall({
  limits,
  policy,
  secureContext,
  permits,
  lookUp,
}: {
  readonly limits: EgressLimits;
  readonly policy: AddressPolicy;
  readonly secureContext: SecureContext;
  readonly permits: FairSemaphore<string>;
  readonly lookUp: (url: CheckedUrl) => Promise<LookupResult>;
}): Call {
  return async (text, outgoing, beforeConnect) => {
    const checked = checkUrl(text, policy);
    if (!checked.ok) {
      return failed(checked.reason);
    }
    const release = await permits.acquire(checked.url.host);
    if (release === undefined) {
      return failed('overloaded');
    }
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), limits.totalMs);
    try {
      const lookup = await lookUp(checked.url);
      if ('rejection' in lookup) {
        return failed(lookup.rejection);
      }
      const addresses = lookup.addresses.slice(0, maxDialled);
      if (beforeConnect !== undefined && !(await beforeConnect(destinationsOf(checked.url, addresses)))) {
        return { kind: 'prevented' };
      }
      return await send(checked.url, addresses, { ...outgoing, limits, secureContext, signal: deadline.signal });
    } finally {
      clearTimeout(timer);
      release();
    }
  };
}

async function send(
  url: CheckedUrl,
  addresses: readonly Address[],
  options: OutgoingRequest & {
    readonly limits: EgressLimits;
    readonly secureContext: SecureContext;
    readonly signal: AbortSignal;
  },
): Promise<ExchangeResult | Failure> {
  const { limits, signal, method, body } = options;
  const connected = await connectTo(url, addresses, limits.connectMs, options.secureContext, signal);
  if ('failure' in connected) {
    return failed(signal.aborted ? 'timeout' : connected.failure);
  }
  const request = { method, path: url.path, headers: headersOf(url, options), body };
  return exchange(connected.socket, request, limits, signal);
}

function headersOf(url: CheckedUrl, { method, body, headers }: OutgoingRequest): Record<string, string | number> {
  return {
    'user-agent': 'assay',
    accept: '*/*',
    'accept-encoding': 'identity',
    ...headers,
    host: url.host,
    ...(method === 'POST' ? { 'content-length': body.byteLength } : {}),
    connection: 'close',
  };
}

type Failure = { readonly kind: 'failed'; readonly reason: PostFailure; readonly status: undefined };

function failed(reason: PostFailure): Failure {
  return { kind: 'failed', reason, status: undefined };
}
