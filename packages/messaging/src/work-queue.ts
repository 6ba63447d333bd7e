import { DiscardPolicy, JetStreamApiError, RetentionPolicy, StorageType } from '@nats-io/jetstream';
import type { Nats } from './nats.ts';

const nanosPerMs = 1_000_000;

/** A JetStream stream that stores each message until a consumer acknowledges it. */
export type WorkQueue = {
  readonly stream: string;
  readonly subject: string;
  /**
   * Size of the queue in bytes. NATS reserves the whole size within the limit of the account, even for an empty queue.
   */
  readonly maxBytes: number;
  /** Number of copies that a NATS cluster stores. */
  readonly replicas: number;
  /** Time in milliseconds during which the stream ignores a second message with the same id. */
  readonly duplicateWindowMs: number;
  /**
   * Called with each size in bytes that NATS refuses. The next try is half as large, but never smaller than the
   * existing queue. Without this function, a refused size is an error.
   */
  readonly onSizeRefused?: (bytes: number) => void;
};

/**
 * Minimum size of a queue, in bytes. A smaller queue would store the messages of only a few seconds, so creating it
 * fails instead.
 */
const minBytes = 16 * 1_024 * 1_024;
/** JetStream's error codes for a size that exceeds the limits of the server or of the account. */
const sizeRefusals: ReadonlySet<number> = new Set([10_002, 10_023, 10_028, 10_047]);

/**
 * Creates a work queue, or changes the size of an existing one. A full queue refuses new messages, so that no acknowledged
 * message is lost. Throws when NATS is unreachable. Also throws when NATS refuses the size and there is no `onSizeRefused`.
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
