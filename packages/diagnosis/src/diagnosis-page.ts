import { createHash } from 'node:crypto';
import type { Report } from './diagnosis.ts';
import { actionsOf, concernedText, summaryOf } from './diagnosis-summary.ts';
import type { Finding } from './finding.ts';

const style = `
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem; color-scheme: light dark }
table { border-collapse: collapse; width: 100% } th, td { text-align: left; vertical-align: top; padding: .4rem .6rem; border-bottom: 1px solid #8884 }
.failure { color: #b3261e; font-weight: 600 } .warning { color: #8a5a00; font-weight: 600 } .off { opacity: .7 } small { display: block; opacity: .8 }
form { display: grid; gap: .6rem; margin: 1rem 0; max-width: 32rem } input:not([type=checkbox]) { display: block; font: inherit; padding: .3rem; width: 100% }`;

/** The Content-Security-Policy source expression that allows the style sheet of these pages and no other style. */
export const pageStyleSource = `'sha256-${createHash('sha256').update(style).digest('base64')}'`;

/** Formats a report as one HTML page without scripts or links. A browser can show the page without a server. */
export function formatPage(report: Report): string {
  return pageWith(reportMarkup(report));
}

/** Returns a diagnosis page with this markup as its content. The caller must have escaped the content. */
export function pageWith(content: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Assay doctor</title>
<style>${style}</style></head><body>
<h1>Assay doctor</h1>
${content}
</body></html>
`;
}

/** Returns the markup of a report: its summary, the actions for the operator, and a table with a row for each finding. */
export function reportMarkup(report: Report): string {
  const { checkedAt, counts, findings } = report;
  const actions = actionsOf(report);
  const numbers = new Map(actions.map(({ remedy }, index) => [remedy, index + 1]));
  const items = actions.map(
    (action) => `<li>${escapeMarkup(action.remedy)} <small>${escapeMarkup(concernedText(action))}</small></li>`,
  );
  return `<p>Checked at ${escapeMarkup(checkedAt)}: ${counts.failure} failed, ${counts.warning} warnings, ${counts.ok} ok, ${counts.off} off.</p>
<p>${escapeMarkup(summaryOf(report))}</p>
${items.length === 0 ? '' : `<h2>What to do</h2>\n<ol>\n${items.join('\n')}\n</ol>\n<h2>What was found</h2>`}
<table><thead><tr><th scope="col">Kind</th><th scope="col">Name</th><th scope="col">Outcome</th><th scope="col">What to do</th></tr></thead><tbody>
${findings.map((finding) => rowOf(finding, numbers)).join('\n')}
</tbody></table>`;
}

function rowOf(
  { subject, name, status, outcome, message, remedy, facts }: Finding,
  numbers: ReadonlyMap<string, number>,
): string {
  const factTexts = Object.entries(facts).map(([fact, value]) => `${fact} ${value}`);
  const number = numbers.get(remedy);
  return [
    `<tr><td>${escapeMarkup(subject)}</td><th scope="row">${escapeMarkup(name)}</th>`,
    `<td class="${escapeMarkup(status)}">${escapeMarkup(`${status}: ${outcome.replaceAll('_', ' ')}`)}`,
    `<small>${escapeMarkup(message)}</small><small>${escapeMarkup(factTexts.join(' · '))}</small></td>`,
    `<td>${number === undefined ? '' : `see ${number}`}</td></tr>`,
  ].join('');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Returns the text escaped for markup, safe also inside a quoted attribute. */
export function escapeMarkup(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
}
