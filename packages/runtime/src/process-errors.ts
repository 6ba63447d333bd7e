import type { EventEmitter } from 'node:events';
import type { Logger } from '@assay/telemetry/log';
import type { Metrics } from '@assay/telemetry/metrics';
import type { Shutdown } from './shutdown.ts';

/** One line of each kind in this time. A timer that fails on each run would otherwise fill the disk. */
const logEveryMs = 10_000;

/**
 * An error after which the process cannot do its work any more and nothing inside repairs it. It ends the process in order, so that
 * a supervisor starts it again. Throw it only for a cause that no caller and no source of data can bring about.
 */
export class FatalError extends Error {
  override readonly name = 'FatalError';
}

/**
 * Counts and logs the errors that reached a process, and lets it go on. What somebody outside sent may have caused one, so it must
 * not end the process: it would end again after each start. docs/decisions/0015 weighs this against ending. A FatalError calls `stop`.
 * @param events emits `uncaughtException` and `unhandledRejection`, as `process` does.
 * @param monotonic milliseconds that never decrease.
 */
export function outliveErrors(
  events: Pick<EventEmitter, 'on'>,
  { log, metrics, stop }: { readonly log: Logger; readonly metrics: Metrics } & Pick<Shutdown, 'stop'>,
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
      if (error instanceof FatalError) {
        log.fatal({ err: error }, 'the process cannot go on');
        stop(error.message, 1);
        return;
      }
      const nowMs = monotonic();
      if (nowMs - loggedAtMs >= logEveryMs) {
        loggedAtMs = nowMs;
        log.error({ err: error }, message);
      }
    });
  }
}
