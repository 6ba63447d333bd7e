import { afterEach, expect, test } from '@jest/globals';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const module = pathToFileURL(join(import.meta.dirname, 'end-process.ts')).href;
const folder = mkdtempSync(join(tmpdir(), 'assay-end-'));
let child: ChildProcess | undefined;

afterEach(() => {
  child?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

test('a process ends with its code though a thread waits for something that does not come', async () => {
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  // No process writes to the pipe, so opening it blocks a thread. A name lookup without an answer blocks a thread in
  // the same way.
  const script = `
    import { open } from 'node:fs';
    import { endProcess } from '${module}';
    process.on('exit', (code) => process.stdout.write('left with ' + code));
    open('${pipe}', 'r', () => undefined);
    setTimeout(() => endProcess(7), 100);
  `;
  const args = ['--conditions=@assay/source', '--input-type=module-typescript', '-e', script];
  child = spawn(process.execPath, args, { cwd: import.meta.dirname, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise((resolve) => child?.once('close', resolve));
  expect({ code, output }).toEqual({ code: 7, output: 'left with 7' });
}, 60_000);
