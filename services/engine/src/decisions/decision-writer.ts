import { Fault } from '@assay/faults/faults';
import type { Decision } from '@assay/rpc/gen/assay/events/v1/Decision';
import { createBatcher } from '@assay/storage/batcher';

/**
 * Stores a decision together with the encoded decisions on which it is based. Either all of them are stored or none.
 * Resolves when they are durable. See DecisionWriter.
 */
export type RecordDecision = (decision: Decision, restsOn?: Buffer) => Promise<void>;

/** Makes decisions durable before their answers are sent. */
export type DecisionWriter = {
  /**
   * Resolves when the decision is durable, so that it survives a crash of this process. Rejects with UNAVAILABLE when
   * no store accepted the decision, and with OVERLOADED when too many bytes wait. After a rejection the answer must not
   * be sent.
   * @param encoded the decision, as encodeDecision returns it.
   * @param traceparent of the span that made the decision, or empty if there is no span.
   */
  readonly write: (encoded: Buffer, traceparent: string) => Promise<void>;
};

/** A group of decisions that travels as one message of the stream, or as one row of the outbox. */
export type DecisionBatch = {
  /** Identifies the batch, so that a repeated message is stored once. */
  readonly messageId: string;
  readonly payload: Buffer;
  /** Trace contexts (W3C traceparent) of the spans that made the decisions in the batch. */
  readonly traceparents: readonly string[];
};

/** The stores of decisions. Each call must settle within a time limit. */
export type DecisionWriterPorts = {
  /** Resolves when the stream has stored the batch. */
  readonly publish: (batch: DecisionBatch) => Promise<void>;
  /** Returns whether the stream can accept a batch now. */
  readonly canPublish: () => boolean;
  /** Resolves when the outbox has committed the batch. */
  readonly storeInOutbox: (batch: DecisionBatch) => Promise<void>;
  /** Returns milliseconds on a clock that never runs backwards. */
  readonly now: () => number;
  readonly newId: () => string;
  /** Receives the outbox's error when neither store accepted a batch. */
  readonly onLoss: (outboxError: unknown) => void;
};

/** Maximum size of a batch, below the usual NATS limit of 1 MiB per message with headers. */
const maxBatchBytes = 768 * 1_024;
const maxWaitingBytes = 32 * 1_024 * 1_024;
/**
 * Maximum number of waiting decisions. The batcher requires such a limit, but decisions reach the limit in bytes before
 * this one.
 */
const maxWaitingDecisions = 1_000_000;
/**
 * Milliseconds after a failed publish during which the writer uses only the outbox. Without this pause, every batch
 * would first wait for a timeout of the stream.
 */
const avoidStreamForMs = 1_000;

/**
 * Creates a writer. While one batch is in flight, the writer collects further decisions for the next batch. Every call
 * waits until its own batch is stored.
 */
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
        // The outbox stores the batch instead. The outbox metric shows that the stream failed.
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
