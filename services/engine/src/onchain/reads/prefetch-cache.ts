import type { QuestionParams } from '@assay/providers/define';
import { LRUCache } from 'lru-cache';
import { maxAddresses } from '../nodes/read-accounts.ts';

/** The accounts that an earlier answer needed, and the mints whose largest accounts it listed. */
export type PrefetchHints = { readonly addresses: readonly string[]; readonly mints: readonly string[] };

/** Stores what the answer to a question needed, so that the next answer reads all of it in one request. */
export type PrefetchCache = {
  readonly hintsFor: (key: string) => PrefetchHints;
  readonly learn: (key: string, hints: PrefetchHints) => void;
};

/** Returns the cache key of a question, without the amount: the accounts do not depend on the amount. */
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

/** Returns the hints from an answer. Leaves out long address lists, so that a later read has room for more accounts. */
export function hintsFrom(addresses: readonly string[], mints: readonly string[]): PrefetchHints {
  return addresses.length > maxAddresses / 2 ? { addresses: [], mints } : { addresses, mints };
}
