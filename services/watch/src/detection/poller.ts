import type { Changes } from './change-detector.ts';
import type { ReadNode } from './node-pool.ts';
import type { AddressRow, TriggerStore } from './address-store.ts';

/** What one round came to. */
export type Round = {
  /** Addresses that were read. */
  readonly read: number;
  /** Addresses that were not: what they wait for comes with the next round. */
  readonly missed: number;
};

/** What polling needs. */
export type PollParts = {
  readonly store: Pick<TriggerStore, 'addressesIn'>;
  readonly held: () => readonly number[];
  readonly read: ReadNode;
  readonly changes: Changes;
  /** Reads under way at once. */
  readonly concurrency: number;
  readonly failed: (error: unknown) => void;
};

/** The most addresses that nodes take in one call. */
export const addressesPerCall = 100;

/**
 * Reads every address of the partitions held once, however many watches it has. Work under way is bounded by the number of
 * reads at once: the next read waits until the changes of an earlier one are dealt with, so that a stream or a database that
 * is slow slows the polling down. A read that fails ends the round, since the next would fail as well.
 */
export async function pollOnce(parts: PollParts): Promise<Round> {
  const partitions = parts.held();
  const rows = partitions.length === 0 ? [] : await parts.store.addressesIn(partitions);
  const batches: AddressRow[][] = [];
  for (let start = 0; start < rows.length; start += addressesPerCall) {
    batches.push(rows.slice(start, start + addressesPerCall));
  }
  let next = 0;
  let read = 0;
  let ended = false;
  const work = async (): Promise<void> => {
    for (let batch = batches[next++]; batch !== undefined && !ended; batch = batches[next++]) {
      try {
        await pollBatch(batch, parts);
        read += batch.length;
      } catch (error) {
        ended = true;
        parts.failed(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(parts.concurrency, batches.length) }, work));
  return { read, missed: rows.length - read };
}

async function pollBatch(batch: readonly AddressRow[], { changes, read }: PollParts): Promise<void> {
  const pending = batch.filter(({ pending_hash: hash }) => hash !== null).map(({ address }) => address);
  await changes.resume(pending);
  const rest = batch.filter(({ pending_hash: hash }) => hash === null);
  if (rest.length > 0) {
    const reading = await read(rest.map(({ address }) => address));
    await changes.compare(rest, reading);
  }
}

/** Runs rounds one after the other, begun an interval apart or, after a longer one, at once. Returns the way to end them. */
export function keepPolling(
  round: () => Promise<void>,
  intervalMs: number,
  clock: { readonly now: () => number; readonly after: (ms: number, call: () => void) => () => void },
): () => Promise<void> {
  let stopped = false;
  let running = Promise.resolve();
  let cancel: () => void = () => undefined;
  const begin = (): void => {
    const startedAt = clock.now();
    running = round().then(() => {
      if (!stopped) {
        cancel = clock.after(Math.max(0, intervalMs - (clock.now() - startedAt)), begin);
      }
    });
  };
  begin();
  return async () => {
    stopped = true;
    cancel();
    await running;
  };
}
