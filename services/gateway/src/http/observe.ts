import { traceFields, type Logger } from '@assay/telemetry/log';
import type { Metrics } from '@assay/telemetry/metrics';
import { createThrottledWarning } from '@assay/telemetry/throttled-log';
import type { RequestEnd } from './exchange.ts';

const unavailableStatus = 503;

/**
 * Returns a function that counts every request, and logs those that an operator must see. Deliveries and refusals are
 * logged at debug, because at full rate writing their lines takes longer than answering. Unavailability is logged at
 * most once in ten seconds. Failures of the service are logged at error with their cause.
 */
export function observeRequests(metrics: Metrics, log: Logger): (end: RequestEnd) => void {
  const warnUnavailable = createThrottledWarning(log);
  return ({ operation, status, code, fault, durationMs, context }) => {
    const outcome = status === undefined ? 'gone' : `${Math.floor(status / 100)}xx`;
    metrics.observeCall({ kind: 'http', method: operation, outcome, durationMs, status, context: context.trace });
    if (status === unavailableStatus) {
      warnUnavailable('refused requests because a part of the service was unavailable', fault?.cause, { operation });
    }
    const isServed = status === undefined || status < 500 || status === unavailableStatus;
    const level = isServed ? 'debug' : fault?.code === 'INTERNAL' ? 'error' : 'info';
    if (!log.isLevelEnabled(level)) {
      return;
    }
    const cause = fault?.code === 'INTERNAL' || (status ?? 0) >= 500 ? fault?.cause : undefined;
    log[level](
      {
        ...traceFields(context.trace),
        operation,
        status,
        durationMs: Math.round(durationMs),
        ...(code === undefined ? {} : { code }),
        ...(cause === undefined ? {} : { err: cause }),
      },
      'answered',
    );
  };
}
