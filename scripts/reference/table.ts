/** Returns a Markdown table. It escapes vertical bars, which would end a cell. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
  return [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n');
}

/**
 * Returns a generated page with a title, a note on its origin, and a text. The text must begin with the intended readers.
 */
export function page(title: string, origin: string, text: string): string {
  return `# ${title}\n\nGenerated from ${origin} by \`make generate\`; do not edit.\n\n${text}\n`;
}
