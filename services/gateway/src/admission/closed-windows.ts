import { LRUCache } from 'lru-cache';
import type { Limits } from './key-refusal.ts';

/**
 * A key that used up its requests of one minute. It has the account that the limit applies to, the limit, and when the
 * next request is possible.
 */
export type ClosedWindow = { readonly accountId: string; readonly limit: number; readonly opensAtMs: number };

/** The account and the limits of a key that used up its requests of one minute. */
export type ClosedKey = { readonly accountId: string; readonly limits: Limits };

/** The keys that used up their requests of one minute, with the times from which they may send requests again. */
export type ClosedWindows = {
  /** Returns the account and the limits of a key that may send no request now. Returns undefined for any other key. */
  readonly find: (keySha256: Uint8Array) => ClosedKey | undefined;
  /**
   * Stores that a key used up its requests.
   *
   * @param window.opensAtMs when the oldest counted request is a minute old, by the clock of the options.
   */
  readonly close: (keySha256: Uint8Array, window: ClosedWindow) => void;
  /** Removes the keys of an account, because the account's limit changed. */
  readonly forgetAccount: (accountId: string) => void;
};

/**
 * Creates an empty set. A key stays refused until its oldest counted request is a minute old, so the gateway needs no
 * call to billing until then. When the set is full, it removes the least recently used key. Billing then refuses the
 * requests with that key.
 *
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
      const limits = { limit: window.limit, remaining: 0, resetSeconds: Math.ceil(leftMs / 1_000) };
      return { accountId: window.accountId, limits };
    },
    close: (keySha256, window) => void windows.set(nameOf(keySha256), window),
    forgetAccount: (accountId) => {
      const names = [...windows.keys()].filter((name) => windows.peek(name)?.accountId === accountId);
      names.forEach((name) => windows.delete(name));
    },
  };
}
