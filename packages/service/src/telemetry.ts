import { trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base';
import { ATTR_SERVICE_NAME } from '@opentelemetry/semantic-conventions';

/**
 * The tracer of one process. It always creates spans, because answers carry their ids, and exports them only to a
 * configured endpoint.
 */
export type Telemetry = {
  /** Exports the buffered spans. An unavailable collector delays it by at most the exporter's timeout. */
  readonly shutdown: () => Promise<void>;
};

const exportTimeoutMs = 3_000;

/**
 * Registers the tracer of this process. Without an endpoint it creates ids and records nothing.
 * @param options.sampleRatio share of the traces that start here and are recorded. A trace that starts elsewhere keeps
 * its sampling decision.
 */
export function startTelemetry(options: {
  readonly service: string;
  readonly endpoint?: string | undefined;
  readonly sampleRatio: number;
}): Telemetry {
  const exporting = options.endpoint !== undefined;
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ [ATTR_SERVICE_NAME]: options.service }),
    sampler: exporting
      ? new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(options.sampleRatio) })
      : new AlwaysOffSampler(),
    spanProcessors: exporting
      ? [
          new BatchSpanProcessor(
            new OTLPTraceExporter({
              url: `${options.endpoint?.replace(/\/$/, '')}/v1/traces`,
              timeoutMillis: exportTimeoutMs,
            }),
            { maxQueueSize: 8_192, maxExportBatchSize: 1_024, scheduledDelayMillis: 1_000 },
          ),
        ]
      : [],
  });
  trace.setGlobalTracerProvider(provider);
  return { shutdown: () => provider.shutdown() };
}
