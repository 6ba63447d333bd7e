import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { createProgram } from './commands.ts';
import { plainScreen } from './output.ts';
import { formatReport } from './doctor-report.ts';
import { formatPage } from '@assay/diagnosis/diagnosis-page';
import type { Report } from '@assay/diagnosis/diagnosis';
import type { Finding } from '@assay/diagnosis/finding';

const failed: Finding = {
  subject: 'provider',
  name: 'kraken',
  status: 'failure',
  outcome: 'key_refused',
  message: 'kraken refuses <us>',
  remedy: 'Check the key.',
  facts: { latency: '20 ms', reachable: 'yes' },
};
const works: Finding = { ...failed, subject: 'node', name: 'a', status: 'ok', outcome: 'ok', message: '', remedy: '' };
const report: Report = {
  checkedAt: '2026-11-27T00:00:00.000Z',
  ok: false,
  counts: { ok: 1, off: 0, warning: 0, failure: 1 },
  findings: [failed, works],
};

test('the report has a line for each finding, its facts, what to do about it, and a summary at the end', () => {
  const text = formatReport(report);
  expect(text).toMatch(/Providers\n +FAIL +kraken +refuses <us> \(see 1\)\n +latency 20 ms \| reachable yes\n/);
  expect(text).toMatch(/Nodes of the chain\n +ok +a +works/);
  expect(text).toMatch(/What to do\n +1\. +Check the key\.\n +\(kraken\)\n/);
  expect(text).toMatch(
    /Failed: 1 failed, 0 warnings, 1 ok, 0 off\.\n0 of 1 providers answer; 1 of 1 nodes of the chain answer\.$/,
  );
});

test('a remedy that many findings have is printed once', () => {
  const findings = Array.from({ length: 30 }, (_, index) => ({ ...failed, name: `p${index}` }));
  const many = { ...report, findings };
  for (const text of [formatReport(many), formatPage(many)]) {
    expect(text.split('Check the key.')).toHaveLength(2);
    expect(text).toContain('p0, p1, p2, p3, p4, p5 and 24 more');
  }
});

test('the page escapes what it shows and has neither scripts nor links', () => {
  const page = formatPage(report);
  expect(page).toContain('kraken refuses &lt;us&gt;');
  expect(page).not.toMatch(/<script|href=|src=/);
});

test('services that do not answer are failures with a remedy, and the command fails after it printed all of them', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'assay-doctor-'));
  const lines: string[] = [];
  const printedLines: string[] = [];
  // Port 1, because no program listens there.
  const program = createProgram({
    endpoints: () => ({
      billingAddress: '127.0.0.1:1',
      engineAddress: '127.0.0.1:1',
      adminToken: 'an-operators-token',
    }),
    screen: plainScreen,
    progress: (line) => printedLines.push(line),
    print: (line) => lines.push(line),
  });
  try {
    const file = join(directory, 'page.html');
    const run = program.parseAsync(['node', 'assay', 'doctor', '--json', '--html', file]);
    await expect(run).rejects.toThrow('5 of the configured parts failed');
    const { ok, findings } = JSON.parse(lines.join('')) as Report;
    expect({ ok, outcomes: findings.map(({ outcome }) => outcome) }).toEqual({
      ok: false,
      outcomes: Array.from({ length: 5 }, () => 'no_answer'),
    });
    expect(findings.every(({ message, remedy }) => message.includes('does not answer') && remedy !== '')).toBe(true);
    expect(printedLines[0]).toContain('providers and streams');
    expect(readFileSync(file, 'utf8')).toContain('no answer');
  } finally {
    rmSync(directory, { recursive: true });
  }
}, 60_000);
