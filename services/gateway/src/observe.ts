import { traceFields, type Logger } from '@assay/service/log';
import type { Metrics } from '@assay/service/metrics';
import type { RequestEnd } from './exchange.ts';

/**
 * Counts and logs every request that ends. Deliveries are logged at debug, since at full rate their lines would cost
 * more than the answers; what a caller did wrong at info; what broke on this side at error, with its cause.
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
