import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Duration buckets of the OpenTelemetry semantic conventions for HTTP, in seconds, and two smaller ones. */
const durationBucketsSeconds = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10,
];

/** The metrics of one process: rate, errors and duration of its calls, and the service's own metrics. */
export type Metrics = {
  readonly registry: Registry;
  /** Records a finished call. Label values must come from small fixed sets. */
  readonly observeCall: (call: { kind: 'rpc' | 'http'; method: string; outcome: string; durationMs: number }) => void;
  readonly counter: <Label extends string>(name: string, help: string, labels: readonly Label[]) => Counter<Label>;
  readonly gauge: <Label extends string>(name: string, help: string, labels: readonly Label[]) => Gauge<Label>;
  /** @param buckets upper bounds; the duration buckets in seconds when absent. */
  readonly histogram: <Label extends string>(
    name: string,
    help: string,
    labels: readonly Label[],
    buckets?: readonly number[],
  ) => Histogram<Label>;
};

/** Creates the registry of a process. It includes Node's default metrics: CPU, memory and event loop. */
export function createMetrics(service: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  const calls = new Histogram({
    name: 'assay_call_duration_seconds',
    help: 'Duration of calls served, by method and outcome.',
    labelNames: ['kind', 'method', 'outcome'] as const,
    buckets: durationBucketsSeconds,
    registers: [registry],
  });
  return {
    registry,
    observeCall: ({ kind, method, outcome, durationMs }) => {
      calls.observe({ kind, method, outcome }, durationMs / 1_000);
    },
    counter: (name, help, labels) => new Counter({ name, help, labelNames: [...labels], registers: [registry] }),
    gauge: (name, help, labels) => new Gauge({ name, help, labelNames: [...labels], registers: [registry] }),
    histogram: (name, help, labels, buckets = durationBucketsSeconds) =>
      new Histogram({ name, help, labelNames: [...labels], buckets: [...buckets], registers: [registry] }),
  };
}
