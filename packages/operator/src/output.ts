import { stripVTControlCharacters } from 'node:util';
import Table from 'cli-table3';
import { jsonLine } from './json-output.ts';

/** Named values that a command prints: as one line of JSON for programs, or as a table for people. */
export type CommandResult = Readonly<Record<string, string | number | boolean>>;

/** A style of text on a terminal, by its name in `styleText` of Node.js. */
export type TextStyle = 'bold' | 'dim' | 'green' | 'red' | 'yellow';

/** The place to which a command prints text for people. */
export type Screen = {
  /** Width in characters. Absent when the output is no terminal; then a table can have any width. */
  readonly columns?: number | undefined;
  /** Returns the text in a style. Returns it unchanged when the output has no colours. */
  readonly paint: (style: TextStyle, text: string) => string;
};

/** A place without a width and without colours, such as a file. */
export const plainScreen: Screen = { paint: (_style, text) => text };

/** Formats a result as one line of JSON, or as a table. */
export function formatResult(result: CommandResult, json: boolean, screen = plainScreen): string {
  if (json) {
    return jsonLine(result);
  }
  const table = new Table({ style: { head: [], border: [] } });
  for (const [name, value] of Object.entries(result)) {
    table.push([screen.paint('bold', words(name)), String(value)]);
  }
  const text = table.toString();
  return fits(text, screen) ? text : formatCard(Object.keys(result), result, screen);
}

/**
 * Formats results that have the same names as a table with one row for each result. When the table is wider than the
 * screen, formats each result as lines of a name and its value, so that nobody copies a broken id.
 */
export function formatRows(names: readonly string[], rows: readonly CommandResult[], screen = plainScreen): string {
  const table = new Table({
    head: names.map((name) => screen.paint('bold', words(name))),
    style: { head: [], border: [] },
  });
  for (const row of rows) {
    table.push(names.map((name) => String(row[name] ?? '')));
  }
  const text = table.toString();
  return fits(text, screen) ? text : rows.map((row) => formatCard(names, row, screen)).join('\n\n');
}

function formatCard(names: readonly string[], row: CommandResult, { paint }: Screen): string {
  const width = Math.max(...names.map((name) => words(name).length));
  return names.map((name) => `${paint('bold', words(name).padEnd(width))}  ${String(row[name] ?? '')}`).join('\n');
}

function fits(text: string, { columns }: Screen): boolean {
  return columns === undefined || text.split('\n').every((line) => stripVTControlCharacters(line).length <= columns);
}

/** Returns `rateLimitPerMinute` as "rate limit per minute". */
function words(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
