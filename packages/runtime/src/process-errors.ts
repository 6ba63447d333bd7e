import type { EventEmitter } from 'node:events';
import type { Logger } from '@assay/telemetry/log';
import type { Metrics } from '@assay/telemetry/metrics';
import type { Shutdown } from './shutdown.ts';

/**
 * Minimum time between two log lines of the same kind, in milliseconds. Without this limit, a timer that fails every
 * time would fill the disk.
 */
const logEveryMs = 10_000;

/**
 * An error that the process cannot recover from. It makes the process shut down in order, so that a supervisor restarts
 * it. Throw it only when neither callers nor data sources can cause it.
 */
export class FatalError extends Error {
  override readonly name = 'FatalError';
}

/**
 * Counts and logs uncaught errors of a process, and lets the process continue. It does not end the process, because
 * input from outside may cause the error again after each restart. docs/decisions/0015 weighs the alternatives. For a
 * FatalError it calls `stop`.
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
