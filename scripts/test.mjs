import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Runs every jest project and ends with the line "N passed, N failed". Unit tests take all the processor time that they
 * get, and tests of the running system mostly wait, so these two run side by side, the unit tests with a lower priority.
 * The other projects follow one after another. `node scripts/test.mjs unit integration` runs only these two.
 */
const steps = [['unit', 'e2e'], ['integration'], ['faults']];
const lowPriority = { unit: 10 };
const named = process.argv.slice(2);
const unknown = named.filter((project) => !steps.flat().includes(project));
if (unknown.length > 0) {
  process.stderr.write(`no project has the name ${unknown.join(', ')}; the projects are ${steps.flat().join(', ')}\n`);
  process.exit(2);
}
const results = mkdtempSync(join(tmpdir(), 'assay-test-'));
let passed = 0;
let failed = 0;
const failures = [];

for (const step of steps) {
  const projects = step.filter((project) => named.length === 0 || named.includes(project));
  await Promise.all(projects.map(run));
}
rmSync(results, { recursive: true, force: true });

if (failures.length > 0) {
  process.stdout.write(`\nFailed:\n${failures.map((line) => `  ${line}`).join('\n')}\n`);
}
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;

/** Runs a project to its end and adds its results. */
async function run(project) {
  process.stdout.write(`\n== ${project} tests\n`);
  const file = join(results, `${project}.json`);
  const startedAt = Date.now();
  const jest = spawn(process.execPath, ['scripts/jest.mjs', project, '--json', `--outputFile=${file}`], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  setPriority(jest.pid, lowPriority[project] ?? 0);
  const [status] = await once(jest, 'exit');
  count(project, file, status, ((Date.now() - startedAt) / 1000).toFixed(0));
}

/** Adds the results of a project. A file that did not run, and a project without a result, count as failures. */
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
