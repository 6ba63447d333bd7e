import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'assay-live-report-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function report(text: string): string {
  const file = join(folder, 'recordings.json');
  writeFileSync(file, text);
  return execFileSync('node', [join(root, 'scripts', 'live-report.mjs'), file], { encoding: 'utf8' });
}

const fine = { provider: 'kraken', of: 'spot.price', outcome: 'ok', detail: '', file: 'a.json' };

test('the report is empty when every reader read its answer, and lists what was not read', () => {
  const leftOut = { ...fine, provider: 'pyth', of: '', outcome: 'left_out', detail: 'needs a key', file: '' };
  expect(report(JSON.stringify({ recordings: [fine, leftOut] }))).toBe('');
  const broken = { ...fine, of: 'stream kraken', outcome: 'malformed', detail: 'a | b\nc' };
  const text = report(JSON.stringify({ recordings: [fine, broken] }));
  expect(text).toMatch(/^1 of 2 live answers were not read/);
  expect(text).toContain('| kraken | stream kraken | malformed | a \\| b c |');
});

test('a recording that did not run is a report too', () => {
  expect(report('')).toMatch(/could not be recorded/);
});

test('the nightly workflow calls scripts that exist, and keeps its rights small', () => {
  const workflow = parse(readFileSync(join(root, '.github', 'workflows', 'live.yml'), 'utf8')) as {
    readonly permissions: unknown;
    readonly jobs: { readonly record: { readonly steps: readonly { readonly run?: string }[] } };
  };
  expect(workflow.permissions).toEqual({ contents: 'read', issues: 'write' });
  const scripts = workflow.jobs.record.steps.flatMap(({ run = '' }) => run.match(/scripts\/[\w-]+\.mjs/g) ?? []);
  expect(scripts).toEqual(['scripts/assay.mjs', 'scripts/live-report.mjs']);
  scripts.forEach((script) => expect(readFileSync(join(root, script), 'utf8')).not.toBe(''));
});
