import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Runs a program of this folder's parent from source, outside the test runner's sandbox, and returns what it printed. */
export function runProgram(path: string, argument: string): string {
  const program = fileURLToPath(new URL(`../${path}`, import.meta.url));
  return execFileSync(process.execPath, ['--conditions=@assay/source', '--import', 'tsx', program, argument], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}
