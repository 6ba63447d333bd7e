import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Runs jest projects and ends with the line "N passed, N failed". The projects run one after another, because all but the
 * first start real servers. Without arguments it runs the projects that guard every change. With `all` it also runs those
 * that need a browser, kill processes or take minutes. `node scripts/test.mjs unit integration` runs these two alone.
 */
const guards = ['unit', 'integration', 'e2e'];
const slowProjects = ['e2e-long', 'faults'];
const named = process.argv.slice(2);
const projects = named.length === 0 ? guards : named[0] === 'all' ? [...guards, ...slowProjects] : named;
const results = mkdtempSync(join(tmpdir(), 'assay-test-'));
let passed = 0;
let failed = 0;
const failures = [];

for (const project of projects) {
  process.stdout.write(`\n== ${project} tests\n`);
  const file = join(results, `${project}.json`);
  const startedAt = Date.now();
  const run = spawnSync(process.execPath, ['scripts/jest.mjs', project, '--json', `--outputFile=${file}`], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(0);
  count(project, file, run.status, seconds);
}
rmSync(results, { recursive: true, force: true });

if (failures.length > 0) {
  process.stdout.write(`\nFailed:\n${failures.map((line) => `  ${line}`).join('\n')}\n`);
}
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;

/** Adds the results of a project. A file that did not run and a project without results count as failures. */
function count(project, file, status, seconds) {
  let results;
  try {
    results = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    failed += 1;
    failures.push(`${project}: jest exited with ${status} and wrote no result (${error.message})`);
    return;
  }
  passed += results.numPassedTests;
  failed += results.numFailedTests;
  for (const suite of results.testResults) {
    const failedTests = suite.assertionResults.filter((test) => test.status === 'failed');
    failures.push(...failedTests.map((test) => `${project}: ${test.fullName}`));
    if (suite.status === 'failed' && failedTests.length === 0) {
      failed += 1;
      failures.push(`${project}: ${suite.name} did not run`);
    }
  }
  if (results.numTotalTests === 0 || (status !== 0 && results.success)) {
    failed += 1;
    failures.push(`${project}: ${results.numTotalTests === 0 ? 'no test ran' : `jest exited with ${status}`}`);
  }
  process.stdout.write(
    `== ${project}: ${results.numPassedTests} passed, ${results.numFailedTests} failed in ${seconds} s\n`,
  );
}
