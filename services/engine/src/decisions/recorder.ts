import { subjects } from '@assay/rpc/subjects';
import type { Decision__Output } from '@assay/rpc/gen/assay/events/v1/Decision';
import { createBatcher, type Batcher } from '@assay/storage/batcher';
import { isTraceId } from './decision.ts';

/** A message of the stream that the recorder has not acknowledged yet. */
export type StreamMessage = {
  readonly payload: Uint8Array;
  readonly acknowledge: () => void;
  /** Requests another delivery of the message, to any replica. */
  readonly retryAfter: (afterMs: number) => void;
  /** Discards the message. It is not delivered again. */
  readonly discard: () => void;
};

/**
 * The messages of the stream in the order of arrival. The iteration ends when the stream breaks or somebody calls
 * `close`.
 */
export type StreamMessages = {
  readonly messages: AsyncIterable<StreamMessage>;
  readonly close: () => Promise<unknown>;
};

/** The dependencies of a recorder. */
export type RecorderPorts = {
  /** Opens the NATS consumer that all replicas share. Rejects while the stream is unavailable. */
  readonly open: () => Promise<StreamMessages>;
  /** Writes decisions. A repeated write of the same decision changes nothing. See insertDecisions. */
  readonly write: (decisions: readonly Decision__Output[]) => Promise<void>;
  readonly pause: (milliseconds: number) => Promise<void>;
  /** Called with every failure. The recorder continues to work. */
  readonly onWarning: (message: string, error?: unknown) => void;
  /** Called for each message that contains no decisions. */
  readonly onMalformed: () => void;
};

/** A running recorder. */
export type Recorder = { readonly stop: () => Promise<void> };

const maxMessagesPerWrite = 64;
/**
 * Maximum number of messages that wait for a write. NATS delivers fewer messages without an acknowledgement, so the
 * limit is never reached.
 */
const maxWaitingMessages = 1_024;
/**
 * Milliseconds between two writes. During the pause, more messages arrive, so each write stores more of them. Writing
 * many messages costs little more than writing one, and no caller waits for the write.
 */
const pauseBetweenWritesMs = 25;
const retryAfterMs = 1_000;
const reopenAfterMs = 500;

/**
 * Starts to move decisions from the stream to the table. The recorder acknowledges a message only after it wrote the
 * decisions, so a crash of the process, the stream or the database loses nothing. A message that is delivered twice is
 * written once.
 */
export function startRecorder(ports: RecorderPorts): Recorder {
  let stopped = false;
  let current: StreamMessages | undefined;
  const run = async (): Promise<void> => {
    while (!stopped) {
      try {
        current = await ports.open();
        if (!stopped) {
          await recordAll(current.messages, ports);
        }
      } catch (error) {
        ports.onWarning('lost the decision stream', error);
      }
      await current?.close();
      current = undefined;
      if (!stopped) {
        await ports.pause(reopenAfterMs);
      }
    }
  };
  const running = run();
  return {
    stop: async () => {
      stopped = true;
      await current?.close();
      await running;
    },
  };
}

/** Records messages in batches. Resolves when the iteration has ended and the last batch is written. */
async function recordAll(messages: AsyncIterable<StreamMessage>, ports: RecorderPorts): Promise<void> {
  const batcher: Batcher<StreamMessage, true> = createBatcher({
    writers: 1,
    batchSize: maxMessagesPerWrite,
    queueLimit: maxWaitingMessages,
    run: async (batch) => {
      await recordBatch(batch, ports);
      await ports.pause(pauseBetweenWritesMs);
      return batch.map(() => true);
    },
  });
  const pending = new Set<Promise<unknown>>();
  for await (const message of messages) {
    const recorded = batcher.submit(message).catch(() => message.retryAfter(retryAfterMs));
    pending.add(recorded);
    void recorded.then(() => pending.delete(recorded));
  }
  await Promise.all(pending);
}

async function recordBatch(batch: readonly StreamMessage[], ports: RecorderPorts): Promise<void> {
  const decisions: Decision__Output[] = [];
  const readable: StreamMessage[] = [];
  for (const message of batch) {
    const decoded = decode(message.payload);
    if (decoded === undefined || !decoded.every(({ trace_id }) => isTraceId(trace_id))) {
      ports.onMalformed();
      ports.onWarning('discarded a message that holds no decisions');
      message.discard();
    } else {
      decisions.push(...decoded);
      readable.push(message);
    }
  }
  try {
    await ports.write(decisions);
    readable.forEach((message) => message.acknowledge());
  } catch (error) {
    ports.onWarning('could not write decisions to the table; the stream delivers them again', error);
    readable.forEach((message) => message.retryAfter(retryAfterMs));
    await ports.pause(retryAfterMs);
  }
}

function decode(payload: Uint8Array): Decision__Output[] | undefined {
  try {
    return subjects.decisionRecorded.decode(payload).decisions;
  } catch {
    // The bytes are not a message with decisions. The caller of this function discards the message and warns.
    return undefined;
  }
}
