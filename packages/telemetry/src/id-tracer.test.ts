import { expect, test } from '@jest/globals';
import { ROOT_CONTEXT, trace, TraceFlags } from '@opentelemetry/api';
import { createIdTracer } from './id-tracer.ts';

test('a span without a parent starts a trace, and a span with one continues it', () => {
  const tracer = createIdTracer();
  const [first, second] = [tracer.startSpan('a'), tracer.startSpan('b', {}, ROOT_CONTEXT)];
  const child = tracer.startSpan('c', {}, trace.setSpan(ROOT_CONTEXT, first));
  const root = tracer.startSpan('d', { root: true }, trace.setSpan(ROOT_CONTEXT, first));
  const ids = [first, second, child, root].map((span) => span.spanContext());
  expect(ids[2]?.traceId).toBe(ids[0]?.traceId);
  expect(new Set(ids.map(({ traceId }) => traceId)).size).toBe(3);
  expect(new Set(ids.map(({ spanId }) => spanId)).size).toBe(4);
  for (const id of ids) {
    expect(id).toMatchObject({
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
      spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
      traceFlags: TraceFlags.NONE,
    });
  }
});

test('a span of a sampled trace keeps its trace id and records nothing', () => {
  const parent = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), traceFlags: TraceFlags.SAMPLED };
  const span = createIdTracer().startSpan('a', {}, trace.setSpanContext(ROOT_CONTEXT, parent));
  expect(span.isRecording()).toBe(false);
  expect(span.spanContext()).toMatchObject({ traceId: parent.traceId, traceFlags: TraceFlags.NONE });
});

test('a library that runs its work in an active span gets a span, and its result', () => {
  const tracer = createIdTracer();
  const result = tracer.startActiveSpan('a', { attributes: {} }, (span) => span.spanContext().traceId);
  expect(result).toMatch(/^[0-9a-f]{32}$/);
  expect(tracer.startActiveSpan('a', () => 7)).toBe(7);
});
