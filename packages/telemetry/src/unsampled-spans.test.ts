import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { ROOT_CONTEXT, trace, TraceFlags } from '@opentelemetry/api';
import { TracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace';
import { endSpan, startSpan } from '@assay/rpc/spans';

const exporter = new InMemorySpanExporter();

beforeEach(() => {
  exporter.reset();
  trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }));
});
afterEach(() => trace.disable());

const parent = (traceFlags: TraceFlags) =>
  trace.setSpanContext(ROOT_CONTEXT, { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), traceFlags, isRemote: true });

test('nothing below a span that is not sampled is recorded, and the trace goes on', () => {
  const context = parent(TraceFlags.NONE);
  const started = startSpan('child', context);
  endSpan(started.span, 'INTERNAL');
  expect(started.trace).toBe(context);
  expect(started.span.spanContext().traceId).toBe('a'.repeat(32));
  expect(exporter.getFinishedSpans()).toEqual([]);
});

test('a span below a sampled one is recorded', () => {
  const { span } = startSpan('child', parent(TraceFlags.SAMPLED));
  endSpan(span);
  expect(exporter.getFinishedSpans()).toMatchObject([{ name: 'child', parentSpanContext: { spanId: 'b'.repeat(16) } }]);
});
