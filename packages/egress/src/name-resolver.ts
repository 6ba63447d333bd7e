import { Resolver } from 'node:dns/promises';

/**
 * Resolves a host name to its present IPv4 and IPv6 addresses. Resolves to an empty list when the name does not exist,
 * has no address, or no server answers. An abort of `signal` ends it early.
 */
export type NameResolver = (name: string, signal: AbortSignal) => Promise<readonly string[]>;

const timeoutMs = 1_500;
const tries = 2;

/**
 * Creates a resolver that asks the machine's name servers over the network. It does not use `dns.lookup`, which reads
 * the hosts file and appends search domains. A slow server would also block one of Node's four threads there.
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
      // Many servers fail on AAAA alone. The egress connects only to addresses found here, so a missing family hides
      // none.
      const families = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
      return families.flatMap((family) => (family.status === 'fulfilled' ? family.value : []));
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  };
}
