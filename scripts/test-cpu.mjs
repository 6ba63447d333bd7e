import { spawnSync } from 'node:child_process';
import { join, relative } from 'node:path';

/**
 * Measures the CPU time of each test file of a jest project, most expensive first. Each file runs alone, so the time
 * includes the start of jest and every process that the test starts and waits for. It does not depend on other work on
 * the machine as wall time does.
 *
 *     node scripts/test-cpu.mjs unit|integration|e2e|e2e-long|faults [PATH]
 */
const root = join(import.meta.dirname, '..');
const [project = '', ...paths] = process.argv.slice(2);
const listed = spawnSync(process.execPath, ['scripts/jest.mjs', project, '--listTests', ...paths], {
  cwd: root,
  encoding: 'utf8',
});
if (listed.status !== 0) {
  process.stderr.write(listed.stderr);
  process.exit(2);
}
const files = listed.stdout.split('\n').filter((line) => line.endsWith('.test.ts'));
const rows = files.map(measure).toSorted((a, b) => b.cpuSeconds - a.cpuSeconds);
const total = rows.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
process.stdout.write('| CPU s | wall s | status | file |\n| --- | --- | --- | --- |\n');
for (const { file, cpuSeconds, wallSeconds, status } of rows) {
  const outcome = status === 0 ? 'passed' : `exit ${status}`;
  process.stdout.write(`| ${cpuSeconds.toFixed(1)} | ${wallSeconds.toFixed(1)} | ${outcome} | ${file} |\n`);
}
process.stdout.write(`\n${total.toFixed(0)} s of CPU in ${rows.length} files of ${project}\n`);

/** Runs one file in a shell, whose `times` shows the CPU of all processes that ended under it. */
function measure(path) {
  const file = relative(root, path);
  const startedAt = performance.now();
  const { status, stdout } = spawnSync(
    'bash',
    [
      '-c',
      '"$0" scripts/jest.mjs "$1" --runTestsByPath "$2" >/dev/null 2>&1; s=$?; times; exit $s',
      process.execPath,
      project,
      file,
    ],
    { cwd: root, encoding: 'utf8' },
  );
  const wallSeconds = (performance.now() - startedAt) / 1_000;
  process.stderr.write(`${file}\n`);
  return { file, status, wallSeconds, cpuSeconds: childSeconds(stdout) };
}

/** Returns the CPU seconds of the children in the second line of bash's `times`, such as `0m1.250s 0m0.310s`. */
function childSeconds(times) {
  const line = times.split('\n')[1] ?? '';
  return [...line.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
    0,
  );
}
