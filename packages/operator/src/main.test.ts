import { expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const program = fileURLToPath(new URL('main.ts', import.meta.url));

test('the command ends quietly when the reader of its output has ended', async () => {
  // "true" reads nothing and ends long before Node.js has started, so every write of the command fails.
  const script = '"$0" --conditions=@assay/source "$1" --help | true';
  const { stderr } = await promisify(execFile)('sh', ['-c', script, process.execPath, program]);
  expect(stderr).toBe('');
}, 60_000);
