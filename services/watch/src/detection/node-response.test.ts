import { expect, test } from '@jest/globals';
import { readAccounts } from './node-response.ts';

const account = (lamports: string): string =>
  `{"lamports":${lamports},"owner":"o","executable":false,"data":["AQID","base64"],"rentEpoch":18446744073709551615,"space":3}`;
const answer = (...values: readonly string[]): string =>
  `{"jsonrpc":"2.0","id":1,"result":{"context":{"slot":42,"apiVersion":"2.1"},"value":[${values.join(',')}]}}`;

test('accounts are read in the order of their addresses, with nothing where nothing stands', () => {
  const { slot, accounts } = readAccounts(answer(account('5'), 'null'), ['a', 'b']);
  expect(slot).toBe(42n);
  expect([...accounts]).toEqual([
    ['a', { lamports: '5', owner: 'o', executable: false, data: 'AQID' }],
    ['b', null],
  ]);
});

test.each(['9007199254740993', '18446744073709551615', '123456789012345'])(
  'lamports of %s are kept to the last digit',
  (lamports) => {
    expect(readAccounts(answer(account(lamports)), ['a']).accounts.get('a')?.lamports).toBe(lamports);
  },
);

test('text that looks like lamports inside a string is left alone', () => {
  const text = answer(account('5').replace('"o"', '"\\"lamports\\":12345678901234567"'));
  expect(readAccounts(text, ['a']).accounts.get('a')?.owner).toBe('"lamports":12345678901234567');
});

test.each([
  ['<html>', 'JSON'],
  ['[]', 'JSON-RPC'],
  ['{"result":{"value":[null]}}', 'JSON-RPC'],
  [answer(account('-5')), 'JSON-RPC'],
  [answer(account('5').replace('base64', 'base58')), 'JSON-RPC'],
  ['{"jsonrpc":"2.0","error":{"code":-32005,"message":"node-a.internal is behind"}}', 'error -32005'],
  [answer('null', 'null'), 'another number of accounts'],
  [answer(), 'another number of accounts'],
])('%s is no answer, and the reason repeats nothing that the node said', (text, words) => {
  expect(() => readAccounts(text, ['a'])).toThrow(words);
  expect(() => readAccounts(text, ['a'])).not.toThrow(/internal/);
});
