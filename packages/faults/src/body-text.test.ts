import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { bodyText } from './body-text.ts';

const text = '{"price":"107077.69"}';
const plain = Buffer.from(text);

test.each([
  ['nothing', plain, undefined],
  ['identity', plain, 'identity'],
  ['gzip', gzipSync(plain), 'gzip'],
  ['an old name of gzip', gzipSync(plain), 'X-GZIP'],
  ['gzip without a header', gzipSync(plain), undefined],
  ['deflate', deflateSync(plain), 'deflate'],
  ['deflate without the header of zlib', deflateRawSync(plain), 'deflate'],
  ['brotli', brotliCompressSync(plain), 'br'],
  ['two codings', brotliCompressSync(gzipSync(plain)), 'gzip, br'],
  ['two headers', brotliCompressSync(gzipSync(plain)), ['gzip', 'br']],
  ['a header that a proxy kept', plain, 'gzip'],
  ['a byte order mark', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), plain]), undefined],
  ['a compressed byte order mark', gzipSync(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), plain])), 'gzip'],
])('a body with %s is read as its text', (_what, bytes, coding) => {
  expect(bodyText(bytes, coding, 1_000)).toEqual({ kind: 'text', text });
});

test('a body that grows beyond its limit is too large, and one that nothing decodes stays as it is', () => {
  expect(bodyText(gzipSync(Buffer.alloc(1_000_000)), 'gzip', 10_000)).toEqual({ kind: 'too_large' });
  expect(bodyText(plain, 'gzip', 5)).toEqual({ kind: 'too_large' });
  expect(bodyText(plain, 'constructor', 1_000)).toEqual({ kind: 'text', text });
});
