import { expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { metricNames, readDashboards, readExpressions, readRules } from './support/expressions.ts';

const root = join(import.meta.dirname, '..', '..');
const alerts = readRules().filter(({ alert }) => alert !== undefined);

/** Returns the anchors of a page. GitHub makes them from the headings. */
function anchorsOf(page: string): ReadonlySet<string> {
  const headings = readFileSync(join(root, page), 'utf8').matchAll(/^#{1,6} (.+)$/gm);
  return new Set(
    [...headings].map(([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(/[^\w\- ]/g, '')
        .replaceAll(' ', '-'),
    ),
  );
}

test('every alert names a section of a page that exists, a severity and a summary', () => {
  expect(alerts.length).toBeGreaterThan(20);
  for (const { alert, labels, annotations } of alerts) {
    const [page = '', anchor = ''] = (annotations?.['runbook'] ?? '').split('#');
    expect({ alert, exists: existsSync(join(root, page)) && anchorsOf(page).has(anchor) }).toEqual({
      alert,
      exists: true,
    });
    expect({ alert, severity: labels?.['severity'] }).toEqual({
      alert,
      severity: expect.stringMatching(/^(page|ticket)$/),
    });
    expect(annotations?.['summary']).toMatch(/\.$/);
  }
});

test('every expression of a rule or a dashboard is PromQL and names its metrics', () => {
  for (const expression of readExpressions()) {
    expect({ where: expression.where, names: metricNames(expression) }).toEqual({
      where: expression.where,
      names: expect.not.arrayContaining(['']),
    });
  }
});

test('every recorded series that a rule or a dashboard uses is recorded', () => {
  const recorded = new Set(readRules().map(({ record }) => record));
  const used = readExpressions()
    .flatMap(metricNames)
    .filter((name) => name.includes(':'));
  expect(used.filter((name) => !recorded.has(name))).toEqual([]);
});

test('dashboards have distinct ids and titles, and every panel has a title and a unit', () => {
  const dashboards = readDashboards();
  expect(dashboards.map(({ uid }) => `${uid}.json`)).toEqual(dashboards.map(({ file }) => file));
  expect(new Set(dashboards.map(({ title }) => title)).size).toBe(dashboards.length);
  for (const { panels } of dashboards) {
    expect(panels.filter(({ title }) => title === '')).toEqual([]);
  }
});

const ruleFolder = join(root, 'deploy', 'observability', 'prometheus');
const promtoolTests = readdirSync(ruleFolder).filter((file) => file.endsWith('.test.yaml'));

type PromtoolTest = {
  readonly alert_rule_test?: readonly { readonly alertname: string; readonly exp_alerts?: readonly unknown[] }[];
};

test('every alert fires in a test for promtool', () => {
  const cases = promtoolTests.flatMap(
    (file) =>
      (parse(readFileSync(join(ruleFolder, file), 'utf8')) as { readonly tests: readonly PromtoolTest[] }).tests,
  );
  const firing = new Set(
    cases.flatMap(({ alert_rule_test: checks = [] }) =>
      checks.flatMap(({ alertname, exp_alerts: expected = [] }) => (expected.length > 0 ? [alertname] : [])),
    ),
  );
  expect(alerts.map(({ alert = '' }) => alert).filter((alert) => !firing.has(alert))).toEqual([]);
});

// "make test-programs" installs promtool.
test('alerts fire and stay silent as the tests for promtool say', () => {
  const result = spawnSync('promtool', ['test', 'rules', ...promtoolTests], { cwd: ruleFolder, encoding: 'utf8' });
  expect({ status: result.status, output: result.stdout + result.stderr }).toMatchObject({ status: 0 });
}, 300_000);
