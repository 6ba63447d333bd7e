import { expect, test } from '@jest/globals';
import { EventEmitter } from 'node:events';
import { createMetrics } from '@assay/telemetry/metrics';
import { FatalError, keepRunningAfterErrors } from './process-errors.ts';

test('an error that reaches the process is counted and logged with its stack, once in ten seconds, and nothing ends', async () => {
  const process = new EventEmitter();
  const metrics = createMetrics('test');
  const lines: unknown[] = [];
  let nowMs = 0;
  const log = { error: (fields: object, message: string) => lines.push([message, fields]) };
  keepRunningAfterErrors(process, { metrics, log: log as never, stop: () => lines.push('stopped') }, () => nowMs);
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

test.each(['uncaughtException', 'unhandledRejection'])(
  'an error that nothing inside repairs stops the process in order: %s',
  (event) => {
    const process = new EventEmitter();
    const stops: unknown[] = [];
    const log = { fatal: (fields: object, message: string) => stops.push([message, fields]) };
    const stop = (reason: string, exitCode: number) => stops.push([reason, exitCode]);
    keepRunningAfterErrors(process, { metrics: createMetrics('test'), log: log as never, stop });
    const error = new FatalError('the connection to NATS closed for good: closed');
    process.emit(event, error);
    expect(stops).toEqual([
      ['the process cannot go on', { err: error }],
      ['the connection to NATS closed for good: closed', 1],
    ]);
  },
);
