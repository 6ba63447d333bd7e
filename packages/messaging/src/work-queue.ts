import { DiscardPolicy, JetStreamApiError, RetentionPolicy, StorageType } from '@nats-io/jetstream';
import type { Nats } from './nats.ts';

const nanosPerMs = 1_000_000;

/** A JetStream stream that holds each message until a consumer acknowledges it. */
export type WorkQueue = {
  readonly stream: string;
  readonly subject: string;
  /** Size of the queue. The NATS account reserves it, whether or not the queue is full. */
  readonly maxBytes: number;
  /** Number of copies that a NATS cluster stores. */
  readonly replicas: number;
  /** The stream ignores a message whose id it received within this time. */
  readonly duplicateWindowMs: number;
  /**
   * Receives each size that NATS refused. The next try is half as large, and never smaller than the existing queue. Without
   * this function a refused size is an error.
   */
  readonly onSizeRefused?: (bytes: number) => void;
};

/** A smaller queue would hold only seconds of messages, so its creation fails instead. */
const minBytes = 16 * 1_024 * 1_024;
/** JetStream's codes for a reservation that exceeds the limits of the server or of the account. */
const sizeRefusals: ReadonlySet<number> = new Set([10_002, 10_023, 10_028, 10_047]);

/**
 * Creates a work queue, or gives an existing one another size. A full queue refuses new messages, so that it never loses an
 * acknowledged one.
 * Throws when NATS is unreachable, and when it refuses the size of a queue without `onSizeRefused`.
 */
export async function makeWorkQueue(nats: Nats, queue: WorkQueue): Promise<void> {
  const manager = await nats.manager();
  const names = await manager.streams.names(queue.subject).next();
  const existingBytes = names.includes(queue.stream)
    ? (await manager.streams.info(queue.stream)).config.max_bytes
    : undefined;
  const setSize = (bytes: number): Promise<unknown> =>
    existingBytes === undefined
      ? manager.streams.add(configOf(queue, bytes))
      : manager.streams.update(queue.stream, { max_bytes: bytes });
  const smallestBytes = Math.max(minBytes, Math.min(existingBytes ?? 0, queue.maxBytes));
  for (let bytes = queue.maxBytes; bytes !== existingBytes; bytes = Math.max(smallestBytes, Math.floor(bytes / 2))) {
    try {
      await setSize(bytes);
      return;
    } catch (error) {
      if (!isSizeRefused(error) || queue.onSizeRefused === undefined || bytes === smallestBytes) {
        throw error;
      }
      queue.onSizeRefused(bytes);
    }
  }
}

function configOf(queue: WorkQueue, maxBytes: number) {
  return {
    name: queue.stream,
    subjects: [queue.subject],
    storage: StorageType.File,
    retention: RetentionPolicy.Workqueue,
    discard: DiscardPolicy.New,
    max_bytes: maxBytes,
    num_replicas: queue.replicas,
    duplicate_window: queue.duplicateWindowMs * nanosPerMs,
  };
}

function isSizeRefused(error: unknown): boolean {
  return error instanceof JetStreamApiError && sizeRefusals.has(error.code);
}
