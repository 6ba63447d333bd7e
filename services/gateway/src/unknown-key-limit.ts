import { isIPv4, isIPv6 } from 'node:net';

/** Limits how often one remote address can have unknown keys looked up. */
export type UnknownKeyLimit = {
  /**
   * Returns the milliseconds until a key that is not known to be valid may be looked up for an address; zero when it may
   * be now.
   */
  readonly waitMs: (address: string, keySha256: Uint8Array) => number;
  /** Counts a look-up that found no valid key. */
  readonly onUnknown: (address: string) => void;
  /** Remembers a key that billing accepted. Its requests are never refused here. */
  readonly onKnown: (keySha256: Uint8Array) => void;
  /** Forgets a key that was revoked. */
  readonly forget: (keySha256: Uint8Array) => void;
};

/** Settings of the limit. */
export type UnknownKeyLimitOptions = {
  /** Look-ups per second and address; zero means no limit. */
  readonly perSecond: number;
  /** Look-ups that an address may have at once after a quiet time. */
  readonly burst: number;
  /** Maximum number of known keys, and of addresses, that are remembered. The oldest is forgotten beyond it. */
  readonly maxEntries: number;
  /** Milliseconds on a clock that never runs backwards. */
  readonly now: () => number;
};

/** Tokens of an address at a time. They can be negative, because look-ups in flight are counted when they end. */
type Bucket = { readonly tokens: number; readonly atMs: number };

/**
 * Creates a token bucket for each remote address. A look-up costs a token only if it finds no valid key, so callers with
 * valid keys never wait for each other. IPv6 callers share the bucket of their /64 network.
 */
export function createUnknownKeyLimit(options: UnknownKeyLimitOptions): UnknownKeyLimit {
  const { perSecond, burst, maxEntries, now } = options;
  const buckets = new Map<string, Bucket>();
  const known = new Set<string>();

  const tokensOf = (network: string): number => {
    const bucket = buckets.get(network);
    return bucket === undefined ? burst : Math.min(burst, bucket.tokens + ((now() - bucket.atMs) / 1_000) * perSecond);
  };
  return {
    waitMs: (address, keySha256) => {
      if (perSecond === 0 || buckets.size === 0) {
        return 0;
      }
      const tokens = tokensOf(networkOf(address));
      return tokens >= 1 || known.has(nameOf(keySha256)) ? 0 : Math.ceil(((1 - tokens) / perSecond) * 1_000);
    },
    onUnknown: (address) => {
      const network = networkOf(address);
      const tokens = tokensOf(network) - 1;
      buckets.delete(network);
      evictOldest(buckets, maxEntries);
      buckets.set(network, { tokens, atMs: now() });
    },
    onKnown: (keySha256) => {
      const name = nameOf(keySha256);
      if (!known.has(name)) {
        evictOldest(known, maxEntries);
        known.add(name);
      }
    },
    forget: (keySha256) => void known.delete(nameOf(keySha256)),
  };
}

function nameOf(keySha256: Uint8Array): string {
  return Buffer.from(keySha256).toString('latin1');
}

function evictOldest(entries: Map<string, unknown> | Set<string>, maxEntries: number): void {
  const oldest = entries.size >= maxEntries ? entries.keys().next().value : undefined;
  if (oldest !== undefined) {
    entries.delete(oldest);
  }
}

const mappedPrefix = '::ffff:';

/** Returns the network that counts as one caller: an IPv4 address, or the /64 network of an IPv6 address. */
export function networkOf(address: string): string {
  const bare = address.startsWith(mappedPrefix) ? address.slice(mappedPrefix.length) : address;
  if (isIPv4(bare) || !isIPv6(bare)) {
    return bare;
  }
  const [head = '', tail = ''] = bare.split('::');
  const groups = head === '' ? [] : head.split(':');
  const missing = bare.includes('::') ? 8 - groups.length - (tail === '' ? 0 : tail.split(':').length) : 0;
  return [...groups, ...Array.from({ length: missing }, () => '0'), ...tail.split(':')].slice(0, 4).join(':');
}
