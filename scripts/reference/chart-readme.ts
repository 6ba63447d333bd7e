import { readFileSync } from 'node:fs';

/** Returns the chart's README: how to install, and a table of the values with their comments. */
export function chartReadme(): string {
  const read = (name: string): string => readFileSync(new URL(`../../helm/assay/${name}`, import.meta.url), 'utf8');
  return read('README.template.md').replace('<!-- values -->', valuesTable(read('values.yaml')));
}

function valuesTable(text: string): string {
  const rows: string[] = [];
  const path: string[] = [];
  let comment: string[] = [];
  for (const line of text.split('\n')) {
    const [, indent = '', note] = /^( *)# ?(.*)$/.exec(line) ?? [];
    if (note !== undefined) {
      comment.push(note.trim());
      continue;
    }
    const match = /^( *)([A-Za-z][\w-]*):(?: (.*))?$/.exec(line);
    if (match === null) {
      comment = [];
      continue;
    }
    const [, spaces = '', key = '', value = ''] = match;
    path.length = spaces.length / 2;
    path.push(key);
    if (comment.length > 0 && (path[0] !== 'services' || path.length === 1) && indent !== undefined) {
      rows.push(
        `| \`${path.join('.')}\` | ${value === '' ? '' : `\`${value.replaceAll('|', '\\|')}\``} | ${comment.join(' ').replaceAll('|', '\\|')} |`,
      );
    }
    comment = [];
  }
  return ['| value | default | meaning |', '| --- | --- | --- |', ...rows].join('\n');
}
