import { Fault } from '@assay/faults/faults';
import type { Decision } from '@assay/rpc/gen/assay/events/v1/Decision';
import { createBatcher } from '@assay/storage/batcher';

/**
 * Resolves when the decision is durable, together with the encoded decisions that it rests on. Either all of them are stored
 * or none. See DecisionWriter.
 */
export type RecordDecision = (decision: Decision, restsOn?: Buffer) => Promise<void>;

/** Makes decisions durable before their answers leave. */
export type DecisionWriter = {
  /**
   * Resolves when the decision would survive this process. Rejects with UNAVAILABLE when no store took it, and with
   * OVERLOADED when too much waits. The answer must not leave after a rejection.
   * @param encoded the decision, as encodeDecision returns it.
   * @param traceparent of the span that decided; empty without one.
   */
  readonly write: (encoded: Buffer, traceparent: string) => Promise<void>;
};

/** Decisions that one message carries. */
export type DecisionBatch = {
  /** Identifies the batch, so that a repeated message is stored once. */
  readonly messageId: string;
  readonly payload: Buffer;
  /** Traceparents of the decisions in it. */
  readonly traceparents: readonly string[];
};

/** The stores of decisions. Each must settle within a time of its own. */
export type DecisionWriterPorts = {
  /** Resolves when the stream has stored the batch. */
  readonly publish: (batch: DecisionBatch) => Promise<void>;
  /** Whether the stream can take a batch now. */
  readonly canPublish: () => boolean;
  /** Resolves when the outbox has committed the batch. */
  readonly storeInOutbox: (batch: DecisionBatch) => Promise<void>;
  /** Milliseconds on a clock that never runs backwards. */
  readonly now: () => number;
  readonly newId: () => string;
  /** Takes the outbox's error when neither store took a batch. */
  readonly onLoss: (outboxError: unknown) => void;
};

/** Below the usual NATS limit of 1 MiB per message, headers included. */
const maxBatchBytes = 768 * 1_024;
const maxWaitingBytes = 32 * 1_024 * 1_024;
/** The limit of the batcher, which counts items. The limit in bytes applies long before. */
const maxWaitingDecisions = 1_000_000;
/** After a failed publish the writer uses the outbox alone for this time, rather than wait for a timeout per batch. */
const avoidStreamForMs = 1_000;

/** Creates a writer that batches decisions while an earlier batch is in flight. Every call waits for its own batch. */
export function createDecisionWriter(ports: DecisionWriterPorts): DecisionWriter {
  const store = createStore(ports);
  let waitingBytes = 0;
  const batcher = createBatcher<{ readonly encoded: Buffer; readonly traceparent: string }, true>({
    writers: 1,
    batchSize: maxBatchBytes,
    weightOf: ({ encoded }) => encoded.length,
    queueLimit: maxWaitingDecisions,
    run: async (decisions) => {
      await store({
        messageId: ports.newId(),
        payload: Buffer.concat(decisions.map(({ encoded }) => encoded)),
        traceparents: decisions.map(({ traceparent }) => traceparent),
      });
      return decisions.map(() => true);
    },
  });
  return {
    write: async (encoded, traceparent) => {
      if (waitingBytes + encoded.length > maxWaitingBytes) {
        throw new Fault('OVERLOADED');
      }
      waitingBytes += encoded.length;
      try {
        await batcher.submit({ encoded, traceparent });
      } finally {
        waitingBytes -= encoded.length;
      }
    },
  };
}

/** Stores a batch in the stream or, when that fails, in the outbox. Rejects with UNAVAILABLE when both fail. */
function createStore(ports: DecisionWriterPorts): (batch: DecisionBatch) => Promise<void> {
  let retryStreamAtMs = 0;
  return async (batch) => {
    if (ports.canPublish() && ports.now() >= retryStreamAtMs) {
      try {
        await ports.publish(batch);
        return;
      } catch {
        // The outbox takes the batch instead. The metric of the outbox shows that the stream did not.
        retryStreamAtMs = ports.now() + avoidStreamForMs;
      }
    }
    try {
      await ports.storeInOutbox(batch);
    } catch (outboxError) {
      ports.onLoss(outboxError);
      throw new Fault('UNAVAILABLE', undefined, { cause: outboxError });
    }
  };
}
