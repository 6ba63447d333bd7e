import { subjects } from '@assay/rpc/subjects';
import type { Decision__Output } from '@assay/rpc/gen/assay/events/v1/Decision';
import { isTraceId } from './decision.ts';

/** A message of the stream, until it is settled. */
export type StreamMessage = {
  readonly payload: Uint8Array;
  readonly acknowledge: () => void;
  /** Has it delivered again, to whichever replica. */
  readonly retryAfter: (afterMs: number) => void;
  /** Has it never delivered again. */
  readonly discard: () => void;
};

/** Messages as they come, until the stream breaks or is closed. */
export type StreamMessages = {
  readonly messages: AsyncIterable<StreamMessage>;
  readonly close: () => Promise<unknown>;
};

/** What recording needs. */
export type RecorderPorts = {
  /** Opens the shared consumer; rejects while the stream is away. */
  readonly open: () => Promise<StreamMessages>;
  /** Writes decisions, each at most once by its trace id. */
  readonly write: (decisions: readonly Decision__Output[]) => Promise<void>;
  readonly pause: (milliseconds: number) => Promise<void>;
  /** Told of everything that went wrong; recording goes on. */
  readonly onWarning: (what: string, error?: unknown) => void;
};

/** Recording that is under way. */
export type Recorder = { readonly stop: () => Promise<void> };

const maxMessagesPerWrite = 64;
/** Nobody waits for the table, and one statement for many messages costs little more than one for a single message. */
const gatherForMs = 25;
const retryAfterMs = 1_000;
const reopenAfterMs = 500;

/**
 * Moves decisions from the stream to the table for as long as the process lives. A message is settled only after its
 * decisions were written, so that nothing is lost when the process, the stream or the database dies in between; what is
 * then delivered twice is written once.
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
        ports.onWarning('the decision stream is away', error);
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

/** Writes whatever has arrived in one go while more arrives. */
async function recordAll(messages: AsyncIterable<StreamMessage>, ports: RecorderPorts): Promise<void> {
  const arrived: StreamMessage[] = [];
  let writing: Promise<void> | undefined;
  const writeAll = async (): Promise<void> => {
    while (arrived.length > 0) {
      await recordBatch(arrived.splice(0, maxMessagesPerWrite), ports);
    }
    writing = undefined;
  };
  for await (const message of messages) {
    arrived.push(message);
    writing ??= ports.pause(gatherForMs).then(writeAll);
  }
  await writing;
}

async function recordBatch(batch: readonly StreamMessage[], ports: RecorderPorts): Promise<void> {
  const decisions: Decision__Output[] = [];
  const readable: StreamMessage[] = [];
  for (const delivery of batch) {
    const read = decode(delivery.payload);
    if (read === undefined || !read.every(({ trace_id }) => isTraceId(trace_id))) {
      ports.onWarning('a message that holds no decisions was discarded');
      delivery.discard();
    } else {
      decisions.push(...read);
      readable.push(delivery);
    }
  }
  try {
    await ports.write(decisions);
    readable.forEach((delivery) => delivery.acknowledge());
  } catch (error) {
    ports.onWarning('decisions could not be written; they stay in the stream', error);
    readable.forEach((delivery) => delivery.retryAfter(retryAfterMs));
    await ports.pause(retryAfterMs);
  }
}

function decode(payload: Uint8Array): Decision__Output[] | undefined {
  try {
    return subjects.decisionRecorded.decode(payload).decisions;
  } catch {
    // Not a message of ours; the caller says so and drops it.
    return undefined;
  }
}
