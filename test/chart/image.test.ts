import { expect, test } from '@jest/globals';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { podsOf, readVariants, root } from './support/chart.ts';

const dockerfile = readFileSync(join(root, 'deploy/Dockerfile'), 'utf8');
const installation = readFileSync(join(root, 'deploy/image/install-production.mjs'), 'utf8');

/** The stages of the Dockerfile by name; the last one has no name. */
const stages = new Map(
  dockerfile.split(/^FROM /m).map((text) => [/^\S+ AS (\w+)$/m.exec(text)?.[1] ?? '', text] as const),
);
/** The paths that the image copies from the repository. */
const copied = [...(stages.get('production') ?? '').matchAll(/^COPY --from=build (.+) \S+$/gm)]
  .flatMap(([, sources = '']) => sources.split(' '))
  .map((source) => source.replace('/build/', ''));
/** Names of files and folders that the image removes from each package and service. */
const removed: readonly string[] =
  /for \(const unused of \[([^\]]+)\]/.exec(installation)?.[1]?.match(/[\w.-]+/g) ?? [];
/** Lines of .dockerignore for files that the build stage does not need, or creates itself. */
const ignored = readFileSync(join(root, '.dockerignore'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));

const isInImage = (path: string): boolean =>
  copied.some((source) => path === source || path.startsWith(`${source}/`)) &&
  !removed.includes(path.split('/')[2] ?? '') &&
  !ignored.some((line) => path === line || path.startsWith(`${line}/`));

/**
 * The folders of all packages and services, relative to the repository's root. A folder without a manifest does not
 * count. In an old checkout, such a folder contains only the build output of a package that was removed.
 */
const workspaces = ['packages', 'services']
  .flatMap((group) => readdirSync(join(root, group)).map((name) => `${group}/${name}`))
  .filter((path) => existsSync(join(root, path, 'package.json')));

test('the image has every package and service of the repository', () => {
  expect(workspaces.length).toBeGreaterThan(15);
  expect(workspaces.filter((path) => !isInImage(path))).toEqual([]);
});

test('the image has every file that a service or a package reads beside its code', () => {
  const files = workspaces
    // The package of the design has styles and a typeface, and no code.
    .filter((path) => existsSync(join(root, path, 'src')))
    .flatMap((path) =>
      readdirSync(join(root, path, 'src'), { recursive: true }).map((file) => `${path}/src/${String(file)}`),
    )
    .filter((file) => /(?<!\.test)\.ts$/.test(file) && !file.includes('/testing/'));
  const filesRead = files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return [...text.matchAll(/new URL\('(\.\.\/[^']+)', import\.meta\.url\)/g)].map(([, to = '']) =>
      relative(root, resolve(root, dirname(file), to)),
    );
  });
  expect(filesRead).toEqual(
    expect.arrayContaining([
      'services/billing/migrations',
      'services/dashboard/dist-web',
      'services/resolver/data',
      'services/resolver/model/embedded.model',
      'protos',
    ]),
  );
  expect(filesRead.filter((path) => !isInImage(path))).toEqual([]);
});

test('the image has no research, which holds the corpora', () => {
  expect(ignored).toContain('research');
  expect(isInImage('research/resolver/corpora/personas.jsonl')).toBe(false);
});

test('the programs that the chart and compose start are in the image', () => {
  const pods = [...readVariants().values()].flatMap((objects) => podsOf(objects));
  const args = pods.flatMap(({ spec }) => spec.containers.flatMap((container) => container.args ?? []));
  const text = [readFileSync(join(root, 'docker-compose.yml'), 'utf8'), ...args].join('\n');
  const programs = new Set(text.match(/\b(services|packages|deploy)\/[\w/-]+\.m?js\b/g));
  expect(programs.size).toBeGreaterThan(8);
  for (const program of programs) {
    const source = program.replace('/dist/', '/src/').replace(/\.js$/, '.ts');
    const exists = existsSync(join(root, source));
    expect({ program, exists, isInImage: isInImage(program) }).toEqual({ program, exists: true, isInImage: true });
  }
});

test('the image runs as its own user, from a base pinned by an argument, with a health check and labels', () => {
  const final = stages.get('') ?? '';
  expect(final).toMatch(/^scratch$/m);
  expect(final).toMatch(/^USER 10001:10001$/m);
  expect(final).toMatch(/^HEALTHCHECK /m);
  expect(final).toContain('org.opencontainers.image.revision');
  expect(dockerfile).toMatch(/^ARG NODE_IMAGE=docker\.io\/library\/node:24/m);
  expect(installation).toContain("bomFormat: 'CycloneDX'");
});
