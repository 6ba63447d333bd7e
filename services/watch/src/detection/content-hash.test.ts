import { expect, test } from '@jest/globals';
import type { AccountState } from './accounts.ts';
import { contentHash } from './content-hash.ts';

const account: AccountState = { lamports: '5', owner: 'owner', executable: false, data: 'AQID' };

test('equal accounts have equal hashes', () => {
  expect(contentHash({ ...account })).toEqual(contentHash(account));
  expect(contentHash(account)).toHaveLength(32);
});

test.each([
  ['lamports', { ...account, lamports: '6' }],
  ['owner', { ...account, owner: 'other' }],
  ['executable', { ...account, executable: true }],
  ['data', { ...account, data: 'AQIE' }],
  ['existence', null],
])('a different %s gives a different hash', (_what, changed) => {
  expect(contentHash(changed)).not.toEqual(contentHash(account));
});

test('an account without lamports hashes like an empty address', () => {
  expect(contentHash({ ...account, lamports: '0' })).toEqual(contentHash(null));
});
