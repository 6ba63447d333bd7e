import type { AddressStore } from './address-store.ts';
import type { ChangeDetector } from './change-detector.ts';
import type { ContentCheck } from './content-check.ts';
import type { ReadSnapshot } from './node-pool.ts';
import { addressesPerCall } from './poller.ts';

/** Processes the push updates of a node. */
export type PushUpdates = {
  readonly receive: (snapshot: ReadSnapshot) => void;
  /** Resolves when no update waits. */
  readonly idle: () => Promise<void>;
};

/**
 * Creates a queue of push updates that processes one batch at a time. Only the newest update of an address waits, so
 * the queue never exceeds the number of subscriptions.
 * @param onFailure called with the error of a batch. The batch is dropped, and polling detects the same changes.
 */
export function createPushUpdates(
  store: Pick<AddressStore, 'byAddress'>,
  detector: Pick<ChangeDetector, 'compare'>,
  content: Pick<ContentCheck, 'withNews'>,
  onFailure: (error: unknown) => void,
): PushUpdates {
  const waiting = new Map<string, ReadSnapshot>();
  let processing: Promise<void> | undefined;
  const processAll = async (): Promise<void> => {
    while (waiting.size > 0) {
      const batch = new Map([...waiting].slice(0, addressesPerCall));
      for (const address of batch.keys()) {
        waiting.delete(address);
      }
      try {
        const rows = await store.byAddress([...batch.keys()]);
        for (const row of rows) {
          const snapshot = batch.get(row.address);
          if (snapshot !== undefined) {
            await detector.compare(content.withNews([row], snapshot), snapshot);
          }
        }
      } catch (error) {
        onFailure(error);
      }
    }
    processing = undefined;
  };
  return {
    receive: (snapshot) => {
      for (const address of snapshot.accounts.keys()) {
        const earlier = waiting.get(address);
        if (earlier === undefined || earlier.slot <= snapshot.slot) {
          waiting.set(address, snapshot);
        }
      }
      processing ??= processAll();
    },
    idle: async () => {
      await processing;
    },
  };
}
