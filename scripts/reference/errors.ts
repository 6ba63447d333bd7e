import { faults } from '@assay/faults/faults';
import { page, table } from './table.ts';

/** The fields that each code adds to the error body. */
const extraFields: Readonly<Record<string, string>> = {
  MISSING_PARAM: '`missing`: the names of the parameters; `type` and `params`: the question as it was understood',
  INVALID_PARAM: '`param`: the name of the parameter',
  INSUFFICIENT_CREDITS: '`balance`: the credits of the account',
  NO_QUALIFYING_DELIVERY: '`required`, `reached` and `reason`; the `status` is `refused`',
};

const introduction = `For developers whose programs branch on errors. After this page you know why a request got an error, and what to change.

Every error body is JSON:

\`\`\`json
{
  "status": "error",
  "code": "MISSING_PARAM",
  "error": "spot.price needs symbol",
  "traceId": "tr_09e30d971c0fa72462d13cee3f12e883"
}
\`\`\`

Branch on \`code\`. It never changes its meaning. \`error\` is a sentence for people and may change. No error costs credits. The
header \`Retry-After\` says how many seconds to wait.`;

/** Returns the page of all public error codes: a table, and a section with cause and remedy for each code. */
export function errorsPage(): string {
  const rows = Object.entries(faults).flatMap(([code, row]) => ('publicCode' in row ? [] : [{ code, ...row }]));
  const overview = rows.map(({ code, http, retryable, defaultMessage }) => [
    `[\`${code}\`](#${code.toLowerCase()})`,
    String(http),
    retryable ? 'yes' : 'no',
    defaultMessage,
  ]);
  const sections = rows.map(({ code, http, retryable, cause, remedy }) =>
    [
      `### ${code}`,
      `HTTP ${http}. ${retryable ? 'The same request may succeed later.' : 'The same request fails again.'}`,
      `**Cause.** ${cause}`,
      `**Remedy.** ${remedy}`,
      ...(extraFields[code] === undefined ? [] : [`**Further fields.** ${extraFields[code]}.`]),
    ].join('\n\n'),
  );
  return page(
    'Error codes',
    '`packages/faults/src/faults.ts`',
    [
      introduction,
      '## All codes',
      table(['code', 'HTTP', 'may succeed if sent again', 'message'], overview),
      '## Cause and remedy',
      ...sections,
    ].join('\n\n'),
  );
}
