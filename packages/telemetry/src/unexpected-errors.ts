import type { Logger } from './log.ts';
import type { Metrics } from './metrics.ts';
import { createThrottledWarning } from './throttled-log.ts';

/**
 * Reports an unexpected error that occurred while the process handled the answer of a source. Only the attempt ends;
 * the process continues.
 * @param source the name of the provider, stream, node or subject that sent the answer.
 */
export type ReportUnexpected = (source: string, error: unknown) => void;

const reports = new WeakMap<object, ReportUnexpected>();

/**
 * Returns the report function of a process. It counts each error under its source, and logs at most one error per
 * source every ten seconds. Calls with the same metrics registry return the same function.
 */
export function createUnexpectedReport(tools: { readonly log: Logger; readonly metrics: Metrics }): ReportUnexpected {
  const existingReport = reports.get(tools.metrics);
  if (existingReport !== undefined) {
    return existingReport;
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
