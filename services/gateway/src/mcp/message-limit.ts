import { Fault } from '@assay/faults/faults';
import { hashApiKey } from '@assay/identifiers/api-key';
import type { NegativeKeyCache } from '../admission/negative-key-cache.ts';
import { createTokenBuckets, type TokenBucketOptions } from '@assay/concurrency/token-buckets';
import { networkOf } from '@assay/runtime/remote-network';
import type { UnknownKeyLimit } from '../admission/unknown-key-limit.ts';

/** Limits the messages of the agent protocol that no request to the API stands for, such as `initialize`. */
export type MessageLimit = {
  /**
   * Counts one message. Throws RATE_LIMIT for a caller that sent too many, and INVALID_KEY for a key that is known to be
   * invalid.
   */
  readonly count: (apiKey: string, address: string) => void;
  /**
   * Throws RATE_LIMIT for a caller whose calls of tools became no request to the API too often: such calls have no key that
   * billing checks, and no limit of the API. A call that becomes a request costs nothing here.
   */
  readonly beforeCall: (apiKey: string, address: string) => void;
  /** Counts a call of a tool that became no request. */
  readonly onUnsentCall: (apiKey: string, address: string) => void;
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
  const messages = { byKey: createTokenBuckets(options.known), byNetwork: createTokenBuckets(options.unknown) };
  const unsent = { byKey: createTokenBuckets(options.known), byNetwork: createTokenBuckets(options.unknown) };
  const bucketOf = ({ byKey, byNetwork }: typeof messages, apiKey: string, address: string) => {
    const keySha256 = hashApiKey(apiKey);
    const isKnown = options.unknownKeyLimit.isKnown(keySha256);
    const [buckets, name] = isKnown ? [byKey, keySha256.toString('latin1')] : [byNetwork, networkOf(address)];
    return { keySha256, waitMs: () => buckets.waitMs(name), take: () => buckets.take(name) };
  };
  return {
    count: (apiKey, address) => {
      const bucket = bucketOf(messages, apiKey, address);
      if (options.negativeKeyCache.has(bucket.keySha256)) {
        throw new Fault('INVALID_KEY');
      }
      if (bucket.waitMs() > 0) {
        throw new Fault('RATE_LIMIT', tooManyMessages);
      }
      bucket.take();
    },
    beforeCall: (apiKey, address) => {
      if (bucketOf(unsent, apiKey, address).waitMs() > 0) {
        throw new Fault('RATE_LIMIT', tooManyUnsent);
      }
    },
    onUnsentCall: (apiKey, address) => bucketOf(unsent, apiKey, address).take(),
  };
}

const tooManyMessages = 'too many messages besides calls of tools; wait for the seconds in Retry-After';
const tooManyUnsent =
  'too many calls of tools that the protocol refuses, such as those without an id; wait for the seconds in Retry-After';
