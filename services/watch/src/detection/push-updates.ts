import type { Changes, Reading } from './change-detector.ts';
import { addressesPerCall } from './poller.ts';
import type { TriggerStore } from './address-store.ts';

/**
 * Deals with readings that come unasked, one batch after the other; of several of one address only the newest is kept. So what
 * waits is never more than the addresses listened to.
 * @param failed told of a batch that could not be dealt with. It is dropped: the polling finds the same changes.
 */
export function createNotices(
  store: Pick<TriggerStore, 'rowsOf'>,
  changes: Pick<Changes, 'compare'>,
  failed: (error: unknown) => void,
): { readonly seen: (reading: Reading) => void; readonly idle: () => Promise<void> } {
  const waiting = new Map<string, Reading>();
  let working: Promise<void> | undefined;
  const work = async (): Promise<void> => {
    while (waiting.size > 0) {
      const batch = new Map([...waiting].slice(0, addressesPerCall));
      for (const address of batch.keys()) {
        waiting.delete(address);
      }
      try {
        const rows = await store.rowsOf([...batch.keys()]);
        for (const row of rows) {
          const reading = batch.get(row.address);
          if (reading !== undefined) {
            await changes.compare([row], reading);
          }
        }
      } catch (error) {
        failed(error);
      }
    }
    working = undefined;
  };
  return {
    seen: (reading) => {
      for (const address of reading.accounts.keys()) {
        const earlier = waiting.get(address);
        if (earlier === undefined || earlier.slot <= reading.slot) {
          waiting.set(address, reading);
        }
      }
      working ??= work();
    },
    idle: async () => {
      await working;
    },
  };
}
