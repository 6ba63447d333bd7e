import { SpanKind, type Context } from '@opentelemetry/api';
import { randomUUID } from 'node:crypto';
import { traceFromTraceparent } from '@assay/rpc/context';
import { subjects } from '@assay/rpc/subjects';
import { pause, withTimeout } from '@assay/runtime/clock';
import type { Logger } from '@assay/telemetry/log';
import type { Nats } from '@assay/messaging/nats';
import type { Postgres } from '@assay/storage/postgres';
import { startRepeating } from '@assay/runtime/repeat';
import { createThrottledWarning } from '@assay/telemetry/throttled-log';
import { startSpans } from './attempt-spans.ts';
import { createDecisionWriter, type DecisionBatch, type DecisionWriter } from './decision-writer.ts';
import { createDecisionStream } from './decision-stream.ts';
import { createOutboxDrainer } from './outbox-drainer.ts';
import { startRecorder } from './recorder.ts';
import { countOutbox, drainOutbox, insertDecisions, insertIntoOutbox } from './store.ts';

/** The path of decisions: from calls to the stream or the outbox, and from there to the table. */
export type DecisionPipeline = {
  readonly writer: DecisionWriter;
  /** Returns whether the stream could store a decision now. */
  readonly streamAvailable: () => boolean;
  /**
   * Stops the pipeline. Another replica, or this one after its next start, moves the remaining decisions to the table.
   */
  readonly stop: () => Promise<void>;
};

/** The settings of a pipeline. */
export type DecisionPipelineOptions = {
  readonly streamReplicas: number;
  readonly streamBytes: number;
  /** Receives the number of rows in the outbox. */
  readonly outboxDepth: (rows: number) => void;
  /** Called for each message of the stream that contains no decisions. */
  readonly onMalformed: () => void;
  /** Milliseconds between two checks of the stream and of the outbox. */
  readonly maintainEveryMs: number;
};

/**
 * Time limit of a commit to the outbox, in milliseconds. A commit that takes longer counts as failed, so that a
 * database that does not respond delays no answer for long.
 */
const outboxTimeoutMs = 900;

/**
 * Starts the pipeline.
 * @param connection returns the connection to NATS. Returns undefined before the first connection.
 */
export function openDecisionPipeline(
  postgres: Postgres,
  connection: () => Nats | undefined,
  options: DecisionPipelineOptions,
  { log }: { readonly log: Logger },
): DecisionPipeline {
  const { subject } = subjects.decisionRecorded;
  const warn = createThrottledWarning(log);
  const logError = createThrottledWarning({ warn: (fields: object, message?: string) => log.error(fields, message) });
  const stream = createDecisionStream(connection, {
    replicas: options.streamReplicas,
    maxBytes: options.streamBytes,
    onSizeRefused: (refusedBytes) =>
      log.warn(
        { refusedBytes },
        'NATS refused the size of the decision stream; half of it is tried, which lasts for a shorter outage of the database',
      ),
  });
  const drainer = createOutboxDrainer({
    canPublish: stream.available,
    drain: (limit) => drainOutbox(postgres, stream.publish, limit),
    count: () => countOutbox(postgres),
    onDepth: options.outboxDepth,
  });
  const storeInOutbox = async (batch: DecisionBatch): Promise<void> => {
    drainer.hint();
    const stored = insertIntoOutbox(postgres, batch, sampledTraces(batch.traceparents));
    await withTimeout(outboxTimeoutMs, stored, () => new Error(`no commit within ${outboxTimeoutMs} ms`));
  };
  const writer = createDecisionWriter({
    canPublish: stream.available,
    publish: (batch) =>
      withSpans(`publish ${subject}`, SpanKind.PRODUCER, batch.traceparents, () => stream.publish(batch)),
    storeInOutbox,
    now: () => performance.now(),
    newId: randomUUID,
    onLoss: (error) => logError('neither JetStream nor the outbox accepted decisions; their calls fail', error),
  });
  const recorder = startRecorder({
    open: stream.open,
    write: (decisions) => {
      const traceparents = decisions.map(({ traceparent }) => traceparent);
      return withSpans(`process ${subject}`, SpanKind.CONSUMER, traceparents, (traces) =>
        insertDecisions(postgres, decisions, traces),
      );
    },
    pause,
    onWarning: warn,
    onMalformed: options.onMalformed,
  });
  const maintain = [
    { name: 'create the decision stream', run: stream.ensure },
    { name: 'drain the outbox', run: drainer.round },
  ].map(({ name, run }) =>
    startRepeating(run, {
      name,
      everyMs: options.maintainEveryMs,
      onFailure: (error) => warn(`could not ${name}; trying again`, error),
    }),
  );
  return {
    writer,
    streamAvailable: stream.available,
    stop: async () => {
      await Promise.all(maintain.map((stop) => stop()));
      await recorder.stop();
    },
  };
}

/** Runs work that serves several traces. Each sampled trace gets a span of the work. */
async function withSpans(
  name: string,
  kind: SpanKind,
  traceparents: readonly string[],
  work: (traces: readonly Context[]) => Promise<void>,
): Promise<void> {
  const spans = startSpans(name, sampledTraces(traceparents), kind);
  try {
    await work(spans.traces);
    spans.end(false);
  } catch (error) {
    spans.end(true);
    throw error;
  }
}

/** Returns the contexts of the traces that are sampled. The traceparent of a sampled trace ends in the flag 01. */
function sampledTraces(traceparents: readonly string[]): Context[] {
  return traceparents.filter((traceparent) => traceparent.endsWith('-01')).map(traceFromTraceparent);
}
