import type { Logger } from './log.ts';
import type { Metrics } from './metrics.ts';
import { createThrottledWarning } from './throttled-log.ts';

/**
 * Reports an error that nobody expected while the answer of a source was handled. The attempt ends, and the process goes on.
 * @param source the name of the provider, stream, node or subject whose answer it was.
 */
export type ReportUnexpected = (source: string, error: unknown) => void;

const reports = new WeakMap<object, ReportUnexpected>();

/**
 * Returns the report of a process. It counts each error under its source, and logs one of each source every ten seconds. Calls
 * with the same metrics share it.
 */
export function createUnexpectedReport(tools: { readonly log: Logger; readonly metrics: Metrics }): ReportUnexpected {
  const known = reports.get(tools.metrics);
  if (known !== undefined) {
    return known;
  }
  const errors = tools.metrics.counter(
    'assay_unexpected_source_errors_total',
    'Unexpected errors while an answer of a source was handled. Each ended one attempt.',
    ['source'],
  );
  const warnings = new Map<string, ReturnType<typeof createThrottledWarning>>();
  const report: ReportUnexpected = (source, error) => {
    errors.inc({ source });
    let warn = warnings.get(source);
    if (warn === undefined) {
      warn = createThrottledWarning(tools.log);
      warnings.set(source, warn);
    }
    const stack = error instanceof Error ? (error.stack ?? '').slice(0, 2_000) : '';
    warn('could not handle the answer of a source; its attempt ended', error, { source, stack });
  };
  reports.set(tools.metrics, report);
  return report;
}
