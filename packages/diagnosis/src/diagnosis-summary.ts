import type { Report } from './diagnosis.ts';
import type { Finding, FindingStatus } from './finding.ts';

/** What an operator can do about one or more findings. */
export type DiagnosisAction = {
  readonly remedy: string;
  readonly findings: readonly Finding[];
};

/** The statuses of findings in the order of severity, most severe first. */
const graveness: readonly FindingStatus[] = ['failure', 'warning', 'off', 'ok'];
const maxNames = 6;

/**
 * Returns the actions for the findings of a report, in the order of severity. Findings with the same remedy share one
 * action: without internet access, thirty findings may have the same remedy. A report numbers the actions from 1.
 */
export function actionsOf({ findings }: Pick<Report, 'findings'>): readonly DiagnosisAction[] {
  const byRemedy = new Map<string, Finding[]>();
  const sorted = findings.toSorted((a, b) => graveness.indexOf(a.status) - graveness.indexOf(b.status));
  for (const finding of sorted.filter(({ remedy }) => remedy !== '')) {
    byRemedy.set(finding.remedy, [...(byRemedy.get(finding.remedy) ?? []), finding]);
  }
  return [...byRemedy].map(([remedy, concerned]) => ({ remedy, findings: concerned }));
}

/** Returns the names of the findings that an action solves, as text. Lists at most six names and counts the others. */
export function concernedText({ findings }: DiagnosisAction): string {
  const names = [...new Set(findings.map(({ name }) => name))];
  const more = names.length - maxNames;
  return more <= 0 ? names.join(', ') : `${names.slice(0, maxNames).join(', ')} and ${more} more`;
}

/**
 * Returns a report in a sentence for a person: "3 of 17 providers answer (4 are off); ...". A part that is off is not
 * in the total, because it was not checked. A part with a warning counts as working.
 */
export function summaryOf({ findings }: Pick<Report, 'findings'>): string {
  const parts = [
    countText(findings, 'provider', 'providers answer'),
    countText(findings, 'stream', 'streams send'),
    countText(findings, 'node', 'nodes of the chain answer'),
    countText(findings, 'type', 'data types can be served'),
    countText(findings, 'service', 'checks of the cluster passed'),
  ];
  return `${parts.filter((part) => part !== '').join('; ')}.`;
}

function countText(findings: readonly Finding[], subject: Finding['subject'], predicate: string): string {
  // The finding "pyth: signed price" belongs to the provider pyth.
  const nameOf = ({ name }: Finding): string => (subject === 'provider' ? (name.split(':')[0] ?? name) : name);
  const findingsOfSubject = findings.filter((finding) => finding.subject === subject);
  const off = findingsOfSubject.filter(({ status }) => status === 'off').length;
  const configuredNames = new Set(findingsOfSubject.filter(({ status }) => status !== 'off').map(nameOf));
  const failed = new Set(findingsOfSubject.filter(({ status }) => status === 'failure').map(nameOf));
  if (findingsOfSubject.length === 0) {
    return '';
  }
  const count = `${configuredNames.size - failed.size} of ${configuredNames.size} ${predicate}`;
  return off === 0 ? count : `${count} (${off} ${off === 1 ? 'is' : 'are'} off)`;
}
