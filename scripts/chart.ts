import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { helmProgram } from './helm.ts';

/**
 * Lints the chart with every variant of helm/assay/ci, renders them into .data/chart for inspection, and packages the chart.
 * The package includes the files of deploy/ that files/ links to.
 *
 *     make chart
 */
const chart = 'helm/assay';
const output = '.data/chart';
const helm = helmProgram();

mkdirSync(output, { recursive: true });
for (const file of readdirSync(join(chart, 'ci')).toSorted()) {
  const values = ['-f', join(chart, 'ci', file)];
  run('lint', chart, '--strict', '--quiet', ...values);
  const variant = join(output, `${basename(file, '-values.yaml')}.yaml`);
  writeFileSync(variant, run('template', 'assay', chart, '-n', 'assay', ...values));
  process.stdout.write(`linted and rendered ${variant}\n`);
}
process.stdout.write(run('package', chart, '-d', output));

/** Runs helm and returns its output. When helm fails, throws what it wrote to standard error. */
function run(...args: string[]): string {
  return execFileSync(helm, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, stdio: 'pipe' });
}
