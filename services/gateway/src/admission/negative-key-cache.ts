/** A negative cache: the hashes of keys that billing refused a moment ago. */
export type NegativeKeyCache = {
  readonly has: (keySha256: Uint8Array) => boolean;
  readonly add: (keySha256: Uint8Array) => void;
};

/**
 * Creates an empty cache. A flood of requests with one unknown key then does not reach the database. The cache evicts
 * its oldest entry when it is full.
 * @param options.ttlMs how long an entry lasts, in milliseconds. A refused key never becomes valid later.
 * @param options.now milliseconds on a clock that never runs backwards.
 */
export function createNegativeKeyCache(options: {
  readonly ttlMs: number;
  readonly maxKeys: number;
  readonly now: () => number;
}): NegativeKeyCache {
  const expiresAtMs = new Map<string, number>();
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
    add: (keySha256) => {
      const name = nameOf(keySha256);
      expiresAtMs.delete(name);
      const oldest = expiresAtMs.size >= options.maxKeys ? expiresAtMs.keys().next().value : undefined;
      if (oldest !== undefined) {
        expiresAtMs.delete(oldest);
      }
      expiresAtMs.set(name, options.now() + options.ttlMs);
    },
  };
}
