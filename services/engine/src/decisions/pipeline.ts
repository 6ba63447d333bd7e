import { SpanKind, type Context } from '@opentelemetry/api';
import { randomUUID } from 'node:crypto';
import { traceFromTraceparent } from '@assay/rpc/context';
import { subjects } from '@assay/rpc/subjects';
import type { Logger } from '@assay/service/log';
import type { Nats } from '@assay/service/nats';
import type { Postgres } from '@assay/service/postgres';
import { startSpans } from './attempt-spans.ts';
import { createDrainer } from './outbox-drainer.ts';
import { createDecisionWriter, type DecisionWriter } from './decision-writer.ts';
import { startRecorder } from './recorder.ts';
import { countOutbox, drainOutbox, insertDecisions, insertIntoOutbox } from './store.ts';
import { createDecisionStream } from './stream.ts';

/** The whole way of decisions, running: from calls to the stream or the outbox, and from there to the table. */
export type DecisionPipeline = {
  readonly writer: DecisionWriter;
  /** Whether a decision could be kept in the stream now. */
  readonly streamAvailable: () => boolean;
  /** Called twice a second: makes the stream where it is missing and drains the outbox. */
  readonly tick: () => void;
  /** Stops moving decisions to the table; what is left is moved by another replica or at the next start. */
  readonly stop: () => Promise<void>;
};

const keepTimeoutMs = 900;
const troubleEveryMs = 10_000;

/** Starts the way of decisions on a database and on whatever NATS connection there is. */
export function openDecisionPipeline(
  postgres: Postgres,
  connection: () => Nats | undefined,
  options: { readonly streamReplicas: number; readonly outboxDepth: (rows: number) => void },
  tools: { readonly log: Logger },
): DecisionPipeline {
  const { subject } = subjects.decisionRecorded;
  const trouble = createTrouble(tools.log);
  const stream = createDecisionStream(connection, options.streamReplicas, trouble);
  const drainer = createDrainer({
    canPublish: stream.available,
    drain: (limit) => drainOutbox(postgres, stream.publish, limit),
    count: () => countOutbox(postgres),
    onDepth: options.outboxDepth,
    onFailure: (error) => trouble('the outbox could not be drained; it is kept', error),
  });
  const recording = createDecisionWriter({
    canPublish: stream.available,
    publish: (batch) =>
      spanned(`publish ${subject}`, SpanKind.PRODUCER, batch.traceparents, () => stream.publish(batch)),
    storeInOutbox: async (batch) => {
      drainer.hint();
      await within(keepTimeoutMs, insertIntoOutbox(postgres, batch, keptTraces(batch.traceparents)));
    },
    now: Date.now,
    soon: setImmediate,
    newId: randomUUID,
    onLoss: (keepError) => trouble('decisions could be kept nowhere; their calls fail', keepError, 'error'),
  });
  const recorder = startRecorder({
    open: stream.open,
    write: (decisions) =>
      spanned(
        `process ${subject}`,
        SpanKind.CONSUMER,
        decisions.map(({ traceparent }) => traceparent),
        (traces) => insertDecisions(postgres, decisions, traces),
      ),
    pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    onWarning: trouble,
  });
  return {
    writer: recording,
    streamAvailable: stream.available,
    tick: () => {
      void stream.ensure();
      void drainer.tick();
    },
    stop: recorder.stop,
  };
}

/** An outage repeats itself several times a second; one line in ten seconds says as much, without a stack. */
function createTrouble(log: Logger): (what: string, error?: unknown, level?: 'warn' | 'error') => void {
  const saidAtMs = new Map<string, number>();
  return (what, error, level = 'warn') => {
    const now = Date.now();
    if (now - (saidAtMs.get(what) ?? 0) >= troubleEveryMs) {
      saidAtMs.set(what, now);
      log[level]({ cause: error instanceof Error ? error.message : 'unknown' }, what);
    }
  };
}

/** Runs work that serves several traces, with a span of it in each that is kept. */
async function spanned(
  name: string,
  kind: SpanKind,
  traceparents: readonly string[],
  work: (traces: readonly Context[]) => Promise<void>,
): Promise<void> {
  const spans = startSpans(name, keptTraces(traceparents), kind);
  try {
    await work(spans.traces);
    spans.end(false);
  } catch (error) {
    spans.end(true);
    throw error;
  }
}

/** Only traces whose spans are exported are worth reading: their traceparents end in the flag that says so. */
function keptTraces(traceparents: readonly string[]): Context[] {
  return traceparents.filter((traceparent) => traceparent.endsWith('-01')).map(traceFromTraceparent);
}

/** A database that hangs must not hold up answers: what it has not committed in time counts as not kept. */
async function within<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`not kept within ${milliseconds} ms`)), milliseconds);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
