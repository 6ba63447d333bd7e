import { networkOf } from '@assay/runtime/remote-network';
import { createTokenBuckets, type TokenBucketOptions } from '@assay/concurrency/token-buckets';
import { LRUCache } from 'lru-cache';

/** Limits how often one remote address can have unknown keys looked up. */
export type UnknownKeyLimit = {
  /** Returns the milliseconds until the gateway may look up an unknown key for an address. Zero when it may now. */
  readonly waitMs: (address: string, keySha256: Uint8Array) => number;
  /** Counts a look-up that found no valid key. */
  readonly onUnknown: (address: string) => void;
  /** Stores that billing accepted a key. This limit then never refuses requests with the key. */
  readonly onKnown: (keySha256: Uint8Array) => void;
  /** Returns whether billing accepted a key before. */
  readonly isKnown: (keySha256: Uint8Array) => boolean;
  /** Removes a key that was revoked. */
  readonly forget: (keySha256: Uint8Array) => void;
};

/**
 * Creates a token bucket for each remote address. A look-up costs a token only if it finds no valid key, so callers with
 * valid keys never wait for each other. IPv6 callers share the bucket of their /64 network.
 */
export function createUnknownKeyLimit(options: TokenBucketOptions): UnknownKeyLimit {
  // The number of tokens can become negative, because a look-up takes its token only when it ends.
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
