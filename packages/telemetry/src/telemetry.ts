import { trace } from '@opentelemetry/api';
import type { Registry } from 'prom-client';
import { createIdTracer } from './id-tracer.ts';

/**
 * The telemetry of one process. Its tracer always creates spans, because answers carry their ids. Traces, metrics and logs
 * are exported as the standard OTEL_* variables say.
 */
export type Telemetry = {
  /** Whether log lines are exported over OTLP besides standard output. */
  readonly exportsLogs: boolean;
  /** Exports what is buffered. An unavailable collector delays it by at most the exporter's timeout. */
  readonly shutdown: () => Promise<void>;
};

/** The value of OTEL_{SIGNAL}_EXPORTER that is in force for each signal. */
export type Exporters = { readonly traces: string; readonly metrics: string; readonly logs: string };

type Environment = Record<string, string | undefined>;

/**
 * Returns the exporter of each signal. A signal with an OTLP endpoint and no OTEL_{SIGNAL}_EXPORTER uses "otlp". A signal
 * without either uses "none": a process on a machine without a collector must not call localhost.
 */
export function exportersOf(environment: Readonly<Environment>): Exporters {
  const disabled = environment['OTEL_SDK_DISABLED']?.toLowerCase() === 'true';
  const exporterOf = (signal: string): string => {
    const endpoint =
      given(environment, `OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`) ?? given(environment, 'OTEL_EXPORTER_OTLP_ENDPOINT');
    const byDefault = endpoint === undefined ? 'none' : 'otlp';
    return disabled ? 'none' : (given(environment, `OTEL_${signal}_EXPORTER`) ?? byDefault);
  };
  return { traces: exporterOf('TRACES'), metrics: exporterOf('METRICS'), logs: exporterOf('LOGS') };
}

/** Returns the value of a variable. An empty one counts as absent, as the OpenTelemetry specification says. */
function given(environment: Readonly<Environment>, name: string): string | undefined {
  const value = environment[name]?.trim();
  return value === '' ? undefined : value;
}

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
  return { exportsLogs: exporters.logs !== 'none', shutdown: exporting.shutdown };
}
