import { traceFields, type Logger } from '@assay/service/log';
import type { Metrics } from '@assay/service/metrics';
import type { RequestEnd } from './exchange.ts';

/**
 * Returns a function that counts and logs every request. It logs deliveries at debug, because at full rate their lines
 * cost more than the answers. It logs mistakes of callers at info, and failures of the service at error with their
 * cause.
 */
export function observeRequests(metrics: Metrics, log: Logger): (end: RequestEnd) => void {
  return ({ operation, status, code, fault, durationMs, context }) => {
    const outcome = status === undefined ? 'gone' : `${Math.floor(status / 100)}xx`;
    metrics.observeCall({ kind: 'http', method: operation, outcome, durationMs });
    const level = status !== undefined && status < 400 ? 'debug' : fault?.code === 'INTERNAL' ? 'error' : 'info';
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
