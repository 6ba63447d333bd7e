import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createHmac } from 'node:crypto';
import { hmacSha256, isEqualDigest } from './hmac.ts';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const expected = (key: Uint8Array, message: Uint8Array): string =>
  createHmac('sha256', key).update(message).digest('hex');

test('the published vectors of RFC 4231 hold', () => {
  const key = Buffer.alloc(20, 0x0b);
  expect(hex(hmacSha256(key, Buffer.from('Hi There')))).toBe(
    'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
  );
  const longKey = Buffer.alloc(131, 0xaa);
  const message = Buffer.from('Test Using Larger Than Block-Size Key - Hash Key First');
  expect(hex(hmacSha256(longKey, message))).toBe('60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54');
});

test('every key and message has the digest of node:crypto, around each boundary of a block too', () => {
  for (let length = 0; length <= 200; length += 1) {
    const bytes = Buffer.alloc(length, length);
    expect(hex(hmacSha256(bytes, bytes))).toBe(expected(bytes, bytes));
  }
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.uint8Array({ maxLength: 5_000 }), (key, message) => {
      expect(hex(hmacSha256(key, message))).toBe(expected(key, message));
    }),
  );
});

test('two digests are equal only if every byte is', () => {
  const digest = hmacSha256(Buffer.from('key'), Buffer.from('message'));
  expect(isEqualDigest(digest, Uint8Array.from(digest))).toBe(true);
  for (let index = 0; index < digest.length; index += 1) {
    expect(
      isEqualDigest(
        digest,
        digest.map((byte, each) => (each === index ? byte ^ 1 : byte)),
      ),
    ).toBe(false);
  }
  expect(isEqualDigest(digest, digest.subarray(1))).toBe(false);
  expect(isEqualDigest(digest.subarray(1), digest)).toBe(false);
});
