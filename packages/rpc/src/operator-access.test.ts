import { expect, test } from '@jest/globals';
import { bearerToken, hashOperatorToken, rootTokenCheck } from './operator-access.ts';

test('the root check accepts its own token and no other', () => {
  const check = rootTokenCheck('the-token-of-root');
  expect(check(hashOperatorToken('the-token-of-root'))).toBe('root');
  expect(check(hashOperatorToken('the-token-of-roo'))).toBeUndefined();
  expect(check(hashOperatorToken(''))).toBeUndefined();
});

test.each([
  ['Bearer aop_abc', 'aop_abc'],
  ['aop_abc', ''],
  ['Bearer ', ''],
  ['Bearer a b', ''],
  ['', ''],
])('the token of the header %j is %j', (header, token) => {
  expect(bearerToken(header)).toBe(token);
});
