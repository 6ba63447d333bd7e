import { afterEach, expect, test } from '@jest/globals';
import { Fault } from '@assay/faults/faults';
import { createContextKey, ROOT_CONTEXT, SpanKind, trace, TraceFlags } from '@opentelemetry/api';
import { connect } from './client.ts';
import { rootContext, traceFromTraceparent, traceIdOf, traceparentOf, withinTimeout, withTrace } from './context.ts';
import { services } from './load.ts';
import { endSpan, startCallSpan, startSpan } from './spans.ts';
import { UnsampledTrace } from './unsampled-trace.ts';

const ids = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };
const traceparent = `00-${ids.traceId}-${ids.spanId}-00`;

afterEach(() => trace.disable());

test('a call that is not sampled makes neither a span nor a context, and hands on the traceparent as it came', () => {
  const received = traceFromTraceparent(traceparent);
  const { span, trace: below } = startCallSpan('/assay.billing.v1.BillingService/Admit', received, SpanKind.SERVER);
  endSpan(span, 'INTERNAL');
  expect(received).toBeInstanceOf(UnsampledTrace);
  expect(below).toBe(received);
  const context = withTrace({ ...rootContext(1_000), attempt: 3 }, below);
  expect(withTrace(context, below)).toBe(context);
  expect(withinTimeout(context, 10).attempt).toBe(3);
  expect(traceIdOf(context)).toBe(ids.traceId);
  expect(traceparentOf(context)).toBe(traceparent);
});

test('OpenTelemetry reads a trace that is not sampled like every other context', () => {
  const context = traceFromTraceparent(traceparent);
  expect(trace.getSpanContext(context)).toEqual({ ...ids, traceFlags: TraceFlags.NONE, isRemote: true });
  expect(trace.getSpan(context)?.isRecording()).toBe(false);
  const key = createContextKey('another value');
  const extended = context.setValue(key, 7);
  expect(extended.getValue(key)).toBe(7);
  expect(trace.getSpanContext(extended)).toMatchObject(ids);
  expect(trace.getSpan(trace.deleteSpan(extended))).toBeUndefined();
  expect(context.deleteValue(key)).toBe(context);
  expect(trace.deleteSpan(context)).toBe(ROOT_CONTEXT);
});

test.each(['01', '03'])('a traceparent with the flags %s keeps the sampled flag', (flags) => {
  const context = traceFromTraceparent(`00-${ids.traceId}-${ids.spanId}-${flags}`);
  expect(context).not.toBeInstanceOf(UnsampledTrace);
  expect(trace.getSpanContext(context)).toEqual({ ...ids, traceFlags: TraceFlags.SAMPLED, isRemote: true });
});

test.each([`00-${'0'.repeat(32)}-${ids.spanId}-00`, `00-${ids.traceId}-${'0'.repeat(16)}-00`, `${traceparent}-more`])(
  '%p starts no trace',
  (value) => expect(traceFromTraceparent(value)).toBe(ROOT_CONTEXT),
);

test('a root span that a sampler drops keeps the ids of its tracer', () => {
  const dropped = trace.wrapSpanContext({ ...ids, traceFlags: TraceFlags.NONE });
  const startActiveSpan = () => undefined as never;
  trace.setGlobalTracerProvider({ getTracer: () => ({ startSpan: () => dropped, startActiveSpan }) });
  const started = startSpan('POST /v1/get_data', ROOT_CONTEXT);
  expect(started.trace).toBeInstanceOf(UnsampledTrace);
  expect(started.span.spanContext()).toEqual({ ...ids, traceFlags: TraceFlags.NONE });
});

test.each(['Admit', 'GetAccount'] as const)(
  '%s rejects with a Fault when its request cannot be encoded, also without a span',
  async (method) => {
    const client = connect(services.billing, '127.0.0.1:1', { streamed: ['Admit'] });
    const context = { ...rootContext(5_000), trace: traceFromTraceparent(traceparent) };
    try {
      const pendingCall = client.methods[method]([] as never, context);
      await expect(pendingCall).rejects.toBeInstanceOf(Fault);
      await expect(pendingCall).rejects.toMatchObject({ code: 'INTERNAL' });
    } finally {
      client.close();
    }
  },
);
