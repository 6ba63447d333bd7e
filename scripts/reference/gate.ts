import { caveatCodes, reasonCodes } from '../../services/gate/src/grounds.ts';
import { page, table } from './table.ts';

/** The page of all codes with which a gate gives its grounds. */
export function gatePage(): string {
  const rows = (codes: Readonly<Record<string, string>>): string[][] =>
    Object.entries(codes).map(([code, meaning]) => [`\`${code}\``, meaning]);
  return page(
    'Reasons and caveats of a gate',
    '`services/gate/src/grounds.ts`',
    [
      'Codes stay as they are; the sentences beside them in an answer have the numbers of the trade and may change.',
      `## Reasons: the trade is refused\n\n${table(['code', 'when'], rows(reasonCodes))}`,
      `## Caveats: the trade is not allowed without reserve\n\n${table(['code', 'when'], rows(caveatCodes))}`,
    ].join('\n\n'),
  );
}
