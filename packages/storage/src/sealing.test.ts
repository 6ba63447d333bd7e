import { expect, test } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { createSealer, parseSealingKeys, type SealingKey } from './sealing.ts';

const key = (id: string): SealingKey => ({ id, key: randomBytes(32) });
const secret = `whsec_${'x'.repeat(43)}`;

test('an encrypted secret opens to the same text and does not contain it', () => {
  const keys = createSealer([key('one')], 'ASSAY_SOME_KEYS');
  const sealed = keys.seal(secret, 'w_1');
  expect(sealed.keyId).toBe('one');
  expect(sealed.sealed.includes(Buffer.from('whsec_'))).toBe(false);
  expect(keys.open(sealed, 'w_1')).toBe(secret);
});

test('two encryptions of one secret differ', () => {
  const keys = createSealer([key('one')], 'ASSAY_SOME_KEYS');
  expect(keys.seal(secret, 'w_1').sealed).not.toEqual(keys.seal(secret, 'w_1').sealed);
});

test('a new first key encrypts, and older secrets still open', () => {
  const [older, newer] = [key('older'), key('newer')];
  const before = createSealer([older], 'ASSAY_SOME_KEYS').seal(secret, 'w_1');
  const keys = createSealer([newer, older], 'ASSAY_SOME_KEYS');
  expect(keys.seal(secret, 'w_1').keyId).toBe('newer');
  expect(keys.open(before, 'w_1')).toBe(secret);
});

test('a text does not open for another owner', () => {
  const keys = createSealer([key('one')], 'ASSAY_SOME_KEYS');
  const sealed = keys.seal(secret, 'w_1');
  expect(() => keys.open(sealed, 'w_2')).toThrow('w_2');
});

test('a change of any byte makes a secret unreadable', () => {
  const keys = createSealer([key('one')], 'ASSAY_SOME_KEYS');
  const { keyId, sealed } = keys.seal(secret, 'w_1');
  for (let index = 0; index < sealed.length; index += 1) {
    const changed = Buffer.from(sealed);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(() => keys.open({ keyId, sealed: changed }, 'w_1')).toThrow('w_1');
  }
  expect(() => keys.open({ keyId, sealed: Buffer.alloc(4) }, 'w_1')).toThrow('w_1');
});

test('a secret whose key the ring lacks fails with the id of that key', () => {
  const sealed = createSealer([key('gone')], 'ASSAY_SOME_KEYS').seal(secret, 'w_1');
  expect(() => createSealer([key('one')], 'ASSAY_SOME_KEYS').open(sealed, 'w_1')).toThrow('"gone"');
});

test('a key ring is parsed in order, from base64url and base64', () => {
  const [a, b] = [randomBytes(32), randomBytes(32)];
  expect(parseSealingKeys(`b:${a.toString('base64url')}, a-1:${b.toString('base64')}`)).toEqual([
    { id: 'b', key: a },
    { id: 'a-1', key: b },
  ]);
});

const good = randomBytes(32).toString('base64url');

test.each([
  ['', 'entry 1'],
  [good, 'entry 1'],
  [`a b:${good}`, 'entry 1'],
  [`a:${good.slice(2)}`, '32 bytes'],
  [`a:${good},`, 'entry 2'],
  [`a:${good},a:${good}`, 'twice'],
])('%j is refused with a message that contains no key', (text, words) => {
  const refusal = parseSealingKeys(text);
  expect(refusal).toEqual(expect.stringContaining(words));
  expect(refusal).not.toContain(good);
});
