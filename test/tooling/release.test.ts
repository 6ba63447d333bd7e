import { expect, test } from '@jest/globals';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

type Workflow = {
  readonly permissions: unknown;
  readonly jobs: Record<
    string,
    {
      readonly permissions?: Record<string, string>;
      readonly 'timeout-minutes'?: number;
      readonly steps: readonly { readonly run?: string; readonly uses?: string }[];
    }
  >;
};
const names = readdirSync(join(root, '.github/workflows'));
const workflows = names.map((name) => [name, parse(read(`.github/workflows/${name}`)) as Workflow] as const);

test.each(workflows)('%s has limits and calls make targets and scripts that exist', (_, { permissions, jobs }) => {
  expect(permissions).toBeDefined();
  const targets = new Set([...read('Makefile').matchAll(/^([a-z-]+):/gm)].map(([, name]) => name));
  for (const job of Object.values(jobs)) {
    expect(job['timeout-minutes']).toBeGreaterThan(0);
    for (const { run = '' } of job.steps) {
      const called = [...run.matchAll(/\bmake ([a-z-]+)/g)].map(([, name]) => name);
      expect(called.filter((name) => !targets.has(name))).toEqual([]);
      const scripts = [...run.matchAll(/(?:scripts\/[\w-]+\.m?[jt]s|\.ci\/run)/g)].map(([path]) => path);
      expect(scripts.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    }
  }
});

test('the release checks everything first, and only its uploads may write', () => {
  const { permissions, jobs } = parse(read('.github/workflows/release.yml')) as Workflow;
  expect(permissions).toEqual({});
  const runs = jobs['packages']?.steps.map(({ run }) => run) ?? [];
  const check = runs.indexOf('make release-check');
  const uploads = runs.flatMap((run, index) => (run?.startsWith('npm publish --provenance') === true ? [index] : []));
  expect(check).toBeGreaterThan(-1);
  expect(uploads).toHaveLength(2);
  expect(uploads.every((index) => index > check)).toBe(true);
  expect(jobs['packages']?.permissions).toEqual({ contents: 'read', 'id-token': 'write' });
});

test('the chart of a release names its images by digest', () => {
  const { jobs } = parse(read('.github/workflows/release.yml')) as Workflow;
  const runs = jobs['chart']?.steps.map(({ run = '' }) => run) ?? [];
  const pinning = runs.findIndex((run) => run.includes('scripts/pin-images.mjs'));
  expect(pinning).toBeGreaterThan(-1);
  expect(runs.findIndex((run) => run.includes('helm package'))).toBeGreaterThan(pinning);
});

test('release-please changes every file that states the version', () => {
  const config = JSON.parse(read('release-please-config.json')) as {
    readonly packages: Record<string, { readonly 'extra-files': readonly { readonly path: string }[] }>;
  };
  const files = config.packages['.']?.['extra-files'].map(({ path }) => path) ?? [];
  const checked = [...read('scripts/release-check.ts').matchAll(/'((?:packages|helm)\/[^':$]+\.\w+)/g)].map(
    ([, path]) => path,
  );
  expect(checked.filter((path) => !files.includes(path ?? ''))).toEqual([]);
  expect(files.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('no page tells a reader to install a package by a name that nobody published', () => {
  const pages = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (path) =>
      /\.(md|ts)$/.test(path) && /^(docs|examples|packages|README)/.test(path) && !/node_modules|dist/.test(path),
  );
  expect(pages.length).toBeGreaterThan(50);
  const pagesWithInstalls = pages.filter((path) => /(npm (i|install|add)|npx( -y)?) "?@assay\//.test(read(path)));
  expect(pagesWithInstalls).toEqual([]);
});
