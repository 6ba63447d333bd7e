import { faults } from '@assay/faults/faults';
import { page, table } from './table.ts';

/** The page of all codes that a caller can see. */
export function errorsPage(): string {
  const rows = Object.entries(faults)
    .filter(([, row]) => !('publicCode' in row))
    .map(([code, row]) => [`\`${code}\``, String(row.http), row.retryable ? 'yes' : 'no', row.defaultMessage]);
  return page(
    'Error codes',
    '`packages/faults/src/faults.ts`',
    `Every error body is \`{ "status", "code", "error", "traceId" }\` plus what its code adds.\n\n${table(['code', 'HTTP', 'may succeed if sent again', 'what to do'], rows)}`,
  );
}
