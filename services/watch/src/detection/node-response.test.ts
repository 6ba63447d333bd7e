import { expect, test } from '@jest/globals';
import { parseAccounts } from './node-response.ts';

const account = (lamports: string): string =>
  `{"lamports":${lamports},"owner":"o","executable":false,"data":["AQID","base64"],"rentEpoch":18446744073709551615,"space":3}`;
const answer = (...values: readonly string[]): string =>
  `{"jsonrpc":"2.0","id":1,"result":{"context":{"slot":42,"apiVersion":"2.1"},"value":[${values.join(',')}]}}`;

test('accounts are returned by address, with null for an empty address', () => {
  const { slot, accounts } = parseAccounts(answer(account('5'), 'null'), ['a', 'b']);
  expect(slot).toBe(42n);
  expect([...accounts]).toEqual([
    ['a', { lamports: '5', owner: 'o', executable: false, data: 'AQID' }],
    ['b', null],
  ]);
});

test.each(['9007199254740993', '18446744073709551615', '123456789012345'])(
  'lamports of %s keep every digit',
  (lamports) => {
    expect(parseAccounts(answer(account(lamports)), ['a']).accounts.get('a')?.lamports).toBe(lamports);
  },
);

test('text inside a string that looks like lamports stays as it is', () => {
  const text = answer(account('5').replace('"o"', '"\\"lamports\\":12345678901234567"'));
  expect(parseAccounts(text, ['a']).accounts.get('a')?.owner).toBe('"lamports":12345678901234567');
});

test.each(['"error":null', '"error":{}', '"warnings":["x"],"notice":null'])(
  'a result beside %s is read',
  (addition) => {
    const text = answer(account('5')).replace('{"jsonrpc"', `{${addition},"jsonrpc"`);
    expect(parseAccounts(text, ['a']).accounts.get('a')?.lamports).toBe('5');
  },
);

test.each([
  ['<html>', 'JSON'],
  ['[]', 'JSON-RPC'],
  ['{"result":{"value":[null]}}', 'JSON-RPC'],
  [answer(account('-5')), 'JSON-RPC'],
  [answer(account('5').replace('base64', 'base58')), 'JSON-RPC'],
  ['{"jsonrpc":"2.0","error":{"code":-32005,"message":"node-a.internal is behind"}}', 'error -32005'],
  [answer('null', 'null'), 'a different number of accounts'],
  [answer(), 'a different number of accounts'],
])('%s is refused, and the error repeats nothing of the response', (text, words) => {
  expect(() => parseAccounts(text, ['a'])).toThrow(words);
  expect(() => parseAccounts(text, ['a'])).not.toThrow(/internal/);
});
