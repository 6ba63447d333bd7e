import { OTLPExporterBase } from '@opentelemetry/otlp-exporter-base';
import { convertLegacyHttpOptions, createOtlpHttpExportDelegate } from '@opentelemetry/otlp-exporter-base/node-http';
import { ProtobufTraceSerializer, TraceExporterMetricsHelper } from '@opentelemetry/otlp-transformer';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-base';
import { createSpanEncoder } from './span-encoding.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns whether spans go to one collector by HTTP with protobuf, which is the default of OpenTelemetry. */
export function exportsProtobuf(exporter: string, environment: Environment): boolean {
  const protocol =
    environment['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL'] || environment['OTEL_EXPORTER_OTLP_PROTOCOL'] || 'http/protobuf';
  return exporter.trim() === 'otlp' && protocol.trim() === 'http/protobuf';
}

/** Creates the SDK's exporter of spans with our own encoder. It reads the OTEL_EXPORTER_OTLP_* variables of the process. */
export function createSpanExporter(): SpanExporter {
  const headers = { 'Content-Type': 'application/x-protobuf' };
  const encode = createSpanEncoder();
  return new OTLPExporterBase(
    createOtlpHttpExportDelegate(
      convertLegacyHttpOptions({}, 'TRACES', 'v1/traces', headers),
      {
        serializeRequest: (spans: ReadableSpan[]) => encode(spans),
        deserializeResponse: (data: Uint8Array) => ProtobufTraceSerializer.deserializeResponse(data),
      },
      'otlp_http_span_exporter',
      TraceExporterMetricsHelper,
      undefined,
    ),
  );
}
