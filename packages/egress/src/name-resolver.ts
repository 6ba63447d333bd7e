import { Resolver } from 'node:dns/promises';

/**
 * Finds the addresses of a name, IPv4 and IPv6 alike, as the name servers have them at this moment. None when the name
 * does not exist, has no address, or no server answered. Stops early when `signal` aborts.
 */
export type Resolve = (name: string, signal: AbortSignal) => Promise<readonly string[]>;

const timeoutMs = 1_500;
const tries = 2;

/**
 * Asks the machine's name servers over the network, rather than the C library as `dns.lookup` does: that one also reads
 * the hosts file, appends search domains that turn a public name into a cluster's own, and blocks one of four threads
 * for as long as a hostile server likes.
 *
 * @param options.servers `address:port` of the servers to ask in place of the machine's own.
 */
export function createResolve(options: { readonly servers?: readonly string[] } = {}): Resolve {
  return async (name, signal) => {
    const resolver = new Resolver({ timeout: timeoutMs, tries });
    if (options.servers !== undefined) {
      resolver.setServers(options.servers);
    }
    const cancel = (): void => resolver.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      // Many servers fail on AAAA alone. Only addresses that were found are dialled, so a missing family hides nothing.
      const families = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
      return families.flatMap((family) => (family.status === 'fulfilled' ? family.value : []));
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  };
}
