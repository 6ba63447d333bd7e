import { networkOf } from '@assay/runtime/remote-network';
import { createTokenBuckets, type TokenBucketOptions } from '@assay/concurrency/token-buckets';
import { LRUCache } from 'lru-cache';

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
  /** Returns whether billing accepted a key before. */
  readonly isKnown: (keySha256: Uint8Array) => boolean;
  /** Forgets a key that was revoked. */
  readonly forget: (keySha256: Uint8Array) => void;
};

/**
 * Creates a token bucket for each remote address. A look-up costs a token only if it finds no valid key, so callers with
 * valid keys never wait for each other. IPv6 callers share the bucket of their /64 network.
 */
export function createUnknownKeyLimit(options: TokenBucketOptions): UnknownKeyLimit {
  // Tokens can be negative, because look-ups in flight are counted when they end.
  const buckets = createTokenBuckets(options);
  const known = new LRUCache<string, true>({ max: options.maxEntries });
  return {
    waitMs: (address, keySha256) => (known.has(nameOf(keySha256)) ? 0 : buckets.waitMs(networkOf(address))),
    onUnknown: (address) => buckets.take(networkOf(address)),
    onKnown: (keySha256) => void known.set(nameOf(keySha256), true),
    isKnown: (keySha256) => known.has(nameOf(keySha256)),
    forget: (keySha256) => void known.delete(nameOf(keySha256)),
  };
}

function nameOf(keySha256: Uint8Array): string {
  return Buffer.from(keySha256).toString('latin1');
}
