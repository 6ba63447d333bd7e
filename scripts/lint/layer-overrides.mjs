import { existsSync, readdirSync } from 'node:fs';
import { edges, examples, folders, packages, research, services, transports } from './layers.mjs';

const parts = { ...packages, ...services };
const researchPackages = Object.keys(research).map((name) => `${name}-research`);
const tests = ['**/*.test.ts', '**/testing/**'];
const hint = 'The layers are in scripts/lint/layers.mjs.';

/**
 * Returns the linter's overrides that enforce the layers: which files must not import which modules. Throws an error that
 * names the paths when the table and the repository disagree.
 * @param root URL of the repository, with a trailing slash.
 */
export function layerOverrides(root) {
  failOnUnknownPaths(root);
  return [
    ...Object.entries(packages).flatMap(([name, allowed]) => partOverrides('packages', name, allowed)),
    ...Object.entries(services).flatMap(([name, allowed]) => partOverrides('services', name, allowed)),
    ...Object.entries(research).map(([name, allowed]) =>
      restrict([`research/${name}/src/**`], [...partPatterns(allowed), testingPattern()]),
    ),
    ...Object.entries(research).map(([name, allowed]) =>
      restrict([`research/${name}/src/**/*.test.ts`], partPatterns([...allowed, 'rpc'])),
    ),
    restrict(['examples/**'], partPatterns(examples)),
  ];
}

/** Returns the overrides of one package or service. The linter applies the last override that matches a file. */
function partOverrides(group, name, allowed) {
  const source = `${group}/${name}/src`;
  const partFolders = Object.entries(folders[name] ?? {});
  const noTransports = group === 'services' ? [transportPattern([])] : [];
  return [
    restrict([`${source}/**`], [...partPatterns(allowed), testingPattern(), ...noTransports]),
    ...partFolders.map(([folder]) =>
      restrict(
        [`${source}/${folder}/**`],
        [...partPatterns(allowed), testingPattern(), ...noTransports, ...folderPatterns(name, folder)],
      ),
    ),
    ...Object.entries(edges)
      .filter(([file]) => file.startsWith(`${source}/`))
      .map(([file, libraries]) =>
        restrict(
          [file],
          [
            ...partPatterns(allowed),
            testingPattern(),
            transportPattern(libraries),
            ...folderPatterns(name, folderOf(file)),
          ],
        ),
      ),
    // Tests may start real servers with @assay/stack and connect to them.
    restrict(
      tests.map((pattern) => `${source}/${pattern}`),
      partPatterns([...allowed, 'stack']),
    ),
  ];
}

function restrict(files, patterns) {
  return { files, rules: { 'no-restricted-imports': ['error', { patterns }] } };
}

/** Returns patterns that forbid services, packages that are not allowed, and imports of another part by its path. */
function partPatterns(allowed) {
  const forbidden = [...Object.keys(parts), ...researchPackages].filter((name) => !allowed.includes(name));
  return [
    {
      regex: `^@assay/(${forbidden.join('|')})(/|$)`,
      message: `This layer may import ${allowed.join(', ') || 'no package of ours'}. ${hint}`,
    },
    {
      regex: '^(\\.\\./)+([a-z-]+/)+(src|dist)/',
      message: 'Import another package by its name, @assay/<package>/<file>. Only research imports a service.',
    },
  ];
}

function testingPattern() {
  return { regex: '(^|/)testing/', message: 'Only tests import from a testing folder.' };
}

function transportPattern(libraries) {
  const forbidden = transports.filter((library) => !libraries.includes(library));
  return {
    regex: `^(${forbidden.join('|')})$`,
    message: `Take functions and know no transport, or name this file as an edge. ${hint}`,
  };
}

/**
 * Returns patterns that forbid a folder of a service two kinds of imports. One is main.ts, which composes the folders;
 * the others are folders that the table does not list for it.
 */
function folderPatterns(name, folder) {
  const order = folders[name] ?? {};
  const allowed = order[folder];
  if (allowed === undefined) {
    return [];
  }
  const forbidden = Object.keys(order).filter((other) => other !== folder && !allowed.includes(other));
  return [
    {
      regex: `^(\\.\\./)+(${[...forbidden.map((other) => `${other}/`), 'main\\.ts$'].join('|')})`,
      message: `${folder} may import ${allowed.join(', ') || 'no folder beside it'}. ${hint}`,
    },
  ];
}

function folderOf(file) {
  return file.split('/')[3];
}

/**
 * Throws when the table names a path that does not exist, or lacks a package or service. Otherwise the linter would
 * silently not check that part.
 */
function failOnUnknownPaths(root) {
  const exists = (path) => existsSync(new URL(path, root));
  const named = [
    ...Object.keys(packages).map((name) => `packages/${name}`),
    ...Object.keys(services).map((name) => `services/${name}`),
    ...Object.keys(research).map((name) => `research/${name}`),
    ...Object.entries(folders).flatMap(([name, order]) =>
      Object.keys(order).map((folder) => `services/${name}/src/${folder}`),
    ),
    ...Object.keys(edges),
  ];
  const present = ['packages', 'services', 'research'].flatMap((group) =>
    readdirSync(new URL(group, root), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && exists(`${group}/${entry.name}/package.json`))
      .map((entry) => `${group}/${entry.name}`),
  );
  const problems = [
    ...named.filter((path) => !exists(path)).map((path) => `${path} does not exist`),
    ...present.filter((path) => !named.includes(path)).map((path) => `${path} is not in the table`),
  ];
  if (problems.length > 0) {
    throw new Error(`scripts/lint/layers.mjs: ${problems.join('; ')}`);
  }
}
