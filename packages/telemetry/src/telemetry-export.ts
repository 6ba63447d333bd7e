import { OTLPMetricExporter as GrpcMetricExporter } from '@opentelemetry/exporter-metrics-otlp-grpc';
import { OTLPMetricExporter as JsonMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPMetricExporter as ProtoMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto';
import {
  ConsoleMetricExporter,
  PeriodicExportingMetricReader,
  type IMetricReader,
  type PushMetricExporter,
} from '@opentelemetry/sdk-metrics';
import { NodeSDK } from '@opentelemetry/sdk-node';
import { ParentBasedSampler, TraceIdRatioBasedSampler } from '@opentelemetry/sdk-trace';
import type { Registry } from 'prom-client';
import { createRegistryProducer } from './registry-producer.ts';
import type { Exporters } from './exporters.ts';
import { createTraceIds } from './trace-ids.ts';

type Environment = Record<string, string | undefined>;

/**
 * Default values of OTEL_* variables. They make the export buffers short-lived and the exit quick. A variable that is
 * set takes precedence.
 */
const defaults = {
  OTEL_EXPORTER_OTLP_TIMEOUT: '3000',
  OTEL_BSP_MAX_QUEUE_SIZE: '8192',
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '1024',
  OTEL_BSP_SCHEDULE_DELAY: '1000',
};

const defaultMetricIntervalMs = 60_000;
const defaultMetricTimeoutMs = 30_000;

/**
 * Starts the OpenTelemetry SDK with at least one exporter. The SDK reads the process's OTEL_* variables, so this function
 * first writes the effective values to them.
 * @param options.environment the variables of the process itself.
 */
export function startExport(options: {
  readonly service: string;
  readonly sampleRatio: number;
  readonly environment: Environment;
  readonly exporters: Exporters;
  readonly registry?: Registry;
}): { readonly shutdown: () => Promise<void> } {
  const { environment, exporters } = options;
  const namesService = /(^|,)\s*service\.name=/.test(environment['OTEL_RESOURCE_ATTRIBUTES'] ?? '');
  const unset = { ...defaults, ...(namesService ? {} : { OTEL_SERVICE_NAME: options.service }) };
  for (const [name, value] of Object.entries(unset)) {
    environment[name] ||= value;
  }
  environment['OTEL_TRACES_EXPORTER'] = exporters.traces;
  environment['OTEL_LOGS_EXPORTER'] = exporters.logs;
  const sampler = new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(options.sampleRatio) });
  const sdk = new NodeSDK({
    idGenerator: createTraceIds(),
    metricReaders: metricReaders(exporters.metrics, environment, options.registry),
    // Context propagation by async-local storage is off. Functions pass contexts as arguments, so it would only cost
    // time.
    contextManager: null as never,
    ...(exporters.traces === 'none' ? { spanProcessors: [] } : {}),
    ...(environment['OTEL_TRACES_SAMPLER'] === undefined ? { sampler } : {}),
  });
  sdk.start();
  return { shutdown: () => sdk.shutdown() };
}

/**
 * Returns the metric readers. A reader of the SDK exports only the SDK's own instruments. These readers also export the
 * registry that Prometheus reads.
 */
function metricReaders(names: string, environment: Environment, registry: Registry | undefined): IMetricReader[] {
  const intervalMs = positive(environment['OTEL_METRIC_EXPORT_INTERVAL']) ?? defaultMetricIntervalMs;
  const timeoutMs = positive(environment['OTEL_METRIC_EXPORT_TIMEOUT']) ?? defaultMetricTimeoutMs;
  return names
    .split(',')
    .map((name) => metricExporter(name.trim(), environment))
    .filter((exporter) => exporter !== undefined)
    .map(
      (exporter) =>
        new PeriodicExportingMetricReader({
          exporter,
          exportIntervalMillis: intervalMs,
          exportTimeoutMillis: Math.min(timeoutMs, intervalMs),
          metricProducers: registry === undefined ? [] : [createRegistryProducer(registry)],
        }),
    );
}

/**
 * Returns the exporter with this name. Undefined for "none", and for "prometheus", because the operations port always
 * serves the Prometheus format.
 */
function metricExporter(name: string, environment: Environment): PushMetricExporter | undefined {
  switch (name) {
    case 'otlp':
      return otlpMetricExporter(environment);
    case 'console':
      return new ConsoleMetricExporter();
    case 'none':
    case 'prometheus':
      return undefined;
    default:
      throw new Error(`OTEL_METRICS_EXPORTER has "${name}"; known are otlp, console, prometheus and none`);
  }
}

function otlpMetricExporter(environment: Environment): PushMetricExporter {
  const protocol = environment['OTEL_EXPORTER_OTLP_METRICS_PROTOCOL'] || environment['OTEL_EXPORTER_OTLP_PROTOCOL'];
  switch (protocol) {
    case 'grpc':
      return new GrpcMetricExporter();
    case 'http/json':
      return new JsonMetricExporter();
    default:
      return new ProtoMetricExporter();
  }
}

function positive(text: string | undefined): number | undefined {
  const value = Number(text);
  return Number.isFinite(value) && value > 0 ? value : undefined;
}
