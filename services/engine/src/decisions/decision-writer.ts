import { Fault } from '@assay/faults/faults';

/** Makes decisions durable before their answers leave. */
export type DecisionWriter = {
  /**
   * Resolves when the decision would survive this process. Rejects with UNAVAILABLE when it could not be kept anywhere,
   * and with OVERLOADED when too much waits to be kept; then the answer must not be delivered.
   * @param encoded the decision as encodeDecision gives it.
   * @param traceparent of the span that decided; empty when there is none.
   */
  readonly write: (encoded: Buffer, traceparent: string) => Promise<void>;
};

/** Many decisions on their way together. */
export type DecisionBatch = {
  /** Tells repeated messages apart from new ones. */
  readonly messageId: string;
  readonly payload: Buffer;
  /** Traceparents of the decisions in it. */
  readonly traceparents: readonly string[];
};

/** Where decisions can be kept. Each must end within a time of its own. */
export type DecisionWriterPorts = {
  /** Resolves when the stream has stored the batch. */
  readonly publish: (batch: DecisionBatch) => Promise<void>;
  /** Whether publishing is worth trying at this moment. */
  readonly canPublish: () => boolean;
  /** Resolves when the outbox has committed the batch. */
  readonly storeInOutbox: (batch: DecisionBatch) => Promise<void>;
  readonly now: () => number;
  /** Calls back after what is happening now, so that the decisions of one tick travel together. */
  readonly soon: (call: () => void) => void;
  readonly newId: () => string;
  /** Told when neither place took a batch, and why the outbox did not. */
  readonly onLoss: (keepError: unknown) => void;
};

/** Below NATS's usual limit of 1 MiB per message, its headers included. */
const maxBatchBytes = 768 * 1_024;
const maxWaitingBytes = 32 * 1_024 * 1_024;
/** After a failed publish the outbox is used at once for so long, rather than paying the timeout for every batch. */
const avoidStreamForMs = 1_000;

type Waiting = {
  readonly encoded: Buffer;
  readonly traceparent: string;
  readonly done: () => void;
  readonly failed: (fault: Fault) => void;
};

/** Gathers decisions while a batch is on its way, so that many calls share one round trip and each still waits for it. */
export function createDecisionWriter(ports: DecisionWriterPorts): DecisionWriter {
  const store = createStore(ports);
  let waiting: Waiting[] = [];
  let waitingBytes = 0;
  let running = false;

  const run = async (): Promise<void> => {
    while (waiting.length > 0) {
      const count = fitting(waiting);
      const taken = waiting.slice(0, count);
      waiting = waiting.slice(count);
      waitingBytes -= sizeOf(taken);
      try {
        await store({
          messageId: ports.newId(),
          payload: Buffer.concat(taken.map(({ encoded }) => encoded)),
          traceparents: taken.map(({ traceparent }) => traceparent),
        });
        taken.forEach(({ done }) => done());
      } catch (thrown) {
        taken.forEach(({ failed }) => failed(thrown as Fault));
      }
    }
    running = false;
  };
  return {
    write: (encoded, traceparent) =>
      new Promise((resolve, reject) => {
        if (waitingBytes + encoded.length > maxWaitingBytes) {
          reject(new Fault('OVERLOADED'));
          return;
        }
        waiting.push({ encoded, traceparent, done: resolve, failed: reject });
        waitingBytes += encoded.length;
        if (!running) {
          running = true;
          ports.soon(() => void run());
        }
      }),
  };
}

/** How many of those that wait go into one message: at least one, however large it is. */
function fitting(waiting: readonly Waiting[]): number {
  let bytes = 0;
  const tooMany = waiting.findIndex(({ encoded }, index) => {
    bytes += encoded.length;
    return index > 0 && bytes > maxBatchBytes;
  });
  return tooMany === -1 ? waiting.length : tooMany;
}

function sizeOf(waiting: readonly Waiting[]): number {
  return waiting.reduce((sum, { encoded }) => sum + encoded.length, 0);
}

/** Keeps a batch in the stream or, where that fails, in the outbox. Rejects with UNAVAILABLE when both fail. */
function createStore(ports: DecisionWriterPorts): (batch: DecisionBatch) => Promise<void> {
  let streamAgainAtMs = 0;
  return async (batch) => {
    if (ports.canPublish() && ports.now() >= streamAgainAtMs) {
      try {
        await ports.publish(batch);
        return;
      } catch {
        // Whatever kept the stream from taking it, the outbox is there for it; the metrics show how much it holds.
        streamAgainAtMs = ports.now() + avoidStreamForMs;
      }
    }
    try {
      await ports.storeInOutbox(batch);
    } catch (keepError) {
      ports.onLoss(keepError);
      throw new Fault('UNAVAILABLE', undefined, { cause: keepError });
    }
  };
}
