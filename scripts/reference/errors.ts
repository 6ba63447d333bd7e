import { faults } from '@assay/faults/faults';
import { page, table } from './table.ts';

/** Returns the page of all public error codes. */
export function errorsPage(): string {
  const rows = Object.entries(faults)
    .filter(([, row]) => !('publicCode' in row))
    .map(([code, row]) => [`\`${code}\``, String(row.http), row.retryable ? 'yes' : 'no', row.defaultMessage]);
  return page(
    'Error codes',
    '`packages/faults/src/faults.ts`',
    `Every error body is \`{ "status", "code", "error", "traceId" }\` with further fields for some codes.\n\n${table(['code', 'HTTP', 'may succeed if sent again', 'what to do'], rows)}`,
  );
}
