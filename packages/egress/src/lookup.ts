import { parseAddress, type Address, type AddressPolicy } from './addresses.ts';
import type { NameResolver } from './name-resolver.ts';
import type { CheckedUrl, UrlRejection } from './url.ts';

/** The addresses of a URL, which are all permitted, or the reason for refusing the URL. */
export type LookupResult = { readonly addresses: readonly Address[] } | { readonly rejection: UrlRejection };

/**
 * Returns the current addresses of a checked URL. A URL with an IP address needs no resolution; the check of the URL covered
 * the address. If resolution fails or takes longer than `resolveMs`, there are no addresses.
 */
export async function lookUpAddresses(
  url: CheckedUrl,
  resolve: NameResolver,
  policy: AddressPolicy,
  resolveMs: number,
): Promise<LookupResult> {
  return url.literal === undefined
    ? permitted(await resolveWithin(resolve, url.hostname, resolveMs), url.port, policy)
    : { addresses: [url.literal] };
}

/**
 * Returns the addresses if the policy permits every one. A single forbidden address makes the function refuse the whole
 * name.
 */
function permitted(answers: readonly string[], port: number, policy: AddressPolicy): LookupResult {
  if (answers.length === 0) {
    return { rejection: 'unresolved' };
  }
  const addresses: Address[] = [];
  for (const answer of new Set(answers)) {
    const address = parseAddress(answer);
    if (address === undefined || !policy.permits(address, port)) {
      return { rejection: 'address' };
    }
    addresses.push(address);
  }
  // IPv4 first: a machine without IPv6 would spend its connection time on addresses that it cannot reach.
  return { addresses: addresses.toSorted((left, right) => left.family.localeCompare(right.family)) };
}

/** Returns the resolver's answers; empty when it fails or takes too long. */
async function resolveWithin(resolve: NameResolver, name: string, resolveMs: number): Promise<readonly string[]> {
  const timeout = new AbortController();
  const { signal } = timeout;
  const timer = setTimeout(() => timeout.abort(), resolveMs);
  const aborted = new Promise<readonly string[]>((finish) =>
    signal.addEventListener('abort', () => finish([]), { once: true }),
  );
  try {
    return await Promise.race([resolve(name, signal).catch(() => []), aborted]);
  } finally {
    clearTimeout(timer);
  }
}
