import Table from 'cli-table3';

/** A result: one line of JSON for programs, rows of a name and a value for people. */
export type Result = Readonly<Record<string, string | number | boolean>>;

/** Writes a result as exactly one line of JSON, or as a table. */
export function formatResult(result: Result, json: boolean): string {
  if (json) {
    return JSON.stringify(result);
  }
  const table = new Table({ style: { head: [], border: [] } });
  for (const [name, value] of Object.entries(result)) {
    table.push([words(name), String(value)]);
  }
  return table.toString();
}

/** `rateLimitPerMinute` as "rate limit per minute". */
function words(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
