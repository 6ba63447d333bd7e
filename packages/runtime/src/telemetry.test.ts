import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ROOT_CONTEXT, SpanKind, trace } from '@opentelemetry/api';
import { createServer, type Server } from 'node:http';
import { startSpan } from '@assay/rpc/spans';
import { createLogger, traceFields } from '@assay/telemetry/log';
import { exportLogLine } from '@assay/telemetry/log-export';
import { createMetrics } from '@assay/telemetry/metrics';
import { listen } from './operations.ts';
import { startTelemetry } from '@assay/telemetry/telemetry';
import { exportersOf } from '@assay/telemetry/exporters';

const saved = { ...process.env };
const received = new Map<string, string>();
let collector: Server;
let endpoint = '';

beforeAll(async () => {
  collector = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      received.set(path, (received.get(path) ?? '') + Buffer.concat(chunks).toString());
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await listen(collector, 0, '127.0.0.1');
  const address = collector.address();
  endpoint = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
});

afterAll(async () => {
  process.env = saved;
  await new Promise((resolve) => collector.close(resolve));
});

test('nothing is exported without an endpoint, and every signal with one', () => {
  expect(exportersOf({})).toEqual({ traces: 'none', metrics: 'none', logs: 'none' });
  expect(exportersOf({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' })).toEqual({
    traces: 'otlp',
    metrics: 'otlp',
    logs: 'otlp',
  });
});

test('a signal follows its own variables', () => {
  const environment = {
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://collector:4318/v1/traces',
    OTEL_METRICS_EXPORTER: 'console',
    OTEL_LOGS_EXPORTER: '',
  };
  expect(exportersOf(environment)).toEqual({ traces: 'otlp', metrics: 'console', logs: 'none' });
  expect(exportersOf({ ...environment, OTEL_SDK_DISABLED: 'true' })).toEqual({
    traces: 'none',
    metrics: 'none',
    logs: 'none',
  });
});

test('standard variables alone export spans, metrics and logs that share one trace id', async () => {
  Object.assign(process.env, {
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=a',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    OTEL_NODE_RESOURCE_DETECTORS: 'env',
  });
  const metrics = createMetrics('probe');
  const telemetry = await startTelemetry({
    service: 'probe',
    sampleRatio: 1,
    environment: process.env,
    registry: metrics.registry,
  });
  const { span, trace: context } = startSpan('GET /probe', ROOT_CONTEXT, { kind: SpanKind.SERVER });
  const { traceId } = span.spanContext();
  createLogger('probe', 'fatal', { onLine: exportLogLine }).fatal(
    { ...traceFields(context), apiKey: 'asy_secret' },
    'probed',
  );
  metrics.counter('assay_probe_total', 'Probes.', ['outcome']).inc({ outcome: 'fine' }, 3);
  metrics.observeCall({ kind: 'http', method: 'GET /probe', outcome: '2xx', durationMs: 4, status: 200, context });
  span.end();
  await telemetry.shutdown();

  const [traces = '', points = '', logs = ''] = ['traces', 'metrics', 'logs'].map((at) => received.get(`/v1/${at}`));
  expect(traces).toContain(traceId);
  expect(logs).toContain(traceId);
  expect(logs).toContain('probed');
  expect(logs).not.toContain('asy_secret');
  for (const signal of [traces, points, logs]) {
    expect(signal).toContain('"service.name","value":{"stringValue":"probe"}');
    expect(signal).toContain('deployment.environment.name');
  }
  expect(points).toContain('"assay_probe_total"');
  expect(points).toContain('"assay_call_duration_seconds"');
  expect(points).toContain('"http.server.request.duration"');
  expect(trace.getTracer('assay')).toBeDefined();
});

test('the bucket of a sampled call names its trace, and another bucket names none', async () => {
  const metrics = createMetrics('probe');
  const context = trace.setSpanContext(ROOT_CONTEXT, {
    traceId: 'a'.repeat(32),
    spanId: 'b'.repeat(16),
    traceFlags: 1,
  });
  metrics.observeCall({ kind: 'rpc', method: '/x/Y', outcome: 'OK', durationMs: 3, context });
  metrics.observeCall({ kind: 'rpc', method: '/x/Y', outcome: 'OK', durationMs: 30 });
  const lines = (await metrics.registry.metrics()).split('\n');
  const bucket = (le: string): string => lines.find((line) => line.includes(`le="${le}"`)) ?? '';
  expect(bucket('0.005')).toContain(`# {trace_id="${'a'.repeat(32)}"} 0.003`);
  expect(bucket('0.05')).not.toContain('trace_id');
});
