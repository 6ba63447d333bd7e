import { expect, test } from '@jest/globals';
import { nextPath } from './next-path.ts';

test.each(['/', '/a/acc_1/keys', '/a/acc_1/requests?type=token.price#top', '/invitations/abc'])(
  'the path %s of this site is followed',
  (path) => expect(nextPath(`?next=${encodeURIComponent(path)}`)).toBe(path),
);

test.each([
  '',
  'https://attacker.example/',
  '//attacker.example/',
  '/\\attacker.example/',
  '\\\\attacker.example',
  '/\t/attacker.example',
  'javascript:alert(1)',
  'attacker.example',
])('%j leads to the start page and not to another site', (next) => {
  expect(nextPath(`?next=${encodeURIComponent(next)}`)).toBe('/');
});

test('without a path the start page follows', () => {
  expect(nextPath('')).toBe('/');
});
