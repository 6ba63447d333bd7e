import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { metrics, openApi, protos, variables } from './contract/static.mjs';
import { copyWorkingTree, exportCommit, run } from './contract/trees.mjs';

/**
 * Compares the public contract of the working tree with that of a commit: the OpenAPI document, the database, protos,
 * metrics and settings. Then runs the commit's end-to-end tests against the system of the working tree. Prints every
 * difference, and exits with 1 when there is one.
 *
 *     node scripts/compare-contract.mjs COMMIT [openapi|protos|metrics|variables|settings|database|e2e ...]
 */
const root = join(import.meta.dirname, '..');
const [commit, ...only] = process.argv.slice(2);
const comparisons = {
  openapi: (base) => differences(openApi(base), openApi(root)),
  protos: (base) => differences(protos(base), protos(root)),
  metrics: (base) => differences(metrics(base), metrics(root)),
  variables: (base) => differences(variables(base), variables(root)),
  settings: (base) => differences(describe('config', base), describe('config', root)),
  database: (base) => differences(describe('database', base), describe('database', root)),
  e2e: (base, folder) => failuresOfOldTests(base, folder),
};

if (commit === undefined || only.some((name) => !(name in comparisons))) {
  process.stderr.write(`usage: node scripts/compare-contract.mjs COMMIT [${Object.keys(comparisons).join('|')} ...]\n`);
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), 'assay-compare-'));
try {
  const base = join(folder, 'base');
  exportCommit(root, commit, base);
  for (const [name, compare] of Object.entries(comparisons).filter(
    ([key]) => only.length === 0 || only.includes(key),
  )) {
    const found = compare(base, folder);
    process.stdout.write(`== ${name}: ${found.length === 0 ? 'no difference' : `${found.length} differences`}\n`);
    process.stdout.write(found.map((line) => `${line}\n`).join(''));
    process.exitCode = found.length === 0 ? (process.exitCode ?? 0) : 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Compares two tables of names and definitions. Lists changed and removed names first, then added ones. */
function differences(before, after) {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted();
  const changed = names.filter((name) => name in before && before[name] !== after[name]);
  const added = names.filter((name) => !(name in before));
  return [
    ...changed.map((name) =>
      [`  ${name}`, `    - ${before[name]}`, ...(name in after ? [`    + ${after[name]}`] : [])].join('\n'),
    ),
    ...added.map((name) => `  added ${name}: ${after[name]}`),
  ];
}

/**
 * Runs one of the programs in scripts/contract/ on a tree, with that tree's own code. The program describes one part of
 * the contract, such as the database.
 */
function describe(what, tree) {
  const program = join(root, `scripts/contract/describe-${what}.ts`);
  const result = run(process.execPath, ['--conditions=@assay/source', program, tree], root);
  if (result.status !== 0) {
    throw new Error(`describe-${what} failed on ${tree}:\n${result.stdout}${result.stderr}`);
  }
  return JSON.parse(result.stdout);
}

/**
 * Copies the working tree and builds it, then runs the end-to-end tests of the commit in the copy. Returns the tests
 * that failed. The copy gets the commit's documentation, because tests run its snippets. A test that imports a moved
 * file cannot run.
 */
function failuresOfOldTests(base, folder) {
  const current = join(folder, 'current');
  copyWorkingTree(root, current);
  for (const path of ['test/e2e', 'docs', 'README.md', 'examples']) {
    rmSync(join(current, path), { recursive: true, force: true });
    if (existsSync(join(base, path))) {
      cpSync(join(base, path), join(current, path), { recursive: true });
    }
  }
  const built = run('npm', ['run', '--silent', 'build'], current);
  if (built.status !== 0) {
    return [`  the build failed:\n${built.stdout}${built.stderr}`];
  }
  const results = join(folder, 'e2e.json');
  run(process.execPath, ['scripts/jest.mjs', 'e2e', '--json', `--outputFile=${results}`], current, { stdio: 'ignore' });
  return JSON.parse(readFileSync(results, 'utf8')).testResults.flatMap((suite) => {
    const file = suite.name.slice(suite.name.indexOf('test/e2e/'));
    const failed = suite.assertionResults.filter(({ status }) => status === 'failed');
    return failed.length === 0 && suite.status === 'failed'
      ? [`  ${file} did not run:\n${indent(suite.message)}`]
      : failed.map(({ fullName, failureMessages }) => `  ${file}: ${fullName}\n${indent(failureMessages.join('\n'))}`);
  });
}

function indent(text) {
  return stripVTControlCharacters(text)
    .split('\n')
    .slice(0, 20)
    .map((line) => `      ${line}`)
    .join('\n');
}
