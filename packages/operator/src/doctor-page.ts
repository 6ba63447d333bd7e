import type { Finding } from '@assay/service/finding';
import type { Report } from './doctor.ts';

const style = `
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem; color-scheme: light dark }
table { border-collapse: collapse; width: 100% } th, td { text-align: left; vertical-align: top; padding: .4rem .6rem; border-bottom: 1px solid #8884 }
.failure { color: #b3261e; font-weight: 600 } .warning { color: #8a5a00; font-weight: 600 } .off { opacity: .7 } small { display: block; opacity: .8 }`;

/**
 * Formats a report as one page without scripts or links, for a browser. It needs no server, so that no page that faces the
 * internet gets the rights of an operator.
 */
export function formatPage({ checkedAt, counts, findings }: Report): string {
  const rows = findings.map(rowOf).join('\n');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Assay doctor</title>
<style>${style}</style></head><body>
<h1>Assay doctor</h1>
<p>Checked at ${escapeMarkup(checkedAt)}: ${counts.failure} failed, ${counts.warning} warnings, ${counts.ok} ok, ${counts.off} off.</p>
<table><thead><tr><th scope="col">Kind</th><th scope="col">Name</th><th scope="col">Outcome</th><th scope="col">What to do</th></tr></thead><tbody>
${rows}
</tbody></table></body></html>
`;
}

function rowOf({ subject, name, status, outcome, message, remedy, facts }: Finding): string {
  const shown = Object.entries(facts).map(([fact, value]) => `${fact} ${value}`);
  return [
    `<tr><td>${escapeMarkup(subject)}</td><th scope="row">${escapeMarkup(name)}</th>`,
    `<td class="${escapeMarkup(status)}">${escapeMarkup(`${status}: ${outcome.replaceAll('_', ' ')}`)}`,
    `<small>${escapeMarkup(message)}</small><small>${escapeMarkup(shown.join(' · '))}</small></td>`,
    `<td>${escapeMarkup(remedy)}</td></tr>`,
  ].join('');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeMarkup(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
}
