import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { testChain, fixturesOf } from '../../testing/chain.ts';
import { sysvarIds, programIds } from '../program-ids.ts';

type Shown = {
  readonly context: { readonly slot: number };
  readonly value: { readonly data: [string, string] } | null;
};

const account = {
  lamports: 5,
  data: ['AQID', 'base64'],
  owner: programIds.memo,
  executable: false,
  rentEpoch: 0,
  space: 3,
};
const other = { ...account, data: ['BAUG', 'base64'] };
const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';

function bytesOf(answered: { readonly result?: unknown }): string | undefined {
  return (answered.result as Shown).value?.data[0];
}

function slotOf(answered: { readonly result?: unknown }): number {
  return (answered.result as Shown).context.slot;
}

test('an account is written as recorded account files have it, to the last digit of the epoch', () => {
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
  const answered = JSON.parse(text) as { readonly id: number; readonly result: { readonly value: object } };
  expect(answered.id).toBe(7);
  expect(Object.keys(answered.result.value).toSorted()).toEqual([
    'data',
    'executable',
    'lamports',
    'owner',
    'rentEpoch',
    'space',
  ]);
});

test('slots pass every 400 ms, and the Clock account passes with them', () => {
  const { ask, pass } = testChain();
  const slot = (): number => ask('node-a', 'getSlot').result as number;
  const before = slot();
  const clock = (): Buffer =>
    Buffer.from(bytesOf(ask('node-a', 'getAccountInfo', sysvarIds.clock, { encoding: 'base64' })) ?? '', 'base64');
  const unix = Number(clock().readBigInt64LE(32));
  pass(400_000);
  expect(Math.abs(slot() - before - 1_000)).toBeLessThanOrEqual(2);
  expect(Number(clock().readBigUInt64LE(0))).toBe(slot());
  expect(Math.abs(Number(clock().readBigInt64LE(32)) - unix - 400)).toBeLessThanOrEqual(1);
});

test('every node is 0 to 2 slots behind by turns of its own and never goes back, and all follow from the seed', () => {
  const { chain, ask, pass } = testChain();
  const again = testChain();
  const names = ['node-a', 'node-b', 'node-c'];
  const slots = (from: typeof ask): number[] => names.map((node) => from(node, 'getSlot').result as number);
  const led = new Map(names.map((name) => [name, new Set<string>()]));
  let before = slots(ask);
  for (let passed = 0; passed < 60_000; passed += 100) {
    pass(100);
    again.pass(100);
    const now = slots(ask);
    const { slot: tip } = chain.page() as { readonly slot: number };
    now.forEach((slot, index) => {
      expect([0, 1, 2]).toContain(tip - slot);
      expect(slot).toBeGreaterThanOrEqual(before[index] as number);
      now.forEach((other, place) => slot > other && led.get(names[index] as string)?.add(names[place] as string));
    });
    expect(slots(again.ask)).toEqual(now);
    before = now;
  }
  expect([...led.values()].map(({ size }) => size)).toEqual([2, 2, 2]);
});

test('a node that is sold again has seen what the one behind it has, and is down or late by itself', () => {
  const { ask, control, pass } = testChain(new Map(), 'node-b');
  const slot = (node: string): number => ask(node, 'getSlot').result as number;
  for (let passed = 0; passed < 20_000; passed += 130) {
    pass(130);
    expect(slot('node-d')).toBe(slot('node-b'));
  }
  control('PUT', '/providers/node-b', { state: 'up', lagSlots: 10, skewBps: 100 });
  expect(slot('node-d')).toBe(slot('node-b'));
  const supply = (node: string): unknown => (ask(node, 'getTokenSupply', usdc).result as { value: unknown }).value;
  expect(supply('node-d')).toEqual(supply('node-b'));
  expect(supply('node-d')).not.toEqual(supply('node-a'));
  control('PUT', '/providers/node-d', { state: 'up', lagSlots: 3 });
  expect(slot('node-d')).toBe(slot('node-b') - 3);
});

test('without being asked for there is no node that is another one', () => {
  const { chain } = testChain();
  expect(chain.rooms.map(({ name }) => name)).toEqual(['node-a', 'node-b', 'node-c']);
  expect(() => testChain(new Map(), 'node-x')).toThrow('no node "node-x"');
});

test('a change by hand is on all nodes at once', () => {
  const { chain, ask, control } = testChain();
  const address = fixturesOf(chain).accounts['unfunded'] as string;
  const put = control('PUT', `/accounts/${address}`, account).body as { readonly slot: number };
  for (const node of ['node-a', 'node-b', 'node-c']) {
    const read = ask(node, 'getAccountInfo', address, { encoding: 'base64', minContextSlot: put.slot });
    expect(bytesOf(read)).toBe('AQID');
    expect(slotOf(read)).toBeGreaterThanOrEqual(put.slot);
  }
});

