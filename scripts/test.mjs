import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Runs every jest project, one after another since all but the first start real servers, and ends with one line that
 * sums them up. `node scripts/test.mjs unit integration` runs those projects alone.
 */
const all = ['unit', 'integration', 'e2e', 'faults'];
const wanted = process.argv.slice(2);
const projects = wanted.length === 0 ? all : wanted;
const results = mkdtempSync(join(tmpdir(), 'assay-test-'));
let passed = 0;
let failed = 0;
const failures = [];

for (const project of projects) {
  process.stdout.write(`\n== ${project} tests\n`);
  const file = join(results, `${project}.json`);
  const startedAt = Date.now();
  const run = spawnSync(
    process.execPath,
    [
      '--experimental-vm-modules',
      '--no-warnings=ExperimentalWarning',
      'node_modules/jest/bin/jest.js',
      '--selectProjects',
      project,
      ...(project === 'unit' ? [] : ['--runInBand']),
      '--json',
      `--outputFile=${file}`,
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(0);
  count(project, file, run.status, seconds);
}
rmSync(results, { recursive: true, force: true });

if (failures.length > 0) {
  process.stdout.write(`\nFailed:\n${failures.map((line) => `  ${line}`).join('\n')}\n`);
}
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;

/** A file that could not be run, or a project without a result, is a failure even where no test of it is known. */
function count(project, file, status, seconds) {
  let report;
  try {
    report = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    failed += 1;
    failures.push(`${project}: jest ended with ${status} and without a result (${error.message})`);
    return;
  }
  passed += report.numPassedTests;
  failed += report.numFailedTests;
  for (const suite of report.testResults) {
    const failedTests = suite.assertionResults.filter((test) => test.status === 'failed');
    failures.push(...failedTests.map((test) => `${project}: ${test.fullName}`));
    if (suite.status === 'failed' && failedTests.length === 0) {
      failed += 1;
      failures.push(`${project}: ${suite.name} could not be run`);
    }
  }
  if (report.numTotalTests === 0 || (status !== 0 && report.success)) {
    failed += 1;
    failures.push(`${project}: ${report.numTotalTests === 0 ? 'no test ran' : `jest ended with ${status}`}`);
  }
  process.stdout.write(
    `== ${project}: ${report.numPassedTests} passed, ${report.numFailedTests} failed in ${seconds} s\n`,
  );
}
