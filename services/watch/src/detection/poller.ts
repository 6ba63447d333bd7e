import type { Clock } from '@assay/runtime/clock';
import type { AddressRow, AddressStore } from './address-store.ts';
import type { ChangeDetector } from './change-detector.ts';
import type { ContentCheck } from './content-check.ts';
import type { RpcNodePool } from './node-pool.ts';

/** Result of one round of polling. */
export type PollRound = {
  /** Number of addresses that were read. */
  readonly read: number;
  /** Number of addresses that were not read. The next round reads them. */
  readonly missed: number;
};

/** Dependencies of a round. */
export type PollPorts = {
  readonly store: Pick<AddressStore, 'inPartitions'>;
  /** Returns the partitions that this replica leases. */
  readonly held: () => readonly number[];
  readonly nodes: Pick<RpcNodePool, 'read' | 'readOther'>;
  readonly content: ContentCheck;
  readonly detector: ChangeDetector;
  /** Maximum number of reads in flight. */
  readonly concurrency: number;
  readonly onFailure: (error: unknown) => void;
};

/** Maximum number of addresses that nodes accept in one call. */
export const addressesPerCall = 100;

/**
 * Reads every address of the leased partitions once, however many watches an address has. The next read waits until the
 * changes of an earlier read are processed, so a slow queue or database slows polling down. A failed read ends the
 * round, because the next read would fail too.
 */
export async function pollOnce(ports: PollPorts): Promise<PollRound> {
  const partitions = ports.held();
  const rows = partitions.length === 0 ? [] : await ports.store.inPartitions(partitions);
  const batches: AddressRow[][] = [];
  for (let start = 0; start < rows.length; start += addressesPerCall) {
    batches.push(rows.slice(start, start + addressesPerCall));
  }
  const isCheckDue = batches.length > 0 && ports.content.isDue();
  let next = 0;
  let read = 0;
  let hasFailed = false;
  const pollBatches = async (): Promise<void> => {
    for (let batch = batches[next++]; batch !== undefined && !hasFailed; batch = batches[next++]) {
      try {
        await pollBatch(batch, isCheckDue, ports);
        read += batch.length;
      } catch (error) {
        hasFailed = true;
        ports.onFailure(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(ports.concurrency, batches.length) }, pollBatches));
  return { read, missed: rows.length - read };
}

async function pollBatch(
  batch: readonly AddressRow[],
  isCheckDue: boolean,
  { detector, nodes, content }: PollPorts,
): Promise<void> {
  const pending = batch.filter(({ pending_hash: hash }) => hash !== null).map(({ address }) => address);
  await detector.resume(pending);
  const others = batch.filter(({ pending_hash: hash }) => hash === null);
  if (others.length > 0) {
    const addresses = others.map(({ address }) => address);
    const snapshot = await nodes.read(addresses);
    const second = isCheckDue ? await nodes.readOther(addresses, snapshot.node) : undefined;
    if (second !== undefined) {
      content.compare(snapshot, second);
    }
    for (const readSnapshot of second === undefined ? [snapshot] : [snapshot, second]) {
      await detector.compare(content.withNews(others, readSnapshot), readSnapshot);
    }
  }
}

/**
 * Runs rounds one after another. A round starts one interval after the start of the previous one, or immediately after
 * a longer round.
 * @param round must not reject.
 * @returns a function that stops the polling. It resolves when the round in flight has ended.
 */
export function startPolling(
  round: () => Promise<void>,
  intervalMs: number,
  clock: Pick<Clock, 'monotonic' | 'after'>,
): () => Promise<void> {
  let stopped = false;
  let running = Promise.resolve();
  let cancel: () => void = () => undefined;
  const start = (): void => {
    const startedAtMs = clock.monotonic();
    running = round().then(() => {
      if (!stopped) {
        cancel = clock.after(Math.max(0, intervalMs - (clock.monotonic() - startedAtMs)), start);
      }
    });
  };
  start();
  return async () => {
    stopped = true;
    cancel();
    await running;
  };
}
