import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Runs a TypeScript program from source, outside the test runner, and returns its output. */
export function runProgram(program: URL, argument: string): string {
  return execFileSync(process.execPath, ['--conditions=@assay/source', fileURLToPath(program), argument], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}
