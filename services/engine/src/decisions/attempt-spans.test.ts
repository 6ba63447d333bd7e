import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { ROOT_CONTEXT, SpanKind, trace, type Context, type Span, type SpanOptions } from '@opentelemetry/api';
import { priced } from '@assay/providers/testing/test-providers';
import { deferred, monotonicStartMs, openTestSources, startMs } from '../testing/test-sources.ts';
import type { Fetched } from '@assay/providers/fetch';
import { fanOut, type FanOutResult } from '../verification/fan-out.ts';
import { planSources } from '../verification/plan.ts';
import { referenceAttempt } from '../verification/decide.ts';
import { recordAttemptSpans, startSpans } from './attempt-spans.ts';

type Seen = { name: string; traceId: string | undefined; startedAt: unknown; endedAt: unknown; ended: boolean };
let seen: Seen[] = [];

/** A tracer that records every span. */
function startSpan(name: string, options: SpanOptions = {}, context: Context = ROOT_CONTEXT): Span {
  const parent = trace.getSpanContext(context);
  const entry: Seen = {
    name,
    traceId: parent?.traceId,
    startedAt: options.startTime,
    endedAt: undefined,
    ended: false,
  };
  seen.push(entry);
  const span = trace.wrapSpanContext({ traceId: parent?.traceId ?? '', spanId: 'c'.repeat(16), traceFlags: 1 });
  return Object.assign(Object.create(span) as Span, {
    end: (at?: number) => Object.assign(entry, { endedAt: at, ended: true }),
  });
}

beforeEach(() => {
  seen = [];
  trace.setGlobalTracerProvider({ getTracer: () => ({ startSpan, startActiveSpan: () => undefined as never }) });
});
afterEach(() => trace.disable());

function contextOf(digit: string, isSampled: boolean): Context {
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId: digit.repeat(32),
    spanId: 'b'.repeat(16),
    traceFlags: isSampled ? 1 : 0,
  });
}

async function fanOutResult(): Promise<FanOutResult> {
  const world = openTestSources(
    { a: () => deferred<Fetched>().promise, b: () => priced('1', startMs), c: () => priced('1', startMs) },
    { budgets: { a: { requests: 1, perMs: 60_000 } } },
  );
  const running = fanOut(
    planSources(world.sources),
    (source) => world.ask(source, { symbol: 'BTC' }, 'BTC'),
    { maxAttempts: 10, attemptTimeoutMs: 2_500, deadlineAtMs: monotonicStartMs + 7_500, wanted: () => 1 },
    world.clock,
  );
  await world.clock.advance(800);
  return running;
}

test('every request of a call has a span at its true times, also a request that was in flight at the end', async () => {
  const { attempts } = await fanOutResult();
  recordAttemptSpans(attempts, startMs + 900, contextOf('a', true));
  expect(seen).toEqual([
    { name: 'ask a', traceId: 'a'.repeat(32), startedAt: startMs, endedAt: startMs + 900, ended: true },
    { name: 'ask b', traceId: 'a'.repeat(32), startedAt: startMs + 800, endedAt: startMs + 800, ended: true },
  ]);
});

test('a trace that is not sampled gets no spans', async () => {
  const { attempts } = await fanOutResult();
  recordAttemptSpans(attempts, startMs, contextOf('a', false));
  expect(seen).toEqual([]);
});

test('work that serves several traces has one span in each, and ends all of them', () => {
  const spans = startSpans('publish', [contextOf('a', true), contextOf('d', true)], SpanKind.PRODUCER);
  expect(spans.traces.map((context) => trace.getSpanContext(context)?.traceId)).toEqual([
    'a'.repeat(32),
    'd'.repeat(32),
  ]);
  spans.end(true);
  expect(seen.map(({ traceId, ended }) => [traceId, ended])).toEqual([
    ['a'.repeat(32), true],
    ['d'.repeat(32), true],
  ]);
});

test('the reading of a reference has a span in a sampled trace only', () => {
  const reading = {
    provider: 'node-a:price-account',
    askedAtMs: startMs,
    receivedAtMs: startMs + 3,
    outcome: 'ok',
    dataJson: '{}',
    detail: '',
    httpStatus: 200,
    costMicros: 50n,
  } as const;
  recordAttemptSpans([referenceAttempt(reading)], startMs + 900, contextOf('a', true));
  recordAttemptSpans([referenceAttempt(reading)], startMs + 900, contextOf('c', false));
  expect(seen).toEqual([
    {
      name: 'read node-a:price-account',
      traceId: 'a'.repeat(32),
      startedAt: startMs,
      endedAt: startMs + 3,
      ended: true,
    },
  ]);
});
