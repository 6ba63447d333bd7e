import { readFileSync } from 'node:fs';

/**
 * Returns a report in Markdown on the answers that were recorded from all providers. Empty when every answer was read
 * successfully.
 * @param recordings the lines that `assay record all --json` printed.
 */
export function liveReport(recordings) {
  const failed = recordings.filter(({ outcome }) => outcome !== 'ok' && outcome !== 'left_out');
  if (failed.length === 0) {
    return '';
  }
  const rows = failed.map(
    ({ provider, of, outcome, detail }) => `| ${[provider, of, outcome, detail].map(cell).join(' | ')} |`,
  );
  return [
    `${failed.length} of ${recordings.length} live answers were not read. The recorded fixtures are an artifact of this run.`,
    '',
    '| provider | type or stream | outcome | detail |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}

function cell(text) {
  return String(text).replaceAll('|', '\\|').replaceAll(/\s+/g, ' ').slice(0, 200);
}

if (process.argv[1] === import.meta.filename) {
  const [file] = process.argv.slice(2);
  try {
    process.stdout.write(liveReport(JSON.parse(readFileSync(file ?? '', 'utf8')).recordings));
  } catch {
    process.stdout.write('The providers could not be recorded. The log of this run says why.\n');
  }
}
