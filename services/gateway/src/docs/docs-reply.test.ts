import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Fault } from '@assay/faults/faults';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { docsReply } from './docs-reply.ts';
import { openDocsSite, type DocsSite } from './docs-site.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-docs-reply-'));
const browser = { accept: 'text/html,*/*;q=0.8', 'if-none-match': '*' };
let site: DocsSite;

beforeAll(() => {
  writeSite(join(folder, 'first'), { 'home.html': 'The first page', 'rendering.html': 'Being rendered' });
  site = openDocsSite(pathToFileURL(`${folder}/`), () => undefined);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the first page answers while the other pages are being rendered', () => {
  const { status, body } = docsReply(site, 'home', { accept: 'text/html' });
  expect([status, String(body)]).toEqual([200, 'The first page']);
});

test('a browser that opens a page too early gets a page that says so and reloads, and a program gets UNAVAILABLE', () => {
  for (const path of ['', 'gate']) {
    const { status, body, headers } = docsReply(site, path, browser);
    expect([status, String(body)]).toEqual([503, 'Being rendered']);
    expect(headers).toMatchObject({ 'retry-after': '5', 'cache-control': 'no-store' });
    expect(headers?.['content-security-policy']).toContain("default-src 'none'");
  }
  expect(() => docsReply(site, 'gate', { accept: '*/*' })).toThrow(
    new Fault('UNAVAILABLE', 'the documentation is being rendered; try again in some seconds'),
  );
});

test('the rendered pages appear without a restart, and only then a missing page is missing', () => {
  writeSite(folder, { 'gate.html': 'The gate', '404.html': 'No such page' });
  expect(String(docsReply(site, 'gate', { accept: 'text/html' }).body)).toBe('The gate');
  const { status, body } = docsReply(site, 'nothing', browser);
  expect([status, String(body)]).toEqual([404, 'No such page']);
  expect(() => docsReply(site, 'nothing', {})).toThrow(new Fault('NOT_FOUND'));
});

/** Writes a site in the format of `site/pack.mjs`. */
function writeSite(target: string, texts: Readonly<Record<string, string>>): void {
  mkdirSync(target, { recursive: true });
  let start = 0;
  const files = Object.entries(texts).map(([path, { length }]) => {
    const forms = [{ encoding: 'identity', start, length }];
    start += length;
    return { path, contentType: 'text/html; charset=utf-8', version: path, forms };
  });
  writeFileSync(join(target, 'site.bin'), Object.values(texts).join(''));
  writeFileSync(join(target, 'site.json'), JSON.stringify({ scriptHashes: [], files }));
}
