import type { EventEmitter } from 'node:events';
import type { ServiceTools } from './run.ts';

/** One line of each kind in this time. A timer that fails on each run would otherwise fill the disk. */
const logEveryMs = 10_000;

/**
 * Counts and logs the errors that reached a process, and lets it go on. What somebody outside sent may have caused one, so it must
 * not end the process: it would end again after each start. docs/decisions/0015 weighs this against ending.
 * @param events emits `uncaughtException` and `unhandledRejection`, as `process` does.
 * @param monotonic milliseconds that never decrease.
 */
export function outliveErrors(
  events: Pick<EventEmitter, 'on'>,
  { log, metrics }: Pick<ServiceTools, 'log' | 'metrics'>,
  monotonic: () => number = () => performance.now(),
): void {
  const kinds = [
    {
      event: 'uncaughtException',
      message: 'caught an unexpected error; the process goes on',
      counter: metrics.counter(
        'assay_uncaught_exceptions_total',
        'Errors that no part of the service expected. The process goes on.',
        [],
      ),
    },
    {
      event: 'unhandledRejection',
      message: 'caught an unhandled rejection',
      counter: metrics.counter('assay_unhandled_rejections_total', 'Errors of work that nobody waited for.', []),
    },
  ];
  for (const { event, message, counter } of kinds) {
    let loggedAtMs = Number.NEGATIVE_INFINITY;
    events.on(event, (error: unknown) => {
      counter.inc();
      const nowMs = monotonic();
      if (nowMs - loggedAtMs >= logEveryMs) {
        loggedAtMs = nowMs;
        log.error({ err: error }, message);
      }
    });
  }
}
