/** Hashes of keys that billing refused a moment ago. */
export type RefusedKeys = {
  readonly has: (keySha256: Uint8Array) => boolean;
  readonly add: (keySha256: Uint8Array) => void;
};

/**
 * Remembers refusals for a while, so that a flood of requests with one unknown key does not reach the database. The
 * oldest are forgotten first when there are too many.
 * @param options.keepForMs how long a refusal is remembered; a key never becomes valid after it was refused.
 * @param options.now milliseconds on any steady clock.
 */
export function rememberRefusedKeys(options: {
  readonly keepForMs: number;
  readonly maxKept: number;
  readonly now: () => number;
}): RefusedKeys {
  const until = new Map<string, number>();
  const nameOf = (keySha256: Uint8Array): string => Buffer.from(keySha256).toString('latin1');
  return {
    has: (keySha256) => {
      if (until.size === 0) {
        return false;
      }
      const name = nameOf(keySha256);
      const expiresAt = until.get(name);
      if (expiresAt !== undefined && expiresAt <= options.now()) {
        until.delete(name);
        return false;
      }
      return expiresAt !== undefined;
    },
    add: (keySha256) => {
      const name = nameOf(keySha256);
      until.delete(name);
      const oldest = until.size >= options.maxKept ? until.keys().next().value : undefined;
      if (oldest !== undefined) {
        until.delete(oldest);
      }
      until.set(name, options.now() + options.keepForMs);
    },
  };
}