test('changes by hand, however many, leave every node as far along as it is by itself', () => {
  const { chain, ask, control, pass } = testChain();
  const address = fixturesOf(chain).accounts['unfunded'] as string;
  const names = ['node-a', 'node-b', 'node-c'];
  const led = new Set<string>();
  let before = [0, 0, 0];
  for (let change = 0; change < 200; change += 1) {
    control('PUT', `/accounts/${address}`, change % 2 === 0 ? account : other);
    pass(20);
    const slots = names.map((node) => ask(node, 'getSlot').result as number);
    slots.forEach((slot, one) => {
      expect(slot).toBeGreaterThanOrEqual(before[one] as number);
      slots.forEach((behind, two) => slot > behind && led.add(`${one} ${two}`));
    });
    before = slots;
  }
  expect(led.size).toBe(6);
});

test.each([1, 2, 3])('a node told to lag %i slots sees no change before that time is over', (lagSlots) => {
  const { chain, ask, control, pass } = testChain();
  const address = fixturesOf(chain).accounts['unfunded'] as string;
  pass(10_000);
  control('PUT', '/providers/node-b', { state: 'up', lagSlots });
  const shown = (): string | undefined => bytesOf(ask('node-b', 'getAccountInfo', address, { encoding: 'base64' }));
  for (let change = 0; change < 20; change += 1) {
    control('PUT', `/accounts/${address}`, account);
  }
  pass(lagSlots * 400 - 1);
  expect(shown()).toBeUndefined();
  pass(1_201);
  expect(shown()).toBe('AQID');
});

test('a node told to lag serves the old state at its older slot, refuses a newer one, and catches up in time', () => {
  const { chain, ask, control, pass } = testChain();
  const address = fixturesOf(chain).accounts['unfunded'] as string;
  control('PUT', `/accounts/${address}`, account);
  pass(40_000);
  control('PUT', '/providers/node-b', { state: 'up', lagSlots: 10 });
  const { slot } = control('PUT', `/accounts/${address}`, other).body as { readonly slot: number };
  const lagging = ask('node-b', 'getAccountInfo', address, { encoding: 'base64' });
  expect(bytesOf(lagging)).toBe('AQID');
  const shown = slotOf(lagging);
  expect(slot - shown).toBeGreaterThanOrEqual(10);
  expect(slot - shown).toBeLessThanOrEqual(12);
  expect(ask('node-b', 'getSlot', { minContextSlot: slot }).error).toEqual({
    code: -32_016,
    message: 'Minimum context slot has not been reached',
    data: { contextSlot: shown },
  });
  expect(bytesOf(ask('node-a', 'getAccountInfo', address, { encoding: 'base64' }))).toBe('BAUG');
  pass(12 * 400);
  expect(bytesOf(ask('node-b', 'getAccountInfo', address, { encoding: 'base64', minContextSlot: slot }))).toBe('BAUG');
});

test('a price set by hand moves its account on the chain, while a lagging node still shows what was before', () => {
  const { chain, market, ask, control, now } = testChain();
  const { priceAccounts } = chain.page() as {
    readonly priceAccounts: Record<string, { readonly address: string; readonly feedId: string }>;
  };
  const { address = '', feedId = '' } = priceAccounts['SOL'] ?? {};
  expect(address).toBe('7UVimffxr9ow1uXYxsr4LHAcV58mLzhmwaeKvJ1pjLiE');
  const read = (node: string): Buffer =>
    Buffer.from(bytesOf(ask(node, 'getAccountInfo', address, { encoding: 'base64' })) ?? '', 'base64');
  control('PUT', '/providers/node-c', { state: 'up', lagSlots: 5 });
  const before = read('node-c').readBigInt64LE(73);
  chain.priceChanges('SOL');
  market.latent.set('SOL', 12.5, now());
  const price = read('node-a');
  expect(price.length).toBe(134);
  expect(price.subarray(0, 8).toString('hex')).toBe('22f123639d7ef4cd');
  expect(price[40]).toBe(1);
  expect(price.subarray(41, 73).toString('hex')).toBe(feedId);
  expect(price.readBigInt64LE(73)).toBe(1_250_000_000n);
  expect(price.readInt32LE(89)).toBe(-8);
  expect(Number(price.readBigInt64LE(93))).toBe(now() / 1_000);
  expect(Number(read('node-c').readBigInt64LE(73)) / Number(before)).toBeCloseTo(1, 2);
});

test('a price account that is put stands still until it is given back', () => {
  const { chain, ask, control, pass } = testChain();
  const { priceAccounts } = chain.page() as { readonly priceAccounts: Record<string, { readonly address: string }> };
  const address = priceAccounts['BTC']?.address ?? '';
  const read = (): unknown => ask('node-a', 'getAccountInfo', address, { encoding: 'base64' });
  const { value } = (read() as { readonly result: { readonly value: object } }).result;
  expect(control('PUT', `/accounts/${address}`, value).status).toBe(200);
  pass(60_000);
  expect(read()).toMatchObject({ result: { value: { data: (value as { data: unknown }).data } } });
  expect(control('DELETE', `/accounts/${address}`).status).toBe(204);
  expect(read()).not.toMatchObject({ result: { value: { data: (value as { data: unknown }).data } } });
});

