/** Returns a Markdown table. Escapes the pipes in its cells. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
  return [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Returns a generated page: its title, its origin and its text. The text begins with whom the page is for. */
export function page(title: string, origin: string, text: string): string {
  return `# ${title}\n\nGenerated from ${origin} by \`make generate\`; do not edit.\n\n${text}\n`;
}
