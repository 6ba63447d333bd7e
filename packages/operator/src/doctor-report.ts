import type { Report } from '@assay/diagnosis/diagnosis';
import { actionsOf, concernedText, summaryOf } from '@assay/diagnosis/diagnosis-summary';
import type { Finding } from '@assay/diagnosis/finding';
import { plainScreen, type Screen, type TextStyle } from './output.ts';

const marks: Readonly<Record<string, string>> = { ok: 'ok', off: 'off', warning: 'warn', failure: 'FAIL' };
const styles: Readonly<Record<string, TextStyle>> = { ok: 'green', off: 'dim', warning: 'yellow', failure: 'red' };
const titles: readonly (readonly [string, string])[] = [
  ['provider', 'Providers'],
  ['stream', 'Streams'],
  ['node', 'Nodes of the chain'],
  ['type', 'Data types'],
  ['service', 'The cluster'],
];
const markWidth = 6;
const nameWidth = 28;

/**
 * Formats a report for a person: one line for each finding with its facts, the actions for the operator, and a summary as
 * the last line. Findings can share a remedy, so remedies are numbered and each finding shows the number.
 */
export function formatReport(report: Report, screen = plainScreen): string {
  const actions = actionsOf(report);
  const numbers = new Map(actions.map(({ remedy }, index) => [remedy, index + 1]));
  const sections = titles.flatMap(([subject, title]) => {
    const findings = report.findings.filter((finding) => finding.subject === subject);
    return findings.length === 0
      ? []
      : ['', screen.paint('bold', title), ...findings.flatMap((finding) => linesOf(finding, numbers, screen))];
  });
  const remedies = actions.flatMap((action, index) => [
    `  ${`${index + 1}.`.padEnd(markWidth)}${action.remedy}`,
    `${indent}(${concernedText(action)})`,
  ]);
  const { ok, off, warning, failure } = report.counts;
  const counts = `${failure} failed, ${warning} warnings, ${ok} ok, ${off} off`;
  const verdict = report.ok ? `Nothing that is configured failed: ${counts}.` : `Failed: ${counts}.`;
  return [
    ...sections,
    ...(remedies.length === 0 ? [] : ['', screen.paint('bold', 'What to do'), ...remedies]),
    '',
    screen.paint(report.ok ? 'green' : 'red', verdict),
    summaryOf(report),
  ].join('\n');
}

const indent = ' '.repeat(2 + markWidth);

function linesOf(
  { subject, name, status, outcome, message, remedy, facts }: Finding,
  numbers: ReadonlyMap<string, number>,
  { paint }: Screen,
): string[] {
  const mark = paint(styles[status] ?? 'bold', (marks[status] ?? status).padEnd(markWidth));
  const factTexts = Object.entries(facts).map(([fact, value]) => `${fact} ${value}`);
  const number = numbers.get(remedy);
  // The message of a source begins with the source's name, which the line shows already.
  const textAfterName =
    subject !== 'service' && message.startsWith(`${name} `) ? message.slice(name.length + 1) : message;
  const text = status === 'ok' ? 'works' : textAfterName === '' ? outcome.replaceAll('_', ' ') : textAfterName;
  return [
    `  ${mark}${name.padEnd(nameWidth)} ${text}${number === undefined ? '' : ` (see ${number})`}`,
    ...(factTexts.length === 0 ? [] : [`${indent}${factTexts.join(' | ')}`]),
  ];
}
