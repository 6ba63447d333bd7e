import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { createShutdown, type Shutdown } from './shutdown.ts';

const log = { info: jest.fn(), warn: jest.fn(), error: jest.fn() };

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
});

function recordedShutdown(seconds: number): { readonly shutdown: Shutdown; readonly events: string[] } {
  const events: string[] = [];
  const times = { ASSAY_DRAIN_SECONDS: seconds, ASSAY_DRAIN_MS: 1_000 };
  const shutdown = createShutdown(times, log, (code) => events.push(`exit ${code}`));
  shutdown.defer('opened first', () => events.push('close first'));
  shutdown.defer('opened second', () => events.push('close second'));
  shutdown.onLeave(() => events.push('leave'));
  shutdown.onDrain(() => events.push('drain'));
  return { shutdown, events };
}

const closed = ['drain', 'close second', 'close first'];

test('a stopping service announces it, stays reachable for the drain seconds, then drains and closes', async () => {
  const { shutdown, events } = recordedShutdown(5);
  shutdown.stop('SIGTERM', 0);
  expect(shutdown.stopping()).toBe(true);
  await jest.advanceTimersByTimeAsync(4_999);
  expect(events).toEqual(['leave']);
  await jest.advanceTimersByTimeAsync(1);
  expect(events).toEqual(['leave', ...closed, 'exit 0']);
});

test('a second signal ends the wait and closes nothing twice', async () => {
  const { shutdown, events } = recordedShutdown(300);
  shutdown.stop('SIGTERM', 0);
  await jest.advanceTimersByTimeAsync(0);
  shutdown.stop('SIGTERM', 0);
  shutdown.stop('SIGTERM', 0);
  await jest.advanceTimersByTimeAsync(0);
  expect(events).toEqual(['leave', ...closed, 'exit 0']);
});

test('a service that broke does not wait', async () => {
  const { shutdown, events } = recordedShutdown(300);
  shutdown.stop('uncaught exception', 1);
  await jest.advanceTimersByTimeAsync(0);
  expect(events).toEqual(['leave', ...closed, 'exit 1']);
});

test('a function that fails does not keep the others from running', async () => {
  const { shutdown, events } = recordedShutdown(0);
  shutdown.defer('broken', () => {
    throw new Error('cannot close');
  });
  shutdown.stop('SIGTERM', 0);
  await jest.advanceTimersByTimeAsync(0);
  expect(events).toEqual(['leave', ...closed, 'exit 0']);
});

test('a service that does not close in time exits with an error', async () => {
  const { shutdown, events } = recordedShutdown(2);
  shutdown.defer('stuck', () => new Promise(() => undefined));
  shutdown.stop('SIGTERM', 0);
  await jest.advanceTimersByTimeAsync(8_000);
  expect(events).toEqual(['leave', 'drain', 'exit 1']);
});
