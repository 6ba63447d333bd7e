import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** Licences of packages that this project may use. None of them requires that this project has the same licence. */
const permissive = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
  'Zlib',
  'Python-2.0',
  'PSF-2.0',
  // For fonts. It allows to serve and to bundle a font, as long as nobody sells the font alone.
  'OFL-1.1',
]);
/**
 * Licences whose conditions concern only changed files of the package. This project uses such packages unchanged, and
 * only to build and to test.
 */
const unchangedInDevelopment = new Set(['MPL-2.0', 'EPL-2.0', 'CC-BY-4.0']);

type Locked = { readonly license?: string; readonly dev?: boolean; readonly link?: boolean };

/**
 * Returns whether this project can satisfy a licence expression (SPDX). For OR, one side suffices. AND needs both
 * sides.
 */
function isAllowed(expression: string, allowed: ReadonlySet<string>): boolean {
  const text = expression.replaceAll(/[()]/g, '');
  return text.split(' OR ').some((choice) => choice.split(' AND ').every((name) => allowed.has(name)));
}

function lockedPackages(path: string): [string, Locked][] {
  const lock = JSON.parse(readFileSync(join(root, path), 'utf8')) as { readonly packages: Record<string, Locked> };
  return Object.entries(lock.packages).filter(([name, { link }]) => name.includes('node_modules/') && link !== true);
}

test.each(['package-lock.json', 'scripts/runtime/package-lock.json'])(
  'every package of %s has a permissive licence',
  (path) => {
    const packages = lockedPackages(path);
    expect(packages.length).toBeGreaterThan(0);
    const refused = packages.filter(
      ([, { license = 'none' }]) => !isAllowed(license, new Set([...permissive, ...unchangedInDevelopment])),
    );
    expect(refused.map(([name, { license }]) => `${name}: ${license}`)).toEqual([]);
  },
);

test('a package of which changes must be published is used in development only', () => {
  const inProduction = lockedPackages('package-lock.json').filter(
    ([, { license = 'none', dev }]) => dev !== true && !isAllowed(license, permissive),
  );
  expect(inProduction.map(([name, { license }]) => `${name}: ${license}`)).toEqual([]);
});

test('no lock file names the host of a registry', () => {
  for (const path of ['package-lock.json', 'scripts/runtime/package-lock.json']) {
    expect(readFileSync(join(root, path), 'utf8')).not.toContain('"resolved": "http');
  }
});

test('expressions are read as SPDX defines them', () => {
  expect(isAllowed('(BSD-3-Clause OR GPL-2.0)', permissive)).toBe(true);
  expect(isAllowed('(MIT AND Zlib)', permissive)).toBe(true);
  expect(isAllowed('Apache-2.0 AND GPL-3.0', permissive)).toBe(false);
  expect(isAllowed('GPL-3.0-or-later', permissive)).toBe(false);
});
