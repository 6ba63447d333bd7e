import type { Report } from '@assay/diagnosis/diagnosis';
import type { Finding } from '@assay/diagnosis/finding';

const marks: Readonly<Record<string, string>> = { ok: 'ok', off: 'off', warning: 'warn', failure: 'FAIL' };
const titles: readonly (readonly [string, string])[] = [
  ['provider', 'Providers'],
  ['stream', 'Streams'],
  ['node', 'Nodes of the chain'],
  ['type', 'Data types'],
  ['service', 'The cluster'],
];
const markWidth = 6;
const nameWidth = 28;

/** Formats a report for a person: one line for each finding, its facts, and below it what can be done. */
export function formatReport(report: Report): string {
  const sections = titles.flatMap(([subject, title]) => {
    const findings = report.findings.filter((finding) => finding.subject === subject);
    return findings.length === 0 ? [] : ['', title, ...findings.flatMap(linesOf)];
  });
  const { ok, off, warning, failure } = report.counts;
  const summary = `${failure} failed, ${warning} warnings, ${ok} ok, ${off} off`;
  return [...sections, '', report.ok ? `Nothing that is configured failed: ${summary}.` : `Failed: ${summary}.`].join(
    '\n',
  );
}

function linesOf({ name, status, outcome, message, remedy, facts }: Finding): string[] {
  const mark = (marks[status] ?? status).padEnd(markWidth);
  const shown = Object.entries(facts).map(([fact, value]) => `${fact} ${value}`);
  const indent = ' '.repeat(2 + markWidth);
  return [
    `  ${mark}${name.padEnd(nameWidth)} ${status === 'ok' ? 'works' : outcome.replaceAll('_', ' ')}`,
    ...(status === 'ok' ? [] : [`${indent}${message}`]),
    ...(shown.length === 0 ? [] : [`${indent}${shown.join(' | ')}`]),
    ...(remedy === '' ? [] : [`${indent}-> ${remedy}`]),
  ];
}
