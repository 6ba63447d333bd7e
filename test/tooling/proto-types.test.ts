import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const generated = 'packages/rpc/src/gen/assay/gate/v1';
let directory = '';

/** Creates a folder with those files of a clean clone that the generator reads. */
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'assay-protos-'));
  for (const folder of ['scripts', 'packages/rpc/src']) {
    mkdirSync(join(directory, folder), { recursive: true });
  }
  copyFileSync(join(root, 'scripts/proto-types.mjs'), join(directory, 'scripts/proto-types.mjs'));
  cpSync(join(root, 'protos'), join(directory, 'protos'), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(directory, 'node_modules'));
});

afterAll(() => rmSync(directory, { recursive: true, force: true }));

function generate(): void {
  execFileSync(process.execPath, [join(directory, 'scripts/proto-types.mjs')]);
}

const pathOf = (name: string): string => join(directory, generated, name);

test('the types of protos/ are written once and follow every change of a message', () => {
  generate();
  const writtenAt = statSync(pathOf('JudgeRequest.ts')).mtimeMs;
  expect(readFileSync(pathOf('JudgeRequest.ts'), 'utf8')).toContain(
    '// Original file: protos/assay/gate/v1/gate.proto',
  );
  expect(existsSync(join(directory, 'packages/rpc/src/gen/gate.ts'))).toBe(false);

  generate();
  expect(statSync(pathOf('JudgeRequest.ts')).mtimeMs).toBe(writtenAt);

  const proto = join(directory, 'protos/assay/gate/v1/gate.proto');
  const before = readFileSync(proto, 'utf8');
  writeFileSync(proto, `${before}\nmessage Added {\n  string name = 1;\n}\n`);
  generate();
  expect(readFileSync(pathOf('Added.ts'), 'utf8')).toContain("'name': (string)");

  writeFileSync(proto, before);
  generate();
  expect(existsSync(pathOf('Added.ts'))).toBe(false);
});

test('a type that was deleted or changed by hand is written again', () => {
  generate();
  const before = readFileSync(pathOf('JudgeResponse.ts'), 'utf8');
  rmSync(pathOf('JudgeRequest.ts'));
  writeFileSync(pathOf('JudgeResponse.ts'), '');
  generate();
  expect(existsSync(pathOf('JudgeRequest.ts'))).toBe(true);
  expect(readFileSync(pathOf('JudgeResponse.ts'), 'utf8')).toBe(before);
});
