import { trace } from '@opentelemetry/api';
import type { Registry } from 'prom-client';
import { exportersOf } from './exporters.ts';
import { createIdTracer } from './id-tracer.ts';

/**
 * The telemetry of one process. Its tracer always creates spans, because answers carry their ids. The standard OTEL_*
 * variables determine which traces, metrics and logs are exported.
 */
export type Telemetry = {
  /** Whether log lines are exported over OTLP in addition to standard output. */
  readonly exportsLogs: boolean;
  /**
   * Exports the buffered telemetry. Resolves after at most a second, because no process answers callers during this
   * time. Telemetry that the collector has not accepted by then is lost. This is little unless the collector is
   * unavailable, because the buffers are exported every second.
   */
  readonly shutdown: () => Promise<void>;
};

const maxShutdownMs = 1_000;

type Environment = Record<string, string | undefined>;

/**
 * Starts the telemetry of this process. Without an exporter of traces, the tracer creates ids and records nothing.
 * @param options.environment the variables of the process. The SDK reads these variables itself, so the function writes
 * defaults to them. When absent, nothing is exported.
 * @param options.sampleRatio share of the traces that start in this process and are recorded, from 0 to 1.
 * OTEL_TRACES_SAMPLER overrides it. A trace that started elsewhere keeps its sampling decision.
 * @param options.registry metrics to export over OTLP under their own names.
 */
export async function startTelemetry(options: {
  readonly service: string;
  readonly sampleRatio: number;
  readonly environment?: Environment;
  readonly registry?: Registry;
}): Promise<Telemetry> {
  const environment = options.environment ?? {};
  const exporters = exportersOf(environment);
  if (exporters.traces === 'none') {
    const tracer = createIdTracer();
    trace.setGlobalTracerProvider({ getTracer: () => tracer });
  }
  if (Object.values(exporters).every((exporter) => exporter === 'none')) {
    return { exportsLogs: false, shutdown: async () => undefined };
  }
  // Import the SDK only when something is exported, because loading it takes a while.
  const { startExport } = await import('./telemetry-export.ts');
  const exporting = startExport({ ...options, environment, exporters });
  return {
    exportsLogs: exporters.logs !== 'none',
    shutdown: () => resolvesWithin(maxShutdownMs, exporting.shutdown()),
  };
}

/** Resolves when the work resolves, or when the time limit has passed. Rejects when the work rejects. */
async function resolvesWithin(limitMs: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limitMs);
  });
  try {
    await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
