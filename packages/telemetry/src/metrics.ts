import { TraceFlags, trace, type Context } from '@opentelemetry/api';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { FinishedCall } from './finished-call.ts';
import { createSemanticDurations } from './semantic-durations.ts';

/**
 * Upper bounds of the buckets for durations, in seconds. They are those of the OpenTelemetry semantic conventions for
 * HTTP, and two smaller ones.
 */
const durationBucketsSeconds = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10,
];

/** The metrics of one process: rate, errors and duration of its calls, and the service's own metrics. */
export type Metrics = {
  readonly registry: Registry;
  /** Records a finished call. */
  readonly observeCall: (call: FinishedCall) => void;
  readonly counter: <Label extends string>(name: string, help: string, labels: readonly Label[]) => Counter<Label>;
  /**
   * Returns a counting function for hot paths. Its arguments are the values of the labels, in their order. It counts in
   * a map, and passes the counts to the registry only when somebody reads the registry. On each event, checking and
   * joining labels would cost more than counting.
   */
  readonly tally: (name: string, help: string, labels: readonly string[]) => Tally;
  readonly gauge: <Label extends string>(name: string, help: string, labels: readonly Label[]) => Gauge<Label>;
  /**
   * Creates a histogram.
   * @param buckets the upper bounds of the buckets. When absent, the histogram is for durations in seconds.
   */
  readonly histogram: <Label extends string>(
    name: string,
    help: string,
    labels: readonly Label[],
    buckets?: readonly number[],
  ) => Histogram<Label>;
};

/**
 * Creates the registry of a process. It includes Node's default metrics: CPU, memory and event loop. Its text format is
 * OpenMetrics, because only that format supports exemplars.
 */
export function createMetrics(service: string): Metrics {
  const registry = new Registry();
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE as never);
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  const calls = new Histogram({
    name: 'assay_call_duration_seconds',
    help: 'Duration of calls served, by method and outcome.',
    labelNames: ['kind', 'method', 'outcome'] as const,
    buckets: durationBucketsSeconds,
    registers: [registry],
    enableExemplars: true,
  }) as unknown as ExemplarHistogram;
  const observeSemantic = createSemanticDurations(durationBucketsSeconds);
  return {
    registry,
    observeCall: (call) => {
      const { kind, method, outcome, durationMs, context } = call;
      const value = durationMs / 1_000;
      calls.observe({ labels: { kind, method, outcome }, value, exemplarLabels: exemplarOf(context) });
      observeSemantic(call);
    },
    counter: (name, help, labels) => new Counter({ name, help, labelNames: [...labels], registers: [registry] }),
    tally: (name, help, labels) => createTally({ name, help, labelNames: [...labels], registers: [registry] }),
    gauge: (name, help, labels) => new Gauge({ name, help, labelNames: [...labels], registers: [registry] }),
    histogram: (name, help, labels, buckets = durationBucketsSeconds) =>
      new Histogram({ name, help, labelNames: [...labels], buckets: [...buckets], registers: [registry] }),
  };
}

/** Counts one event. The arguments are the values of the labels, which must come from small fixed sets. */
export type Tally = (...values: readonly string[]) => void;

function createTally(options: { name: string; help: string; labelNames: string[]; registers: Registry[] }): Tally {
  const counts = new Map<string, { readonly labels: Record<string, string>; count: number }>();
  const counter = new Counter({
    ...options,
    collect: () => {
      for (const entry of counts.values()) {
        if (entry.count > 0) {
          counter.inc(entry.labels, entry.count);
          entry.count = 0;
        }
      }
    },
  });
  return (...values) => {
    const key = values.join(' ');
    const currentCount = counts.get(key);
    if (currentCount === undefined) {
      const labels = Object.fromEntries(options.labelNames.map((label, index) => [label, values[index] ?? '']));
      counts.set(key, { labels, count: 1 });
    } else {
      currentCount.count += 1;
    }
  };
}

/** A histogram that accepts exemplars. prom-client has no types for them. */
type ExemplarHistogram = {
  readonly observe: (observation: {
    readonly labels: Readonly<Record<string, string>>;
    readonly value: number;
    readonly exemplarLabels: Readonly<Record<string, string>>;
  }) => void;
};

const noExemplar = {};

/**
 * Returns the labels of an exemplar, which leads from a bucket to a trace. Empty when the trace is not sampled, because
 * nobody can then look it up.
 */
function exemplarOf(context: Context | undefined): Readonly<Record<string, string>> {
  const span = context === undefined ? undefined : trace.getSpanContext(context);
  return span === undefined || (span.traceFlags & TraceFlags.SAMPLED) === 0 ? noExemplar : { trace_id: span.traceId };
}
