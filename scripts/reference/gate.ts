import { caveatCodes, reasonCodes } from '../../packages/catalog/src/gate-codes.ts';
import { page, table } from './table.ts';

/** Returns the page of all reason and caveat codes of the gate. */
export function gatePage(): string {
  const rows = (codes: Readonly<Record<string, string>>): string[][] =>
    Object.entries(codes).map(([code, meaning]) => [`\`${code}\``, meaning]);
  return page(
    'Reasons and caveats of the gate',
    '`packages/catalog/src/gate-codes.ts`',
    [
      'For developers whose programs branch on gate decisions. A code never changes its meaning. The message next to it contains the numbers of the trade and may change. [The gate](../use/gate.md) explains when a caller sees them.',
      `## Reasons: why the trade is refused\n\n${table(['code', 'when'], rows(reasonCodes))}`,
      `## Caveats: what is unconfirmed or unjudged\n\n${table(['code', 'when'], rows(caveatCodes))}`,
    ].join('\n\n'),
  );
}
