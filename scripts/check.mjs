import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Runs every check to the end, so that one run shows every problem. Fails when any check failed. */
const generated = ['packages/client/src/gen', 'packages/mcp/src/gen', 'docs/reference', 'helm/assay/README.md'];
const checks = {
  types: () => run('npm', ['run', '--silent', 'types']),
  lint: () => run('npm', ['run', '--silent', 'lint']),
  formatting: () => run('npm', ['run', '--silent', 'format:check']),
  'unused code': () => run('npm', ['run', '--silent', 'unused']),
  'protos: lint': () => run('npm', ['run', '--silent', 'lint:protos']),
  'protos: no breaking change': checkBreaking,
  'two clocks': () => run('node', ['scripts/clocks.mjs']),
  vocabulary: () => run('node', ['scripts/vocabulary.mjs']),
  'import cycles between folders': () => run('node', ['scripts/folder-cycles.mjs', ...foldersOfFolders()]),
  'generated files': checkGenerated,
  'published packages': () => run('node', ['scripts/check-client.mjs']),
};

const failed = [];
for (const [name, check] of Object.entries(checks)) {
  const startedAt = performance.now();
  const { ok, output } = check();
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  process.stdout.write(`${ok ? 'ok     ' : 'FAILED '} ${name} (${seconds} s)\n`);
  if (!ok) {
    failed.push(name);
  }
  if (output !== '' && (!ok || name.startsWith('protos') || name.startsWith('published'))) {
    process.stdout.write(`${output}\n`);
  }
}
if (failed.length > 0) {
  process.stdout.write(`\nchecks that failed: ${failed.join(', ')}\n`);
  process.exitCode = 1;
}

function run(command, args) {
  const result = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  const output = `${result.stdout ?? ''}${result.stderr ?? ''}`.trim();
  return { ok: result.status === 0, output: result.error === undefined ? output : result.error.message };
}

/** Returns every source folder that contains subfolders. The subfolders of each must not import each other in a circle. */
function foldersOfFolders() {
  return ['packages', 'services', 'research']
    .flatMap((group) => readdirSync(group).map((name) => join(group, name, 'src')))
    .filter(existsSync)
    .flatMap((source) => [
      source,
      ...readdirSync(source, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isDirectory() && !/(^|\/)gen(\/|$)/.test(join(entry.parentPath, entry.name)))
        .map((entry) => join(entry.parentPath, entry.name)),
    ]);
}

/**
 * Checks the protos for changes that break older replicas. Compares them with the commit at which this branch left
 * main; on main itself, with the previous commit.
 */
function checkBreaking() {
  const base =
    firstCommit([
      ['merge-base', 'HEAD', 'origin/main'],
      ['merge-base', 'HEAD', 'main'],
    ]) ?? parent();
  if (base === undefined) {
    return { ok: true, output: '  skipped: this clone holds no earlier commit' };
  }
  return run('npx', ['--no-install', 'buf', 'breaking', 'protos', '--against', `.git#ref=${base},subdir=protos`]);
}

function firstCommit(commands) {
  const head = git(['rev-parse', 'HEAD']);
  return commands.map(git).find((commit) => commit !== undefined && commit !== head);
}

function parent() {
  return git(['rev-parse', '--verify', '--quiet', 'HEAD~1']);
}

function git(args) {
  const result = spawnSync('git', args, { encoding: 'utf8' });
  return result.status === 0 ? result.stdout.trim() : undefined;
}

/**
 * Generates the files in place and compares them with the files before. A file that changed was stale, and is now ready
 * to be committed.
 */
function checkGenerated() {
  const before = digest();
  const result = run('npm', ['run', '--silent', 'generate']);
  if (!result.ok) {
    return result;
  }
  const after = digest();
  const stale = [...new Set([...before.keys(), ...after.keys()])].filter(
    (file) => before.get(file) !== after.get(file),
  );
  return {
    ok: stale.length === 0,
    output: stale.map((file) => `  was stale and is now up to date: ${file}`).join('\n'),
  };
}

function digest() {
  const files = generated
    .filter(existsSync)
    .flatMap((path) =>
      statSync(path).isDirectory() ? readdirSync(path, { recursive: true }).map((name) => join(path, name)) : [path],
    );
  return new Map(
    files
      .filter((file) => statSync(file).isFile())
      .map((file) => [file, createHash('sha256').update(readFileSync(file)).digest('hex')]),
  );
}
