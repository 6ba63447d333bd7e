import { createEgress, postFailures, type PostFailure } from '@assay/egress/egress';
import type { NameResolver } from '@assay/egress/name-resolver';
import { parseExact, readAnswer, standingHeaders, type Fetched } from '@assay/providers/fetch';

/** Sends a GET to a host that a caller named. Never rejects. */
export type FetchHost = (host: string, path: string) => Promise<Fetched>;

/** Maximum size of a response body, in bytes. A profile has some kilobytes, so a longer body is no profile. */
const maxBodyBytes = 262_144;
const allHosts = '*';

/**
 * Returns a function that tells whether callers may name a host. They may name the listed hosts, or any host if the
 * list contains `*`.
 */
export function hostRule(hosts: readonly string[]): (host: string) => boolean {
  const listed = new Set(hosts);
  return (host) => listed.has(allHosts) || listed.has(host);
}

/**
 * Creates the function that sends requests to hosts that callers named. It uses HTTPS and the guarded egress, which
 * connects only to public addresses and follows no redirect.
 * @param options.allow private networks to which the function may connect anyway, for tests.
 * @param options.port the port, 443 when absent.
 */
export function createHostFetch(options: {
  readonly resolve: NameResolver;
  readonly totalMs: number;
  readonly allow?: readonly string[];
  readonly port?: number;
  readonly trustedCertificates?: readonly string[];
}): FetchHost {
  const { resolve, totalMs, allow = [], port, trustedCertificates = [] } = options;
  const egress = createEgress({
    allow,
    ownAddresses: [],
    resolve,
    trustedCertificates,
    limits: { totalMs, resolveMs: totalMs, connectMs: totalMs, bodyBytes: maxBodyBytes },
  });
  return async (host, path) => {
    const got = await egress.get(`https://${host}${port === undefined ? '' : `:${port}`}${path}`, standingHeaders);
    return got.kind === 'answered'
      ? readAnswer({ status: got.status, headers: got.headers, bytes: got.body }, parseExact, maxBodyBytes)
      : { kind: kindOf(got.reason), detail: postFailures[got.reason] };
  };
}

function kindOf(reason: PostFailure): 'timeout' | 'unreachable' | 'malformed' {
  switch (reason) {
    case 'timeout':
      return 'timeout';
    case 'protocol':
    case 'too_large':
      return 'malformed';
    default:
      return 'unreachable';
  }
}
