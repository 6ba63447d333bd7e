import { afterEach, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openDocsSite } from './docs-site.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-docs-site-'));
const url = pathToFileURL(`${folder}/`);

afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a gateway that starts before the docs site is built says so, and serves the site once it is built', () => {
  let warnings = 0;
  const site = openDocsSite(url, () => {
    warnings += 1;
  });
  expect(warnings).toBe(1);
  expect([site.find('gate'), site.isRendering()]).toEqual([undefined, true]);
  // The build writes the bytes first, so the site does not exist before its table.
  writeFileSync(join(folder, 'site.bin'), 'hello');
  expect([site.find('gate'), site.isRendering()]).toEqual([undefined, true]);
  const forms = [{ encoding: 'identity', start: 0, length: 5 }];
  const files = [{ path: 'gate.html', contentType: 'text/html', version: 'a', forms }];
  writeFileSync(join(folder, 'site.json'), JSON.stringify({ scriptHashes: [], files }));
  expect(site.find('gate')?.asset.forms[0]?.bytes.toString()).toBe('hello');
  expect(site.isRendering()).toBe(false);
  expect(warnings).toBe(1);
});
