import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
let directory = '';

/** Creates a project with the repository's .npmrc. It has a dependency whose install script writes a file. */
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'assay-scripts-'));
  mkdirSync(join(directory, 'dependency'));
  copyFileSync(join(root, '.npmrc'), join(directory, '.npmrc'));
  const project = { private: true, dependencies: { dependency: 'file:dependency' } };
  writeFileSync(join(directory, 'package.json'), JSON.stringify(project));
  const scripts = { postinstall: `node -e "require('node:fs').writeFileSync('ran', '')"` };
  writeFileSync(
    join(directory, 'dependency/package.json'),
    JSON.stringify({ name: 'dependency', version: '1.0.0', scripts }),
  );
});

afterAll(() => rmSync(directory, { recursive: true, force: true }));

test('"make setup" runs no install script of a dependency', () => {
  const install = /^INSTALL := npm (.+)$/m.exec(readFileSync(join(root, 'Makefile'), 'utf8'))?.[1];
  const args = [...(install ?? '').split(' '), '--offline'];
  const installed = spawnSync('npm', args, { cwd: directory, encoding: 'utf8' });
  expect(installed).toMatchObject({ status: 0 });
  expect(existsSync(join(directory, 'node_modules/dependency/package.json'))).toBe(true);
  expect(existsSync(join(directory, 'dependency/ran'))).toBe(false);
});
