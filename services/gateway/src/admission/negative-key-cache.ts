import { LRUCache } from 'lru-cache';

/** A negative cache: the hashes of keys that billing refused recently. */
export type NegativeKeyCache = {
  readonly has: (keySha256: Uint8Array) => boolean;
  readonly add: (keySha256: Uint8Array) => void;
};

/**
 * Creates an empty cache. It prevents a flood of requests with one unknown key from reaching the database. When the
 * cache is full, it removes the least recently used entry.
 * @param options.ttlMs lifetime of an entry in milliseconds. A refused key never becomes valid later.
 * @param options.now milliseconds on a clock that never runs backwards.
 */
export function createNegativeKeyCache(options: {
  readonly ttlMs: number;
  readonly maxKeys: number;
  readonly now: () => number;
}): NegativeKeyCache {
  const expiresAtMs = new LRUCache<string, number>({ max: options.maxKeys });
  const nameOf = (keySha256: Uint8Array): string => Buffer.from(keySha256).toString('latin1');
  return {
    has: (keySha256) => {
      if (expiresAtMs.size === 0) {
        return false;
      }
      const name = nameOf(keySha256);
      const expiry = expiresAtMs.get(name);
      if (expiry !== undefined && expiry <= options.now()) {
        expiresAtMs.delete(name);
        return false;
      }
      return expiry !== undefined;
    },
    add: (keySha256) => void expiresAtMs.set(nameOf(keySha256), options.now() + options.ttlMs),
  };
}
