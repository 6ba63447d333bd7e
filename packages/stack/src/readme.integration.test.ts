import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

const folder = join(import.meta.dirname, '..');

test('the example in the README of packages/stack runs', async () => {
  const example = /^```typescript\n([\s\S]*?)^```$/m.exec(readFileSync(join(folder, 'README.md'), 'utf8'))?.[1] ?? '';
  const options = ['--conditions=@assay/source', '--input-type=module-typescript', '--eval', example];
  await expect(promisify(execFile)(process.execPath, options, { cwd: folder })).resolves.toBeDefined();
}, 60_000);
