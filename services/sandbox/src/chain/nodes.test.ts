import { expect, test } from '@jest/globals';
import { bytesOf, slotOf, smallAccount } from '../testing/account-replies.ts';
import { fixturesOf, testChain } from '../testing/test-chain.ts';
import { sysvarIds } from './program-ids.ts';

const changedAccount = { ...smallAccount, data: ['BAUG', 'base64'] };
const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';

test('a slot lasts 400 ms, and the Clock account follows the slots', () => {
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

test('each node is 0 to 2 slots behind, never goes back, and behaves the same for the same seed', () => {
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
      now.forEach((behind, b) => slot > behind && led.get(names[index] as string)?.add(names[b] as string));
    });
    expect(slots(again.ask)).toEqual(now);
    before = now;
  }
  expect([...led.values()].map(({ size }) => size)).toEqual([2, 2, 2]);
});

test('a resold node shows what its backend shows, and has its own lag and state', () => {
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

test('there is no resold node unless the settings name its backend', () => {
  const { chain } = testChain();
  expect(chain.endpoints.map(({ name }) => name)).toEqual(['node-a', 'node-b', 'node-c']);
  expect(() => testChain(new Map(), 'node-x')).toThrow('unknown node "node-x"');
});

test('an account that was put is on all nodes at once', () => {
  const { chain, ask, control } = testChain();
  const address = fixturesOf(chain).accounts['unfunded'] as string;
  const put = control('PUT', `/accounts/${address}`, smallAccount).body as { readonly slot: number };
  for (const node of ['node-a', 'node-b', 'node-c']) {
    const read = ask(node, 'getAccountInfo', address, { encoding: 'base64', minContextSlot: put.slot });
    expect(bytesOf(read)).toBe('AQID');
    expect(slotOf(read)).toBeGreaterThanOrEqual(put.slot);
  }
});

test('many puts in a row leave the nodes at different slots', () => {
  const { chain, ask, control, pass } = testChain();
  const address = fixturesOf(chain).accounts['unfunded'] as string;
  const names = ['node-a', 'node-b', 'node-c'];
  const led = new Set<string>();
  let before = [0, 0, 0];
  for (let change = 0; change < 200; change += 1) {
    control('PUT', `/accounts/${address}`, change % 2 === 0 ? smallAccount : changedAccount);
    pass(20);
    const slots = names.map((node) => ask(node, 'getSlot').result as number);
    slots.forEach((slot, a) => {
      expect(slot).toBeGreaterThanOrEqual(before[a] as number);
      slots.forEach((behind, b) => slot > behind && led.add(`${a} ${b}`));
    });
    before = slots;
  }
  expect(led.size).toBe(6);
});

test.each([1, 2, 3])('a node with a lag of %i slots shows a change only after that time', (lagSlots) => {
  const { chain, ask, control, pass } = testChain();
  const address = fixturesOf(chain).accounts['unfunded'] as string;
  pass(10_000);
  control('PUT', '/providers/node-b', { state: 'up', lagSlots });
  const nodeData = (): string | undefined => bytesOf(ask('node-b', 'getAccountInfo', address, { encoding: 'base64' }));
  for (let change = 0; change < 20; change += 1) {
    control('PUT', `/accounts/${address}`, smallAccount);
  }
  pass(lagSlots * 400 - 1);
  expect(nodeData()).toBeUndefined();
  pass(1_201);
  expect(nodeData()).toBe('AQID');
});

test('a lagging node serves the old account at its older slot, refuses a newer slot, and catches up', () => {
  const { chain, ask, control, pass } = testChain();
  const address = fixturesOf(chain).accounts['unfunded'] as string;
  control('PUT', `/accounts/${address}`, smallAccount);
  pass(40_000);
  control('PUT', '/providers/node-b', { state: 'up', lagSlots: 10 });
  const { slot } = control('PUT', `/accounts/${address}`, changedAccount).body as { readonly slot: number };
  const lagging = ask('node-b', 'getAccountInfo', address, { encoding: 'base64' });
  expect(bytesOf(lagging)).toBe('AQID');
  const laggingSlot = slotOf(lagging);
  expect(slot - laggingSlot).toBeGreaterThanOrEqual(10);
  expect(slot - laggingSlot).toBeLessThanOrEqual(12);
  expect(ask('node-b', 'getSlot', { minContextSlot: slot }).error).toEqual({
    code: -32_016,
    message: 'Minimum context slot has not been reached',
    data: { contextSlot: laggingSlot },
  });
  expect(bytesOf(ask('node-a', 'getAccountInfo', address, { encoding: 'base64' }))).toBe('BAUG');
  pass(12 * 400);
  expect(bytesOf(ask('node-b', 'getAccountInfo', address, { encoding: 'base64', minContextSlot: slot }))).toBe('BAUG');
});

test('a price that is set moves its price account, while a lagging node still shows the former price', () => {
  const { chain, market, ask, control, now } = testChain();
  const { priceAccounts } = chain.page() as {
    readonly priceAccounts: Record<
      string,
      { readonly address: string; readonly originalAddress: string; readonly feedId: string }
    >;
  };
  const { address = '', originalAddress = '', feedId = '' } = priceAccounts['SOL'] ?? {};
  expect([address, originalAddress]).toEqual([
    '7AviUf9nL62mcxNbQGKm4nKDQnPjswo6c5MX4D57HmyE',
    '7UVimffxr9ow1uXYxsr4LHAcV58mLzhmwaeKvJ1pjLiE',
  ]);
  const read = (node: string): Buffer =>
    Buffer.from(bytesOf(ask(node, 'getAccountInfo', address, { encoding: 'base64' })) ?? '', 'base64');
  control('PUT', '/providers/node-c', { state: 'up', lagSlots: 5 });
  const before = read('node-c').readBigInt64LE(73);
  chain.beforePriceChange('SOL');
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
  const original = bytesOf(ask('node-a', 'getAccountInfo', originalAddress, { encoding: 'base64' })) ?? '';
  expect(Buffer.from(original, 'base64').readBigInt64LE(73)).toBe(1_250_000_000n);
});

test('a skewed node shifts amounts and prices and no other bytes', () => {
  const { chain, ask, control } = testChain();
  const { payer } = fixturesOf(chain).pools['cpmm'] ?? { payer: { tokenAccountB: '' } };
  const read = (node: string): Buffer =>
    Buffer.from(bytesOf(ask(node, 'getAccountInfo', payer.tokenAccountB, { encoding: 'base64' })) ?? '', 'base64');
  control('PUT', '/providers/node-c', { state: 'up', skewBps: 100 });
  const [honest, withSkew] = [read('node-a'), read('node-c')];
  expect(withSkew.readBigUInt64LE(64)).toBe((honest.readBigUInt64LE(64) * 101n) / 100n);
  expect(Buffer.concat([withSkew.subarray(0, 64), withSkew.subarray(72)])).toEqual(
    Buffer.concat([honest.subarray(0, 64), honest.subarray(72)]),
  );
});
