import { expect, test } from '@jest/globals';
import { transform } from '@swc/core';
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const execFileAsync = promisify(execFile);
const repository = fileURLToPath(new URL('../../', import.meta.url));

/** Returns the first TypeScript fence of each package's README. The client's examples run in test/e2e/client.test.ts. */
function readExamples(): (readonly [string, string])[] {
  return readdirSync(join(repository, 'packages')).flatMap((name) => {
    const folder = join(repository, 'packages', name);
    if (name === 'client' || !readdirSync(folder).includes('README.md')) {
      return [];
    }
    const example = /^```ts\n([\s\S]*?)^```$/m.exec(readFileSync(join(folder, 'README.md'), 'utf8'))?.[1];
    return example === undefined ? [] : [[name, example] as const];
  });
}

test.each(readExamples())(
  'the example in the README of packages/%s runs',
  async (name, example) => {
    const parser = { syntax: 'typescript' } as const;
    const { code } = await transform(example, { jsc: { parser, target: 'es2023' }, isModule: true });
    const options = ['--conditions=@assay/source', '--input-type=module-typescript', '--eval', code];
    const folder = join(repository, 'packages', name);
    // Without certificates, a live service starts only if this setting allows it.
    const env = { ...process.env, ASSAY_MUTUAL_TLS: 'off' };
    await expect(execFileAsync(process.execPath, options, { cwd: folder, env })).resolves.toBeDefined();
  },
  30_000,
);
