import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';
import { Fault } from '@assay/faults/faults';
import { createAddressPolicy, type Address } from './addresses.ts';
import { connectTo, maxDialled } from './connect.ts';
import { exchange } from './exchange.ts';
import { lookUpAddresses, type LookupResult } from './lookup.ts';
import type { NameResolver } from './name-resolver.ts';
import { destinationsOf } from './destinations.ts';
import { createFairSemaphore } from '@assay/concurrency/fair-semaphore';
import { checkUrl, urlRejections, type CheckedUrl, type UrlCheck } from './url.ts';

/** Limits of one egress. Without them a receiver could make a call endless. */
export type EgressLimits = {
  /**
   * Maximum times for name resolution, for connecting, and for a whole call from name resolution to the end of the
   * answer.
   */
  readonly resolveMs: number;
  readonly connectMs: number;
  readonly totalMs: number;
  /** Maximum size of an answer's header block. A longer one is a failure. */
  readonly headerBytes: number;
  /** Bytes of an answer's body that the egress reads. It closes the connection of a longer body, and the status counts. */
  readonly bodyBytes: number;
  /** Maximum number of calls in flight, for one host and port and in total. */
  readonly callsPerHost: number;
  readonly calls: number;
  /** Maximum number of calls that wait for a permit, and the maximum time that one waits. */
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

/** Result of a POST. Every status is an answer, a redirect included; redirects are not followed. */
export type PostResult =
  | { readonly kind: 'answered'; readonly status: number }
  | { readonly kind: 'failed'; readonly reason: PostFailure; readonly status: number | undefined }
  /** `beforeConnect` did not allow the call, so nothing was sent. */
  | { readonly kind: 'prevented' };

/** Sends requests to addresses that callers named. Nothing else in Assay may do so. */
export type Egress = {
  /**
   * Checks a URL before it is stored, and resolves its name. A rejected URL is a result. Throws the fault OVERLOADED
   * when too many checks are in flight.
   */
  readonly register: (url: string) => Promise<UrlCheck>;
  /**
   * Sends one POST, once. It checks the URL again, resolves its name, and requires that every address found is
   * permitted. It connects to one of these addresses and uses the host name for `Host`, SNI and the certificate check.
   * Never rejects because of the URL, its name servers or its receiver.
   *
   * @param headers with lowercase names; the function sets `host`, `content-length` and `connection` itself.
   * @param beforeConnect runs after the name is resolved and before the first connection. It receives the names of the
   * destinations (see destinationsOf) and allows or prevents the call. The function rejects when it rejects.
   */
  readonly post: (
    url: string,
    body: Uint8Array | string,
    headers: Readonly<Record<string, string>>,
    beforeConnect?: (destinations: readonly string[]) => Promise<boolean>,
  ) => Promise<PostResult>;
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
  const postPermits = createFairSemaphore({ limits: [perHost, total], ...fairness });
  const checkPermits = createFairSemaphore({ limits: [total], ...fairness });

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
      const checked = checkUrl(text, policy);
      if (!checked.ok) {
        return failed(checked.reason);
      }
      const release = await postPermits.acquire(checked.url.host);
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
        return await send(checked.url, addresses, { body, headers, limits, secureContext, signal: deadline.signal });
      } finally {
        clearTimeout(timer);
        release();
      }
    },
  };
}

async function send(
  url: CheckedUrl,
  addresses: readonly Address[],
  options: {
    readonly body: Uint8Array | string;
    readonly headers: Readonly<Record<string, string>>;
    readonly limits: EgressLimits;
    readonly secureContext: SecureContext;
    readonly signal: AbortSignal;
  },
): Promise<PostResult> {
  const { limits, signal } = options;
  const connected = await connectTo(url, addresses, limits.connectMs, options.secureContext, signal);
  if ('failure' in connected) {
    return failed(signal.aborted ? 'timeout' : connected.failure);
  }
  const body = typeof options.body === 'string' ? Buffer.from(options.body, 'utf8') : options.body;
  const request = { path: url.path, headers: headersOf(url, body, options.headers), body };
  return exchange(connected.socket, request, limits, signal);
}

function headersOf(
  url: CheckedUrl,
  body: Uint8Array,
  headers: Readonly<Record<string, string>>,
): Record<string, string | number> {
  return {
    'user-agent': 'assay',
    accept: '*/*',
    'accept-encoding': 'identity',
    ...headers,
    host: url.host,
    'content-length': body.byteLength,
    connection: 'close',
  };
}

function failed(reason: PostFailure): PostResult {
  return { kind: 'failed', reason, status: undefined };
}
