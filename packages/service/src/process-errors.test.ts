import { expect, test } from '@jest/globals';
import { EventEmitter } from 'node:events';
import { createMetrics } from './metrics.ts';
import { outliveErrors } from './process-errors.ts';

test('an error that reaches the process is counted and logged with its stack, once in ten seconds, and nothing ends', async () => {
  const process = new EventEmitter();
  const metrics = createMetrics('test');
  const lines: unknown[] = [];
  let nowMs = 0;
  const log = { error: (fields: object, message: string) => lines.push([message, fields]) };
  outliveErrors(process, { metrics, log: log as never }, () => nowMs);
  const error = new RangeError('Invalid time value');
  process.emit('uncaughtException', error);
  process.emit('uncaughtException', error);
  process.emit('unhandledRejection', error);
  nowMs = 10_000;
  process.emit('uncaughtException', error);
  expect(lines).toEqual([
    ['caught an unexpected error; the process goes on', { err: error }],
    ['caught an unhandled rejection', { err: error }],
    ['caught an unexpected error; the process goes on', { err: error }],
  ]);
  const text = await metrics.registry.metrics();
  expect(text).toContain('assay_uncaught_exceptions_total{service="test"} 3');
  expect(text).toContain('assay_unhandled_rejections_total{service="test"} 1');
});
