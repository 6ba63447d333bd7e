import { Fault } from '@assay/faults/faults';
import { hashApiKey } from '@assay/service/api-key';
import type { NegativeKeyCache } from '../negative-key-cache.ts';
import { createTokenBuckets, type TokenBucketOptions } from '@assay/service/token-buckets';
import { networkOf } from '@assay/service/remote-network';
import type { UnknownKeyLimit } from '../unknown-key-limit.ts';

/** Limits the messages of the agent protocol that no request to the API stands for, such as `initialize`. */
export type MessageLimit = {
  /**
   * Counts one message. Throws RATE_LIMIT for a caller that sent too many, and INVALID_KEY for a key that is known to be
   * invalid.
   */
  readonly count: (apiKey: string, address: string) => void;
};

/** What the limit needs. */
export type MessageLimitOptions = {
  /** The limit of a key that billing accepted before. */
  readonly known: TokenBucketOptions;
  /** The limit of all other keys of one remote address together, because anybody can make up a key. */
  readonly unknown: TokenBucketOptions;
  readonly negativeKeyCache: Pick<NegativeKeyCache, 'has'>;
  readonly unknownKeyLimit: Pick<UnknownKeyLimit, 'isKnown'>;
};

/** Creates the limit. It works from memory alone, so a flood of messages costs billing nothing. */
export function createMessageLimit(options: MessageLimitOptions): MessageLimit {
  const byKey = createTokenBuckets(options.known);
  const byNetwork = createTokenBuckets(options.unknown);
  return {
    count: (apiKey, address) => {
      const keySha256 = hashApiKey(apiKey);
      if (options.negativeKeyCache.has(keySha256)) {
        throw new Fault('INVALID_KEY');
      }
      const [buckets, name] = options.unknownKeyLimit.isKnown(keySha256)
        ? [byKey, keySha256.toString('latin1')]
        : [byNetwork, networkOf(address)];
      if (buckets.waitMs(name) > 0) {
        throw new Fault('RATE_LIMIT', 'too many messages besides calls of tools; wait for the seconds in Retry-After');
      }
      buckets.take(name);
    },
  };
}
