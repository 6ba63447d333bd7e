import type { EventEmitter } from 'node:events';
import type { Logger } from '@assay/telemetry/log';
import type { Metrics } from '@assay/telemetry/metrics';
import type { Shutdown } from './shutdown.ts';

/**
 * Minimum time between two log lines of the same kind, in milliseconds. Without it, a timer that fails on every run would
 * fill the disk.
 */
const logEveryMs = 10_000;

/**
 * An error that the process cannot recover from. It shuts the process down in order, so that a supervisor restarts it. Throw
 * it only for a cause that neither callers nor data sources can trigger.
 */
export class FatalError extends Error {
  override readonly name = 'FatalError';
}

/**
 * Counts and logs uncaught errors of a process, and lets the process continue. Input from outside may have caused the error,
 * and would then end the process again after each restart. docs/decisions/0015 weighs the alternatives. A FatalError calls
 * `stop`.
 * @param events emits `uncaughtException` and `unhandledRejection`, as `process` does.
 * @param monotonic milliseconds that never decrease.
 */
export function keepRunningAfterErrors(
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
