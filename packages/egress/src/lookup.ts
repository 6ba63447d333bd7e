import { parseAddress, type Address, type AddressPolicy } from './addresses.ts';
import type { Resolve } from './resolve.ts';
import type { CheckedUrl, UrlRejection } from './url.ts';

/** The addresses that a URL leads to, all of them permitted, or why it may not be called. */
export type Found = { readonly addresses: readonly Address[] } | { readonly rejection: UrlRejection };

/**
 * Finds the addresses of a checked URL at this moment. An address in the URL itself was judged with it and needs no name
 * server. A resolver that fails or outlasts `resolveMs` has found nothing.
 */
export async function addressesOf(
  url: CheckedUrl,
  resolve: Resolve,
  policy: AddressPolicy,
  resolveMs: number,
): Promise<Found> {
  return url.literal === undefined
    ? judged(await answersWithin(resolve, url.hostname, resolveMs), url.port, policy)
    : { addresses: [url.literal] };
}

/** Every address that was found must be permitted: a name with one forbidden address is refused whole. */
function judged(answers: readonly string[], port: number, policy: AddressPolicy): Found {
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
  // IPv4 first: a machine without IPv6 would else spend its time for connecting on addresses that it cannot reach.
  return { addresses: addresses.toSorted((left, right) => left.family.localeCompare(right.family)) };
}

/** The resolver's answers; none when it fails or takes too long, since a name that cannot be judged cannot be called. */
async function answersWithin(resolve: Resolve, name: string, resolveMs: number): Promise<readonly string[]> {
  const tooLong = new AbortController();
  const { signal } = tooLong;
  const timer = setTimeout(() => tooLong.abort(), resolveMs);
  const aborted = new Promise<readonly string[]>((settle) =>
    signal.addEventListener('abort', () => settle([]), { once: true }),
  );
  try {
    return await Promise.race([resolve(name, signal).catch(() => []), aborted]);
  } finally {
    clearTimeout(timer);
  }
}
