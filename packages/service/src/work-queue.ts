import { DiscardPolicy, RetentionPolicy, StorageType } from '@nats-io/jetstream';
import type { Nats } from './nats.ts';

const nanosPerMs = 1_000_000;

/** A JetStream stream that holds each message until a consumer acknowledges it. */
export type WorkQueue = {
  readonly stream: string;
  readonly subject: string;
  readonly maxBytes: number;
  /** Number of copies that a NATS cluster stores. */
  readonly replicas: number;
  /** The stream ignores a message whose id it received within this time. */
  readonly duplicateWindowMs: number;
};

/**
 * Creates a work queue unless it exists. A full queue refuses new messages, so that it never loses an acknowledged one.
 * Throws when NATS is unreachable.
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
