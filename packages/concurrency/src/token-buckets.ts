import { LRUCache } from 'lru-cache';

/** Token buckets by name. Each name may take its burst at once, and then a number of tokens per second. */
export type TokenBuckets = {
  /** Returns the milliseconds until a name may take a token; zero when it may now. */
  readonly waitMs: (name: string) => number;
  /** Takes a token. The bucket becomes negative when it is empty. */
  readonly take: (name: string) => void;
};

/** Settings of token buckets. */
export type TokenBucketOptions = {
  /** Tokens per second and name; zero means no limit. */
  readonly perSecond: number;
  /** Tokens that a name may take at once after a quiet time. */
  readonly burst: number;
  /** Maximum number of names that are remembered. The one that was used longest ago is forgotten beyond it. */
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
