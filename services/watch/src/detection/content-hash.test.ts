import { expect, test } from '@jest/globals';
import { contentHash, type AccountState } from './content-hash.ts';

const account: AccountState = { lamports: '5', owner: 'owner', executable: false, data: 'AQID' };

test('the same account has the same hash', () => {
  expect(contentHash({ ...account })).toEqual(contentHash(account));
  expect(contentHash(account)).toHaveLength(32);
});

test.each([
  ['lamports', { ...account, lamports: '6' }],
  ['owner', { ...account, owner: 'other' }],
  ['executable', { ...account, executable: true }],
  ['data', { ...account, data: 'AQIE' }],
  ['existence', null],
])('another %s is another hash', (_what, changed) => {
  expect(contentHash(changed)).not.toEqual(contentHash(account));
});

test('an account without lamports is one that is not there, however a node writes it', () => {
  expect(contentHash({ ...account, lamports: '0' })).toEqual(contentHash(null));
});
