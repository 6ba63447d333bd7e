import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { projectOf } from './test-project.mjs';

/**
 * Runs one test file many times while other processes use all cores. Prints each run that fails with its output, and ends
 * with the number of failures. A file that fails once in 200 runs is not stable.
 *
 *     FILE=packages/stack/src/poll.test.ts N=200 node scripts/test-stability.mjs
 *
 * LOAD is the number of processes that compute meanwhile; two for each core when absent.
 */
const root = join(import.meta.dirname, '..');
const file = process.env.FILE ?? '';
const runs = positive('N', 200);
const load = positive('LOAD', 2 * availableParallelism(), 0);
if (!file.endsWith('.test.ts') || !existsSync(join(root, file))) {
  fail(`FILE must be the path of a test file, such as packages/stack/src/poll.test.ts, not "${file}"`);
}
const project = projectOf(file);
const busy = Array.from({ length: load }, () =>
  spawn(process.execPath, ['--eval', 'for (;;) {}'], { stdio: 'ignore' }),
);
const end = () => busy.forEach((child) => child.kill('SIGKILL'));
process.on('exit', end);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => process.exit(130));
}
const seconds = [];
let failures = 0;
for (let run = 1; run <= runs; run += 1) {
  const startedAt = performance.now();
  const result = await runOnce();
  seconds.push((performance.now() - startedAt) / 1_000);
  if (result.status !== 0) {
    failures += 1;
    process.stdout.write(`\nrun ${run} failed:\n${result.output}\n`);
  }
}
const sorted = seconds.toSorted((a, b) => a - b);
const shown = (index) => (sorted[index] ?? 0).toFixed(1);
process.stdout.write(
  `${file}: ${runs} runs, ${failures} failed, with ${load} computing processes on ${availableParallelism()} cores; ` +
    `median ${shown(Math.floor(runs / 2))} s, longest ${shown(runs - 1)} s\n`,
);
process.exitCode = failures === 0 ? 0 : 1;
end();

function runOnce() {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['scripts/jest.mjs', project, '--runTestsByPath', file], { cwd: root });
    let output = '';
    const keep = (chunk) => {
      output += chunk;
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('close', (status) => resolve({ status, output }));
  });
}

/** Returns a whole number from the environment. Ends the program when it is none, or less than `least`. */
function positive(name, whenAbsent, least = 1) {
  const text = process.env[name] ?? '';
  const number = text === '' ? whenAbsent : Number(text);
  if (!Number.isInteger(number) || number < least) {
    fail(`${name} must be a whole number of at least ${least}, not "${text}"`);
  }
  return number;
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}
