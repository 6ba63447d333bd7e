import type { Limits } from './admission.ts';

/** The keys whose window of requests is full, with the times at which the windows open again. */
export type ClosedWindows = {
  /** Returns the limits of a key whose window is full now; undefined for any other key. */
  readonly find: (keySha256: Uint8Array) => Limits | undefined;
  /**
   * Stores that a window is full.
   * @param opensAtMs the time at which its oldest request leaves it, by the clock of the options.
   */
  readonly close: (keySha256: Uint8Array, limit: number, opensAtMs: number) => void;
  /** Forgets a key, because its limit changed or the key was revoked. */
  readonly forget: (keySha256: Uint8Array) => void;
};

/**
 * Creates an empty set. A full window stays full until its oldest request leaves it, so the gateway can refuse by itself
 * until then. The set evicts its oldest entry when it is full; billing then refuses that key.
 * @param options.now milliseconds on a clock that never runs backwards.
 */
export function createClosedWindows(options: {
  readonly maxKeys: number;
  readonly now: () => number;
}): ClosedWindows {
  const windows = new Map<string, { readonly limit: number; readonly opensAtMs: number }>();
  const nameOf = (keySha256: Uint8Array): string => Buffer.from(keySha256).toString('latin1');
  return {
    find: (keySha256) => {
      if (windows.size === 0) {
        return undefined;
      }
      const name = nameOf(keySha256);
      const window = windows.get(name);
      const leftMs = (window?.opensAtMs ?? 0) - options.now();
      if (window === undefined || leftMs <= 0) {
        windows.delete(name);
        return undefined;
      }
      return { limit: window.limit, remaining: 0, resetSeconds: Math.ceil(leftMs / 1_000) };
    },
    close: (keySha256, limit, opensAtMs) => {
      const name = nameOf(keySha256);
      windows.delete(name);
      const oldest = windows.size >= options.maxKeys ? windows.keys().next().value : undefined;
      if (oldest !== undefined) {
        windows.delete(oldest);
      }
      windows.set(name, { limit, opensAtMs });
    },
    forget: (keySha256) => void windows.delete(nameOf(keySha256)),
  };
}
