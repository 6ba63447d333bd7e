import { Resolver } from 'node:dns/promises';

/**
 * Resolves a host name to its current IPv4 and IPv6 addresses. Resolves to an empty list when the name does not exist, has
 * no address, or no server answers. Aborting `signal` ends the resolution early.
 */
export type NameResolver = (name: string, signal: AbortSignal) => Promise<readonly string[]>;

const timeoutMs = 1_500;
const tries = 2;

/**
 * Creates a resolver that asks the machine's name servers over the network. It does not use `dns.lookup`, which reads the
 * hosts file, appends search domains, and blocks one of Node's four worker threads while a server is slow.
 *
 * @param options.servers `address:port` of the servers to ask in place of the machine's own.
 */
export function createNameResolver(options: { readonly servers?: readonly string[] } = {}): NameResolver {
  return async (name, signal) => {
    const resolver = new Resolver({ timeout: timeoutMs, tries });
    if (options.servers !== undefined) {
      resolver.setServers(options.servers);
    }
    const cancel = (): void => resolver.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      // Many servers fail only for AAAA, so the answer for one family is enough. A failed family cannot hide an address
      // from the check, because the egress connects only to the addresses returned here.
      const families = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
      return families.flatMap((family) => (family.status === 'fulfilled' ? family.value : []));
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  };
}
