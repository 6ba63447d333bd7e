import type { QuestionParams } from '@assay/providers/define';
import { LRUCache } from 'lru-cache';
import { maxAddresses } from '../nodes/read-accounts.ts';

/** The accounts that an earlier answer to the same question needed, and the mints whose largest accounts it listed. */
export type PrefetchHints = { readonly addresses: readonly string[]; readonly mints: readonly string[] };

/**
 * Stores which accounts and mints the answer to a question needed, so that the next answer reads all of them in one
 * request.
 */
export type PrefetchCache = {
  readonly hintsFor: (key: string) => PrefetchHints;
  readonly learn: (key: string, hints: PrefetchHints) => void;
};

/**
 * Returns the cache key of a question. The key omits the amount of the swap, because the accounts do not depend on it.
 */
export function prefetchKey(name: string, params: QuestionParams): string {
  const { amountIn: _amount, ...paramsWithoutAmount } = params;
  return `${name} ${JSON.stringify(paramsWithoutAmount)}`;
}

const maxCached = 5_000;
const noHints: PrefetchHints = { addresses: [], mints: [] };

/** Creates a cache of limited size. The cache holds only addresses, so every answer still reads the accounts. */
export function createPrefetchCache(): PrefetchCache {
  const cache = new LRUCache<string, PrefetchHints>({ max: maxCached });
  return {
    hintsFor: (key) => cache.get(key) ?? noHints,
    learn: (key, hints) => void cache.set(key, hints),
  };
}

/**
 * Returns the hints that an answer leaves for later answers. A long list of addresses is omitted. Otherwise a later
 * read would have no room for further accounts.
 */
export function hintsFrom(addresses: readonly string[], mints: readonly string[]): PrefetchHints {
  return addresses.length > maxAddresses / 2 ? { addresses: [], mints } : { addresses, mints };
}
