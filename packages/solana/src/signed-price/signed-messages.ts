import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** The messages whose signatures were verified last. */
export type SignedMessages = {
  /**
   * Calls `verifySignatures`, unless it already accepted the same bytes for the same addresses. Throws what
   * `verifySignatures` throws. A refused message is not remembered, so it never displaces an accepted one.
   * @param message all bytes of the message, with its signatures.
   * @param addresses the addresses of the signers' set in order.
   */
  readonly verify: (message: Uint8Array, addresses: readonly string[], verifySignatures: () => void) => void;
};

/**
 * Creates a memory of verified messages. Checking one signature takes about a millisecond of CPU time, and the result
 * depends on the bytes and the addresses alone.
 * @param maxMessages maximum number of messages. A new message displaces the one that was used least recently.
 */
export function createSignedMessages(maxMessages: number): SignedMessages {
  const accepted = new LRUCache<string, true>({ max: maxMessages });
  return {
    verify: (message, addresses, verifySignatures) => {
      const key = createHash('sha256').update(addresses.join(' ')).update('\n').update(message).digest('base64');
      if (accepted.get(key) === undefined) {
        verifySignatures();
        accepted.set(key, true);
      }
    },
  };
}
