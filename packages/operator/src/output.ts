import Table from 'cli-table3';

/** Named values that a command prints: as one line of JSON for programs, or as a table for people. */
export type CommandResult = Readonly<Record<string, string | number | boolean>>;

/** Formats a result as one line of JSON, or as a table. */
export function formatResult(result: CommandResult, json: boolean): string {
  if (json) {
    return JSON.stringify(result);
  }
  const table = new Table({ style: { head: [], border: [] } });
  for (const [name, value] of Object.entries(result)) {
    table.push([words(name), String(value)]);
  }
  return table.toString();
}

/** Formats results that have the same names as a table with one row for each result. */
export function formatRows(names: readonly string[], rows: readonly CommandResult[]): string {
  const table = new Table({ head: names.map(words), style: { head: [], border: [] } });
  for (const row of rows) {
    table.push(names.map((name) => String(row[name] ?? '')));
  }
  return table.toString();
}

/** Returns `rateLimitPerMinute` as "rate limit per minute". */
function words(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
