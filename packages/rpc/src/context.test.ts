import { expect, test } from '@jest/globals';
import { ROOT_CONTEXT } from '@opentelemetry/api';
import {
  parseTraceparent,
  remainingMs,
  rootContext,
  traceFromTraceparent,
  traceIdOf,
  traceparentOf,
  withinTimeout,
} from './context.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';

test('a traceparent survives parsing and formatting', () => {
  const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
  const context = { ...rootContext(1_000), trace: traceFromTraceparent(traceparent) };
  expect(traceIdOf(context)).toBe(traceId);
  expect(traceparentOf(context)).toBe(traceparent);
});

test.each([
  '',
  'nonsense',
  `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
  `00-${traceId}-${'0'.repeat(16)}-01`,
  `ff-${traceId}-00f067aa0ba902b7-01`,
  `00-${traceId.toUpperCase()}-00f067aa0ba902b7-01`,
  `00-${traceId}-00f067aa0ba902b7-01-extra`,
])('%p is not a traceparent and starts no trace', (value) => {
  expect(parseTraceparent(value)).toBeUndefined();
  expect(traceFromTraceparent(value)).toBe(ROOT_CONTEXT);
});

test('the remaining time shrinks with the clock and becomes negative after the deadline', () => {
  const context = rootContext(1_000, 50_000);
  expect(remainingMs(context, 50_400)).toBe(600);
  expect(remainingMs(context, 51_500)).toBe(-500);
});

test('a timeout can make the deadline earlier and never later', () => {
  const context = rootContext(1_000, 50_000);
  expect(withinTimeout(context, 300, 50_000)).toEqual({ ...context, deadlineAtMs: 50_300 });
  expect(withinTimeout(context, 2_000, 50_000)).toEqual(context);
});
