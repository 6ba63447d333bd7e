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

/** Spans of one process: made always (ids are needed in answers), recorded and exported only where told to. */
export type Telemetry = {
  /** Sends what is buffered; a collector that is away costs at most the time given to the exporter. */
  readonly shutdown: () => Promise<void>;
};

const exportTimeoutMs = 3_000;

/**
 * Registers the tracer of this process. Without an endpoint nothing is recorded, and a span is no more than its ids.
 * @param options.sampleRatio share of traces that begin here and are recorded; a parent's decision is followed.
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
