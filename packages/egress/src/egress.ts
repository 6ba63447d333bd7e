import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';
import { Fault } from '@assay/faults/faults';
import { createAddressPolicy, type Address } from './addresses.ts';
import { connectTo } from './connect.ts';
import { exchange } from './exchange.ts';
import { addressesOf, type Found } from './lookup.ts';
import type { Resolve } from './resolve.ts';
import { createSlots } from '@assay/concurrency/fair-semaphore';
import { checkUrl, urlRejections, type CheckedUrl, type UrlCheck } from './url.ts';

/** Bounds of everything that a receiver or a caller could make endless. */
export type EgressLimits = {
  /** Time for the name servers, for connecting, and for all of a call from its look-up to the end of its answer. */
  readonly resolveMs: number;
  readonly connectMs: number;
  readonly totalMs: number;
  /** The most of an answer's header block and of its body that is read. */
  readonly headerBytes: number;
  readonly bodyBytes: number;
  /** Calls under way at once, for one host and port and in all. */
  readonly callsPerHost: number;
  readonly calls: number;
  /** Calls that may wait for one of those places, and how long they wait for each. */
  readonly queuedPerHost: number;
  readonly queued: number;
  readonly queueWaitMs: number;
};

const defaultLimits: EgressLimits = {
  resolveMs: 5_000,
  connectMs: 5_000,
  totalMs: 10_000,
  headerBytes: 16_384,
  bodyBytes: 16_384,
  callsPerHost: 8,
  calls: 256,
  queuedPerHost: 64,
  queued: 1_024,
  queueWaitMs: 5_000,
};

/** Why a call did not bring a whole answer, with the sentence that its giver may read. None names an address. */
export const postFailures = {
  ...urlRejections,
  overloaded: 'too many calls were under way; nothing was sent',
  unreachable: 'no connection could be made in time',
  tls: 'TLS was not established: the certificate must be valid for the host and issued by a trusted authority',
  timeout: 'there was no whole answer in time',
  lost: 'the connection ended before the answer did',
  protocol: 'the answer is not HTTP/1.1, or asks for another protocol',
  too_large: 'the answer is longer than is read of one',
} as const;

/** A reason of `postFailures`. */
export type PostFailure = keyof typeof postFailures;

/** What came of a POST. A redirect, or any other status, is an answer like the rest and leads nowhere. */
export type Posted =
  | { readonly kind: 'answered'; readonly status: number }
  | { readonly kind: 'failed'; readonly reason: PostFailure; readonly status: number | undefined };

/** The only way to an address that a caller named. */
export type Egress = {
  /**
   * Judges a URL before it is kept, its name resolved at this moment. Throws the fault OVERLOADED when too many are being
   * judged; whatever is wrong with the URL is a result.
   */
  readonly register: (url: string) => Promise<UrlCheck>;
  /**
   * Sends one POST, once. The URL is judged and its name resolved anew, every address found must be permitted, and one of
   * those very addresses is dialled, with the name in `Host`, in SNI and in the check of the certificate. Never rejects on
   * anything that the URL, its name servers or its receiver do.
   *
   * @param headers with lowercase names; `host`, `content-length` and `connection` are this function's own.
   */
  readonly post: (url: string, body: Uint8Array | string, headers: Readonly<Record<string, string>>) => Promise<Posted>;
};

/**
 * Builds an egress. It opens nothing until it is called, keeps no connection between calls, follows no redirect, asks for
 * no compression, keeps no cookie and reads no proxy variable.
 *
 * @param options.allow networks that may be reached although they are not public, as CIDR.
 * @param options.ownAddresses addresses that lead back into the deployment, as `createAddressPolicy` reads them.
 * @param options.trustedCertificates authorities in PEM to trust beside the public ones.
 * Throws a RangeError naming an entry of the first two that is no network.
 */
export function createEgress(options: {
  readonly allow: readonly string[];
  readonly ownAddresses: readonly string[];
  readonly resolve: Resolve;
  readonly limits?: Partial<EgressLimits>;
  readonly trustedCertificates?: readonly string[];
}): Egress {
  const limits = { ...defaultLimits, ...options.limits };
  const policy = createAddressPolicy(options);
  const { trustedCertificates: trusted = [] } = options;
  const secureContext = createSecureContext(trusted.length === 0 ? {} : { ca: [...rootCertificates, ...trusted] });
  const find = (url: CheckedUrl): Promise<Found> => addressesOf(url, options.resolve, policy, limits.resolveMs);
  const total = { of: () => 'all', inside: limits.calls, waiting: limits.queued };
  const perHost = { of: (host: string) => host, inside: limits.callsPerHost, waiting: limits.queuedPerHost };
  const turns = { party: (host: string) => host, waitMs: limits.queueWaitMs };
  const slots = createSlots({ bounds: [perHost, total], ...turns });
  const registrations = createSlots({ bounds: [total], ...turns });

  return {
    register: async (text) => {
      const checked = checkUrl(text, policy);
      if (!checked.ok) {
        return checked;
      }
      const leave = await registrations.take(checked.url.host);
      if (leave === undefined) {
        throw new Fault('OVERLOADED');
      }
      try {
        const found = await find(checked.url);
        return 'rejection' in found ? { ok: false, reason: found.rejection } : checked;
      } finally {
        leave();
      }
    },
    post: async (text, body, headers) => {
      const checked = checkUrl(text, policy);
      if (!checked.ok) {
        return failed(checked.reason);
      }
      const leave = await slots.take(checked.url.host);
      if (leave === undefined) {
        return failed('overloaded');
      }
      const ended = new AbortController();
      const timer = setTimeout(() => ended.abort(), limits.totalMs);
      try {
        const found = await find(checked.url);
        return 'rejection' in found
          ? failed(found.rejection)
          : await send(checked.url, found.addresses, { body, headers, limits, secureContext, signal: ended.signal });
      } finally {
        clearTimeout(timer);
        leave();
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
): Promise<Posted> {
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

function failed(reason: PostFailure): Posted {
  return { kind: 'failed', reason, status: undefined };
}
