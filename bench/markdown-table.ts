/**
 * Returns a Markdown table.
 * @param header the headings of the columns, with the unit of their values.
 * @param rows one list of cells for each row, as long as the header.
 */
export function markdownTable(header: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return [header, header.map(() => '---'), ...rows].map(rowText).join('\n');
}

/** Returns one line of a Markdown table. Escapes vertical bars, which would end a cell. */
export function rowText(cells: readonly (string | number)[]): string {
  return `| ${cells.map((cell) => String(cell).replaceAll('|', String.raw`\|`)).join(' | ')} |`;
}

/** A row of a table of processes: its first cells, and an amount for each process that it has. */
export type ProcessRow = {
  readonly cells: readonly string[];
  readonly amounts: Readonly<Record<string, number>>;
};

/**
 * Returns a Markdown table with a column for each process. A cell is empty when the row has no such process.
 * @param header the headings of the first columns, which do not belong to a process.
 * @param outside the processes that simulate the outside world. Their headings say so.
 */
export function processTable(
  header: readonly string[],
  rows: readonly ProcessRow[],
  outside: readonly string[] = [],
): string {
  const names = [...new Set(rows.flatMap(({ amounts }) => Object.keys(amounts)))];
  return markdownTable(
    [...header, ...names.map((name) => (outside.includes(name) ? `${name} (outside)` : name))],
    rows.map(({ cells, amounts }) => [...cells, ...names.map((name) => amounts[name]?.toFixed(0) ?? '')]),
  );
}
