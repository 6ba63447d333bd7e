import { Fault } from '@assay/faults/faults';
import { hashApiKey } from '@assay/identifiers/api-key';
import type { NegativeKeyCache } from '../admission/negative-key-cache.ts';
import { createTokenBuckets, type TokenBucketOptions } from '@assay/concurrency/token-buckets';
import { networkOf } from '@assay/runtime/remote-network';
import type { UnknownKeyLimit } from '../admission/unknown-key-limit.ts';

/** Limits the messages of the agent protocol that do not become a request to the API, such as `initialize`. */
export type MessageLimit = {
  /**
   * Counts one message. Throws RATE_LIMIT for a caller that sent too many messages, and INVALID_KEY for a key that is
   * known to be invalid.
   */
  readonly count: (apiKey: string, address: string) => void;
  /**
   * Checks a tool call before it runs. Throws RATE_LIMIT when too many earlier tool calls of the caller did not become
   * a request to the API. Neither billing's check of the key nor the API's own limit applies to such calls. A call that
   * becomes a request does not count here.
   */
  readonly beforeCall: (apiKey: string, address: string) => void;
  /** Counts a tool call that did not become a request to the API. */
  readonly onUnsentCall: (apiKey: string, address: string) => void;
};

/** The dependencies of the limit. */
export type MessageLimitOptions = {
  /** The limit of a key that billing accepted before. */
  readonly known: TokenBucketOptions;
  /** The limit of all other keys of one remote address together, because anybody can invent a key. */
  readonly unknown: TokenBucketOptions;
  readonly negativeKeyCache: Pick<NegativeKeyCache, 'has'>;
  readonly unknownKeyLimit: Pick<UnknownKeyLimit, 'isKnown'>;
};

/** Creates the limit. All counts are in memory, so a flood of messages causes no call to billing. */
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
