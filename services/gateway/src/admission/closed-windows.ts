import { LRUCache } from 'lru-cache';
import type { Limits } from './key-refusal.ts';

/** A full window: the account that it limits, the limit, and the time at which the window opens. */
export type ClosedWindow = { readonly accountId: string; readonly limit: number; readonly opensAtMs: number };

/** The keys whose window of requests is full, with the times at which the windows open again. */
export type ClosedWindows = {
  /** Returns the limits of a key whose window is full now, or undefined for any other key. */
  readonly find: (keySha256: Uint8Array) => Limits | undefined;
  /**
   * Stores that the window of a key is full.
   * @param window.opensAtMs the time at which the oldest request leaves the window, by the clock of the options.
   */
  readonly close: (keySha256: Uint8Array, window: ClosedWindow) => void;
  /** Removes the windows of an account, because the account's limit changed. */
  readonly forgetAccount: (accountId: string) => void;
};

/**
 * Creates an empty set. A full window stays full until its oldest request leaves it, so the gateway can refuse the key
 * by itself until then. When the set is full, it removes the window that was used longest ago, and billing refuses that
 * key instead.
 * @param options.now milliseconds on a clock that never runs backwards.
 */
export function createClosedWindows(options: { readonly maxKeys: number; readonly now: () => number }): ClosedWindows {
  const windows = new LRUCache<string, ClosedWindow>({ max: options.maxKeys });
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
    close: (keySha256, window) => void windows.set(nameOf(keySha256), window),
    forgetAccount: (accountId) => {
      const names = [...windows.keys()].filter((name) => windows.peek(name)?.accountId === accountId);
      names.forEach((name) => windows.delete(name));
    },
  };
}
