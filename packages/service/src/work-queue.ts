import { DiscardPolicy, RetentionPolicy, StorageType } from '@nats-io/jetstream';
import type { Nats } from './nats.ts';

const nanosPerMs = 1_000_000;

/** A stream of work: each message leaves it when whoever took it is done with it. */
export type WorkQueue = {
  readonly stream: string;
  readonly subject: string;
  readonly maxBytes: number;
  /** Copies that a NATS cluster keeps of it. */
  readonly replicas: number;
  /** A message id that was published within so long is not taken a second time. */
  readonly duplicateWindowMs: number;
};

/**
 * Makes a work queue where it is missing. When it is full the newest message is refused, so that nothing that was
 * acknowledged is ever pushed out. Throws when NATS cannot be reached.
 */
export async function makeWorkQueue(nats: Nats, queue: WorkQueue): Promise<void> {
  const manager = await nats.manager();
  const names = await manager.streams.names(queue.subject).next();
  if (!names.includes(queue.stream)) {
    await manager.streams.add({
      name: queue.stream,
      subjects: [queue.subject],
      storage: StorageType.File,
      retention: RetentionPolicy.Workqueue,
      discard: DiscardPolicy.New,
      max_bytes: queue.maxBytes,
      num_replicas: queue.replicas,
      duplicate_window: queue.duplicateWindowMs * nanosPerMs,
    });
  }
}