test('a clock that was set stays as it was set until it is given back', () => {
  const { ask, control, pass } = testChain();
  const set = { ...account, owner: sysvarIds.owner, data: [Buffer.alloc(40, 7).toString('base64'), 'base64'] };
  const read = (): string | undefined =>
    bytesOf(ask('node-a', 'getAccountInfo', sysvarIds.clock, { encoding: 'base64' }));
  control('PUT', `/accounts/${sysvarIds.clock}`, set);
  pass(10_000);
  expect(read()).toBe(set.data[0]);
  control('DELETE', `/accounts/${sysvarIds.clock}`);
  expect(read()).not.toBe(set.data[0]);
});

test('a fixture that was changed comes back as it was, and an account without lamports is none', () => {
  const { chain, ask, control } = testChain();
  const address = fixturesOf(chain).pools['cpmm']?.address ?? '';
  const read = (): string | undefined => bytesOf(ask('node-a', 'getAccountInfo', address, { encoding: 'base64' }));
  const before = read();
  control('PUT', `/accounts/${address}`, { ...account, lamports: 0 });
  expect(read()).toBeUndefined();
  control('DELETE', `/accounts/${address}`);
  expect(read()).toBe(before);
});

test('a node that lies shifts amounts and prices, and nothing that tells what an account is', () => {
  const { chain, ask, control } = testChain();
  const { payer } = fixturesOf(chain).pools['cpmm'] ?? { payer: { tokenAccountB: '' } };
  const read = (node: string): Buffer =>
    Buffer.from(bytesOf(ask(node, 'getAccountInfo', payer.tokenAccountB, { encoding: 'base64' })) ?? '', 'base64');
  control('PUT', '/providers/node-c', { state: 'up', skewBps: 100 });
  const [honest, lying] = [read('node-a'), read('node-c')];
  expect(lying.readBigUInt64LE(64)).toBe((honest.readBigUInt64LE(64) * 101n) / 100n);
  expect(Buffer.concat([lying.subarray(0, 64), lying.subarray(72)])).toEqual(
    Buffer.concat([honest.subarray(0, 64), honest.subarray(72)]),
  );
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

test('a hundred accounts are read at once, and no more', () => {
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

test('a part of the data is given where a part was asked for', () => {
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

test('a batch is answered call by call, notifications not at all, and what is no request says so', () => {
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

test('a node far behind calls itself unhealthy, as validators do', () => {
  const { ask, control } = testChain();
  control('PUT', '/providers/node-a', { state: 'up', lagSlots: 200 });
  const { error } = ask('node-a', 'getHealth');
  const [told = '', slots] = /^Node is behind by (\d+) slots$/.exec(error?.message ?? '') ?? [];
  expect(error).toEqual({ code: -32_005, message: told, data: { numSlotsBehind: Number(slots) } });
  expect(['200', '201', '202']).toContain(slots);
});

test('too many requests are told as the public nodes tell it', () => {
  const { chain } = testChain();
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getTokenLargestAccounts', params: [] });
  const request = { method: 'POST', path: '', query: new URLSearchParams(), body, nowMs: 0 };
  const answer = chain.rooms[0]?.rateLimited(request);
  expect(answer?.status).toBe(429);
  expect(JSON.parse(answer?.body ?? '')).toEqual({
    jsonrpc: '2.0',
    error: { code: 429, message: 'Too many requests for a specific RPC call' },
    id: 1,
  });
});

test('the largest accounts of a token come greatest first, at most twenty, in the recorded shape', () => {
  const { chain, ask } = testChain();
  const { mints } = fixturesOf(chain);
  const largest = (name: string) =>
    (ask('node-a', 'getTokenLargestAccounts', mints[name]).result as { readonly value: Record<string, unknown>[] })
      .value;
  for (const name of ['safe', 'risky', 'transferFee', 'USDC']) {
    const found = largest(name);
    expect(found.length).toBeGreaterThan(4);
    expect(found.length).toBeLessThanOrEqual(20);
    const amounts = found.map(({ amount }) => BigInt(String(amount)));
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

test('whatever is sent to a node is answered and never breaks it', () => {
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

test.each([
  [{}, 'lamports'],
  [{ ...account, lamports: -1 }, 'lamports must be'],
  [{ ...account, lamports: 1.5 }, 'lamports must be'],
  [{ ...account, lamports: '18446744073709551616' }, 'lamports must be'],
  [{ ...account, data: 'AQID' }, 'data must be'],
  [{ ...account, data: ['AQI', 'base64'] }, 'data must be'],
  [{ ...account, data: ['AQID', 'base58'] }, 'data must be'],
  [{ ...account, owner: 'nobody' }, 'owner must be'],
  [{ ...account, executable: 1 }, 'executable must be'],
  [[], 'the body must be the "account" object'],
])('an account %j is refused: %s', (body, sentence) => {
  const { chain, control } = testChain();
  const address = fixturesOf(chain).accounts['unfunded'] as string;
  expect(control('PUT', `/accounts/${address}`, body)).toEqual({
    status: 400,
    body: { error: expect.stringContaining(sentence) },
  });
  expect(control('PUT', '/accounts/nowhere', account).status).toBe(400);
});
