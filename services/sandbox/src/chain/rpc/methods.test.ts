import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { bytesOf } from '../../testing/account-replies.ts';
import { fixturesOf, testChain } from '../../testing/test-chain.ts';
import { sysvarIds } from '../program-ids.ts';

test('an account has the form of recorded account files, including the last digit of the rent epoch', () => {
  const { chain, send } = testChain();
  const { wallet } = fixturesOf(chain).accounts;
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 7,
    method: 'getAccountInfo',
    params: [wallet, { encoding: 'base64' }],
  });
  const text = send('node-a', body)?.body ?? '';
  expect(text).toContain('"rentEpoch":18446744073709551615');
  const reply = JSON.parse(text) as { readonly id: number; readonly result: { readonly value: object } };
  expect(reply.id).toBe(7);
  expect(Object.keys(reply.result.value).toSorted()).toEqual([
    'data',
    'executable',
    'lamports',
    'owner',
    'rentEpoch',
    'space',
  ]);
});

test.each([
  ['getNothing', [], -32_601],
  ['getAccountInfo', ['not an address'], -32_602],
  ['getAccountInfo', [], -32_602],
  ['getAccountInfo', [sysvarIds.clock, { encoding: 'jsonParsed' }], -32_602],
  ['getAccountInfo', [sysvarIds.clock, { encoding: 'morse' }], -32_602],
  ['getAccountInfo', [sysvarIds.clock, { commitment: 'hoped' }], -32_602],
  ['getAccountInfo', [sysvarIds.clock, { encoding: 'base64', dataSlice: { offset: 0 } }], -32_602],
  ['getMultipleAccounts', [sysvarIds.clock], -32_602],
  ['getSlot', [{ minContextSlot: -1 }], -32_602],
  ['getTokenSupply', [sysvarIds.clock], -32_602],
  ['simulateTransaction', ['AAAA', { encoding: 'base64' }], -32_602],
  ['toString', [], -32_601],
])('%s of %j is refused with code %i', (method, params, code) => {
  expect(testChain().ask('node-a', method, ...params).error?.code).toBe(code);
});

test('one call reads at most a hundred accounts', () => {
  const { ask } = testChain();
  const many = (count: number) =>
    ask(
      'node-a',
      'getMultipleAccounts',
      Array.from({ length: count }, () => sysvarIds.clock),
    );
  expect((many(100).result as { readonly value: unknown[] }).value).toHaveLength(100);
  expect(many(101).error?.code).toBe(-32_602);
});

test('a data slice returns that part of the data', () => {
  const { ask } = testChain();
  const whole = Buffer.from(
    bytesOf(ask('node-a', 'getAccountInfo', sysvarIds.clock, { encoding: 'base64' })) ?? '',
    'base64',
  );
  const part = ask('node-a', 'getAccountInfo', sysvarIds.clock, {
    encoding: 'base64',
    dataSlice: { offset: 8, length: 4 },
  });
  expect(Buffer.from(bytesOf(part) ?? '', 'base64')).toEqual(whole.subarray(8, 12));
  expect((part.result as { readonly value: { readonly space: number } }).value.space).toBe(40);
});

test('a batch returns a reply for each call, none for a notification, and an error for an invalid request', () => {
  const { send } = testChain();
  const batch = [
    { jsonrpc: '2.0', id: 'a', method: 'getHealth' },
    { jsonrpc: '2.0', method: 'getHealth' },
    { jsonrpc: '1.0', id: 2, method: 'getHealth' },
    { jsonrpc: '2.0', id: 3, method: 'getVersion', params: {} },
  ];
  expect(JSON.parse(send('node-a', JSON.stringify(batch))?.body ?? '')).toEqual([
    { jsonrpc: '2.0', result: 'ok', id: 'a' },
    { jsonrpc: '2.0', error: { code: -32_600, message: 'Invalid request' }, id: 2 },
    { jsonrpc: '2.0', error: expect.objectContaining({ code: -32_602 }), id: 3 },
  ]);
  for (const [body, code] of [
    ['{', -32_700],
    ['[]', -32_600],
    ['"x"', -32_600],
  ] as const) {
    expect(JSON.parse(send('node-a', body)?.body ?? '')).toMatchObject({ error: { code }, id: null });
  }
});

test('a node far behind reports itself unhealthy, as validators do', () => {
  const { ask, control } = testChain();
  control('PUT', '/providers/node-a', { state: 'up', lagSlots: 200 });
  const { error } = ask('node-a', 'getHealth');
  const [message = '', slots] = /^Node is behind by (\d+) slots$/.exec(error?.message ?? '') ?? [];
  expect(error).toEqual({ code: -32_005, message, data: { numSlotsBehind: Number(slots) } });
  expect(['200', '201', '202']).toContain(slots);
});

test('a rate-limited node replies as public nodes do', () => {
  const { chain } = testChain();
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getTokenLargestAccounts', params: [] });
  const request = { method: 'POST', path: '', query: new URLSearchParams(), body, nowMs: 0 };
  const answer = chain.endpoints[0]?.rateLimited(request);
  expect(answer?.status).toBe(429);
  expect(JSON.parse(answer?.body ?? '')).toEqual({
    jsonrpc: '2.0',
    error: { code: 429, message: 'Too many requests for a specific RPC call' },
    id: 1,
  });
});

test('getTokenLargestAccounts returns at most twenty accounts, the largest first, in the recorded form', () => {
  const { chain, ask } = testChain();
  const { mints } = fixturesOf(chain);
  const largest = (name: string) =>
    (ask('node-a', 'getTokenLargestAccounts', mints[name]).result as { readonly value: Record<string, unknown>[] })
      .value;
  for (const name of ['safe', 'risky', 'transferFee', 'USDC']) {
    const holders = largest(name);
    expect(holders.length).toBeGreaterThan(4);
    expect(holders.length).toBeLessThanOrEqual(20);
    const amounts = holders.map(({ amount }) => BigInt(String(amount)));
    expect(amounts).toEqual(amounts.toSorted((a, b) => (a > b ? -1 : 1)));
  }
  expect(Object.keys(largest('safe')[0] ?? {}).toSorted()).toEqual([
    'address',
    'amount',
    'decimals',
    'uiAmount',
    'uiAmountString',
  ]);
});

test('a node replies to any input without an exception', () => {
  const { send } = testChain();
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json(),
        fc.anything().map((value) => JSON.stringify(value) ?? ''),
      ),
      (body) => {
        expect(send('node-a', body)?.status).toBe(200);
      },
    ),
  );
});
