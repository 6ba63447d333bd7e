import { trace } from '@opentelemetry/api';
import type { Registry } from 'prom-client';
import { exportersOf } from './exporters.ts';
import { createIdTracer } from './id-tracer.ts';

/**
 * The telemetry of one process. Its tracer always creates spans, because answers carry their ids. Traces, metrics and logs
 * are exported as the standard OTEL_* variables say.
 */
export type Telemetry = {
  /** Whether log lines are exported over OTLP besides standard output. */
  readonly exportsLogs: boolean;
  /**
   * Exports what is buffered, and resolves after at most a second: nobody answers callers meanwhile. What a collector has not
   * taken by then is lost. Buffers are sent every second, so that is little unless the collector is unavailable.
   */
  readonly shutdown: () => Promise<void>;
};

const maxShutdownMs = 1_000;

type Environment = Record<string, string | undefined>;

/**
 * Starts the telemetry of this process. Without an exporter of traces, the tracer creates ids and records nothing.
 * @param options.environment the variables of the process. The SDK reads them by itself, so defaults are written to them.
 * Nothing is exported when it is absent.
 * @param options.sampleRatio share of the traces that start here and are recorded, unless OTEL_TRACES_SAMPLER is set. A
 * trace that starts elsewhere keeps its sampling decision.
 * @param options.registry metrics that are exported over OTLP under their own names.
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
  // The SDK takes a while to load, so a process that exports nothing does without it.
  const { startExport } = await import('./telemetry-export.ts');
  const exporting = startExport({ ...options, environment, exporters });
  return {
    exportsLogs: exporters.logs !== 'none',
    shutdown: () => resolvesWithin(maxShutdownMs, exporting.shutdown()),
  };
}

/** Resolves with the work, or without it after a time. Rejects as the work does. */
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
