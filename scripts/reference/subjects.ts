import { subjects } from '@assay/rpc/subjects';
import { page, table } from './table.ts';

/** Returns the page of NATS subjects. */
export function subjectsPage(): string {
  const rows = Object.values(subjects).map((entry) => [
    `\`${entry.subject}\``,
    'stream' in entry ? `JetStream \`${entry.stream}\`` : 'NATS core, to all subscribers',
  ]);
  return page(
    'NATS subjects',
    '`packages/rpc/src/subjects.ts`',
    `For developers whose service sends or receives events. After this page you know every subject, and whether JetStream or NATS core carries it.

${table(['subject', 'carried by'], rows)}\n\nPayloads are the messages of \`protos/assay/events/v1/events.proto\`.`,
  );
}
