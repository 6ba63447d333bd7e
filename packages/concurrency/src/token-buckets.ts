import { LRUCache } from 'lru-cache';

/** Token buckets by name. Each name may take `burst` tokens at once, and `perSecond` tokens per second on average. */
export type TokenBuckets = {
  /** Returns the milliseconds until a name may take a token; zero when it may now. */
  readonly waitMs: (name: string) => number;
  /** Takes a token. When the bucket is empty, its number of tokens becomes negative. */
  readonly take: (name: string) => void;
};

/** Settings of token buckets. */
export type TokenBucketOptions = {
  /** Tokens that each name gains per second; zero means no limit. */
  readonly perSecond: number;
  /** Maximum number of tokens of a name. After a pause, a name may take this many at once. */
  readonly burst: number;
  /** Maximum number of names that are stored. Beyond it, the least recently used name is forgotten. */
  readonly maxEntries: number;
  /** Milliseconds on a clock that never runs backwards. */
  readonly now: () => number;
};

/** Creates full buckets. A name that never took a token uses no memory. */
export function createTokenBuckets({ perSecond, burst, maxEntries, now }: TokenBucketOptions): TokenBuckets {
  const buckets = new LRUCache<string, { readonly tokens: number; readonly atMs: number }>({ max: maxEntries });
  const tokensOf = (name: string): number => {
    const bucket = buckets.get(name);
    return bucket === undefined ? burst : Math.min(burst, bucket.tokens + ((now() - bucket.atMs) / 1_000) * perSecond);
  };
  return {
    waitMs: (name) => {
      if (perSecond === 0 || buckets.size === 0) {
        return 0;
      }
      const tokens = tokensOf(name);
      return tokens >= 1 ? 0 : Math.ceil(((1 - tokens) / perSecond) * 1_000);
    },
    take: (name) => {
      buckets.set(name, { tokens: tokensOf(name) - 1, atMs: now() });
    },
  };
}
