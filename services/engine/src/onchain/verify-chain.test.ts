import { expect, test } from '@jest/globals';
import type { AccountSnapshot } from '@assay/solana/account';
import { numberedAddress, splTokenAccount } from '@assay/solana/testing/chain-accounts';
import { clockAccount } from '@assay/solana/testing/chain-fixtures';
import {
  unreachable,
  garbage,
  rateLimited,
  openTestChain,
  type NodeBehavior,
  type TestChain,
} from '../testing/test-chain.ts';
import { payer, swapScene, withBalanceChange } from '../testing/swap-scene.ts';
import { deferred } from '../testing/test-sources.ts';
import type { Fetched } from '@assay/providers/fetch';
import type { PairVerdict } from '@assay/catalog/outcomes';

const scene = swapScene();
const address = numberedAddress(1);
const holding = splTokenAccount({ address, mint: numberedAddress(2), owner: payer, amount: 100n });
const clock = clockAccount({ slot: 1n, epoch: 1n, unix: 1_760_000_000n });
const type = 'chain.token_account_owner';
const params = { account: address };

function chainOf(
  behaviors: Record<string, NodeBehavior>,
  relation?: (a: string, b: string) => PairVerdict,
): Promise<TestChain> {
  return openTestChain([holding, clock], behaviors, relation === undefined ? {} : { relation });
}

const lie = (account: AccountSnapshot): AccountSnapshot =>
  account.address === address ? withBalanceChange(account, 1n) : account;

test('two nodes that are measured to be independent and show the same anchor the answer', async () => {
  const { ask, requests } = await chainOf({ 'node-a': {}, 'node-b': {}, 'node-c': {} });
  const report = await ask(type, params, 'anchored');
  expect(report).toMatchObject({
    outcome: 'delivered',
    level: 'anchored',
    used: { provider: 'sandbox.node-a', costMicros: 100n },
    totalCostMicros: 200n,
    reason: expect.stringContaining('sandbox.node-b, measured to be independent of sandbox.node-a'),
  });
  expect(requests).toEqual(['node-a getMultipleAccounts', 'node-b getMultipleAccounts']);
  expect(report.attempts.map(({ provider, role, outcome }) => [provider, role, outcome])).toEqual([
    ['sandbox.node-a', 'source', 'ok'],
    ['sandbox.node-b', 'reference', 'ok'],
  ]);
  expect(report.pairs).toMatchObject([{ a: 'sandbox.node-a', b: 'sandbox.node-b', verdict: 'independent' }]);
});

test('the reference is never at an older slot than the source', async () => {
  const { ask } = await chainOf({ 'node-a': {}, 'node-b': { slotsBehind: 2 } });
  const report = await ask(type, params);
  expect(report).toMatchObject({ level: 'anchored', used: { provider: 'sandbox.node-b' } });
  const slots = Object.fromEntries(
    report.attempts.map(({ role, dataJson }) => [role, (JSON.parse(dataJson) as { readonly slot: number }).slot]),
  );
  expect(slots['reference']).toBeGreaterThanOrEqual(slots['source'] ?? Number.POSITIVE_INFINITY);
});

test.each<PairVerdict>(['unknown', 'shared_upstream'])(
  'nodes whose relation is %s do not confirm each other',
  async (relation) => {
    const { ask } = await chainOf({ 'node-a': {}, 'node-b': {}, 'node-c': {} }, () => relation);
    const report = await ask(type, params);
    expect(report).toMatchObject({ outcome: 'delivered', level: 'single_source' });
    expect(report.reason).toContain(
      relation === 'unknown'
        ? 'the independence of sandbox.node-b has not been measured yet'
        : 'sandbox.node-b shares its upstream',
    );
    expect(await ask(type, params, 'anchored')).toMatchObject({ outcome: 'refused', level: 'single_source' });
  },
);

test('two nodes that contradict each other are refused, and the refusal names both and the field', async () => {
  const { ask } = await chainOf({ 'node-a': {}, 'node-b': { shows: lie } });
  const report = await ask(type, params);
  expect(report.outcome).toBe('refused');
  expect(report.level).toBeUndefined();
  expect(report.reason).toContain(
    'sandbox.node-a at slot 400000000 is contradicted by sandbox.node-b at slot 400000000',
  );
  expect(report.reason).toContain('amount "101" against "100"');
});

test('a contradiction counts even from a node without any measurement', async () => {
  const { ask } = await chainOf({ 'node-a': {}, 'node-b': { shows: lie } }, () => 'unknown');
  expect((await ask(type, params)).outcome).toBe('refused');
});

test.each(['node-a', 'node-b', 'node-c'])('two independent nodes outvote one that lies: %s', async (liar) => {
  const chain = await chainOf({ 'node-a': {}, 'node-b': {}, 'node-c': {} });
  chain.behaviors[liar] = { shows: lie };
  const report = await chain.ask(type, params, 'anchored');
  expect(report).toMatchObject({ outcome: 'delivered', level: 'anchored' });
  expect(JSON.parse(report.used?.dataJson ?? '{}')).toMatchObject({ amount: '100' });
  expect(report.used?.provider).not.toBe(`sandbox.${liar}`);
});

test('a conflict of two nodes waits for a third one that is a little behind', async () => {
  const { ask } = await chainOf({ 'node-a': {}, 'node-b': { shows: lie }, 'node-c': { slotsBehind: 2 } });
  expect(await ask(type, params, 'anchored')).toMatchObject({ outcome: 'delivered', level: 'anchored' });
});

test('three nodes that all differ are in conflict, after a bounded number of reads', async () => {
  const also = (account: AccountSnapshot): AccountSnapshot =>
    account.address === address ? withBalanceChange(account, 2n) : account;
  const { ask } = await chainOf({
    'node-a': {},
    'node-b': { slotsBehind: 1, shows: lie },
    'node-c': { slotsBehind: 2, shows: also },
  });
  const report = await ask(type, params);
  expect(report.outcome).toBe('refused');
  expect(report.level).toBeUndefined();
  expect(report.attempts.length).toBeLessThanOrEqual(8);
});

test('a snapshot still counts when its node can no longer be read', async () => {
  const chain = await chainOf({ 'node-a': {}, 'node-b': { slotsBehind: 1 } });
  let reads = 0;
  chain.behaviors['node-b'] = {
    slotsBehind: 1,
    shows: (account) => {
      reads += account.address === address ? 1 : 0;
      if (reads === 1) {
        chain.behaviors['node-b'] = { answers: unreachable };
      }
      return lie(account);
    },
  };
  expect((await chain.ask(type, params)).outcome).toBe('refused');
});

test('a node that claims a slot far ahead does not make the others look late', async () => {
  const implausible: NodeBehavior = { slotsBehind: -1_000, shows: lie };
  for (const liar of ['node-a', 'node-b', 'node-c']) {
    const chain = await chainOf({ 'node-a': {}, 'node-b': {}, 'node-c': {} });
    chain.behaviors[liar] = implausible;
    const report = await chain.ask(type, params, 'anchored');
    expect(report).toMatchObject({ outcome: 'delivered', level: 'anchored' });
    expect(JSON.parse(report.used?.dataJson ?? '{}')).toMatchObject({ amount: '100' });
  }
});

test('the reason names the outvoted node', async () => {
  const { ask } = await chainOf({ 'node-a': { shows: lie }, 'node-b': {}, 'node-c': {} });
  expect((await ask(type, params)).reason).toContain('outvoted: sandbox.node-a');
});

test.each<[string, Fetched, string]>([
  ['dead', unreachable, 'connection refused'],
  ['garbage', garbage, 'not JSON-RPC'],
  ['429', rateLimited, 'HTTP 429'],
  ['an error page', { kind: 'answered', status: 500, body: undefined }, 'HTTP 500'],
  [
    'another shape',
    { kind: 'answered', status: 200, body: { jsonrpc: '2.0', id: 1n, result: { value: [] } } },
    'shape',
  ],
  [
    'another number of accounts',
    { kind: 'answered', status: 200, body: { result: { context: { slot: 5n }, value: [null, null, null] } } },
    'another number of accounts',
  ],
  [
    'fewer bytes than it says',
    {
      kind: 'answered',
      status: 200,
      body: {
        result: {
          context: { slot: 5n },
          value: [null, { data: ['AAAA', 'base64'], owner: payer, lamports: 1n, executable: false, space: 165n }],
        },
      },
    },
    'another number of bytes',
  ],
])('a node that fails (%s) is replaced by the next one', async (_name, answers, detail) => {
  const { ask } = await chainOf({ 'node-a': { answers }, 'node-b': {}, 'node-c': {} });
  const report = await ask(type, params, 'anchored');
  expect(report).toMatchObject({ outcome: 'delivered', level: 'anchored', totalCostMicros: 300n });
  const failed = report.attempts.find(({ provider }) => provider === 'sandbox.node-a');
  expect(failed?.outcome).not.toBe('ok');
  expect(failed?.detail).toContain(detail);
});

test('with one working node the answer is single_source, and the reason names the failures', async () => {
  const { ask } = await chainOf({
    'node-a': { answers: unreachable },
    'node-b': {},
    'node-c': { answers: unreachable },
  });
  const report = await ask(type, params);
  expect(report).toMatchObject({ outcome: 'delivered', level: 'single_source', used: { provider: 'sandbox.node-b' } });
  expect(report.reason).toContain('sandbox.node-a failed (connection refused)');
  expect(report.reason).toContain('sandbox.node-c failed (connection refused)');
  expect((await ask(type, params, 'consensus')).reason).toContain('consensus was required and only single_source');
});

test('without a working node the call fails, and the reason names every failure', async () => {
  const { ask } = await chainOf({ 'node-a': { answers: unreachable }, 'node-b': { answers: rateLimited } });
  expect(await ask(type, params)).toMatchObject({
    outcome: 'failed',
    reason: expect.stringContaining('sandbox.node-a: connection refused; sandbox.node-b: HTTP 429'),
  });
});

test('a node that is far behind is never the source or the reference', async () => {
  const chain = await chainOf({ 'node-a': { slotsBehind: 40, shows: lie }, 'node-b': {}, 'node-c': {} });
  const first = await chain.ask(type, params, 'anchored');
  expect(first).toMatchObject({ outcome: 'delivered', level: 'anchored' });
  expect(first.used?.provider).not.toBe('sandbox.node-a');
  expect(JSON.parse(first.used?.dataJson ?? '{}')).toMatchObject({ amount: '100' });
  await chain.pollNodes();
  chain.requests.length = 0;
  expect(await chain.ask(type, params)).toMatchObject({ level: 'anchored', totalCostMicros: 200n });
  expect(chain.requests).not.toContain('node-a getMultipleAccounts');
});

test('alongside a node that is far behind, a single node gives single_source with the distance in the reason', async () => {
  const chain = await chainOf({ 'node-a': {}, 'node-b': { slotsBehind: 40 } });
  await chain.pollNodes();
  const report = await chain.ask(type, params);
  expect(report).toMatchObject({ level: 'single_source', used: { provider: 'sandbox.node-a' } });
  expect(report.reason).toContain('sandbox.node-b is 40 slots behind');
});

test('a node that stops at a slot gets too old to be a source, even when it is the only node', async () => {
  const chain = await chainOf({ 'node-a': {} });
  expect((await chain.ask(type, params)).outcome).toBe('delivered');
  const { clock: time, behaviors } = chain;
  const still = (): void => {
    behaviors['node-a'] = { slotsBehind: Math.floor((time.now() - startedAtMs) / 400) };
  };
  const startedAtMs = time.now();
  await time.advance(20_000);
  still();
  expect((await chain.ask(type, params)).outcome).toBe('delivered');
  await time.advance(15_000);
  still();
  expect(await chain.ask(type, params)).toMatchObject({
    outcome: 'failed',
    reason: expect.stringContaining('seconds old'),
  });
});

test('state that moved between two reads is not a contradiction: the older read is repeated', async () => {
  const chain = await chainOf({ 'node-a': {}, 'node-b': { slotsBehind: 1 } });
  const before = chain.clock.now();
  chain.behaviors['node-b'] = {
    slotsBehind: 1,
    shows: (account) =>
      account.address === address && chain.clock.now() < before + 300 ? withBalanceChange(account, 5n) : account,
  };
  const report = await chain.ask(type, params, 'anchored');
  expect(report).toMatchObject({ outcome: 'delivered', level: 'anchored' });
  expect(JSON.parse(report.used?.dataJson ?? '{}')).toMatchObject({ amount: '100' });
});

test('a slow node is replaced by a hedge', async () => {
  const never = deferred<Fetched>();
  const { ask, clock: time } = await chainOf({
    'node-a': { answers: () => never.promise },
    'node-b': {},
    'node-c': {},
  });
  const startedAtMs = time.now();
  const report = await ask(type, params, 'anchored');
  expect(report).toMatchObject({ level: 'anchored', totalCostMicros: 300n });
  expect(time.now() - startedAtMs).toBeLessThan(1_500);
  expect(report.attempts.map(({ provider, role, outcome }) => [provider, role, outcome])).toContainEqual([
    'sandbox.node-c',
    'reference',
    'ok',
  ]);
});

test('an address without the expected account is no_source, with the reason', async () => {
  const { ask } = await chainOf({ 'node-a': {}, 'node-b': {} });
  expect(await ask(type, { account: numberedAddress(77) })).toMatchObject({
    outcome: 'no_source',
    problemCode: 'absent',
    reason: expect.stringContaining('no account exists at'),
  });
  expect(await ask('chain.pool_state', { pool: address })).toMatchObject({
    outcome: 'no_source',
    problemCode: 'wrong_kind',
    reason: expect.stringContaining('is a token account, not a CPMM or DAMM V2 pool'),
  });
});

test('the others contradict a node that hides an account', async () => {
  const hides = { shows: (account: AccountSnapshot) => (account.address === address ? null : account) };
  expect((await (await chainOf({ 'node-a': hides, 'node-b': {} })).ask(type, params)).outcome).toBe('refused');
  expect(await (await chainOf({ 'node-a': hides, 'node-b': {}, 'node-c': {} })).ask(type, params)).toMatchObject({
    outcome: 'delivered',
    level: 'anchored',
  });
});

test('invalid bytes fail their node, and when all nodes show them, they are the state of the chain', async () => {
  const cut = (account: AccountSnapshot): AccountSnapshot => ({ ...account, data: account.data.subarray(0, 100) });
  const single = await chainOf({ 'node-a': { shows: cut }, 'node-b': {}, 'node-c': {} });
  expect(await single.ask(type, params)).toMatchObject({ outcome: 'delivered', level: 'anchored' });
  const all = await chainOf({ 'node-a': { shows: cut }, 'node-b': { shows: cut } });
  expect(await all.ask(type, params)).toMatchObject({ outcome: 'no_source', problemCode: 'malformed' });
  const alone = await chainOf({ 'node-a': { shows: cut } });
  expect((await alone.ask(type, params)).outcome).toBe('failed');
});

test('a repeated question needs one read of each node', async () => {
  const chain = await openTestChain(scene.accounts, { 'node-a': {}, 'node-b': {} });
  const pool = { pool: scene.params.pool };
  const first = await chain.ask('chain.pool_state', pool, 'anchored');
  expect(chain.requests.length).toBe(4);
  const second = await chain.ask('chain.pool_state', pool, 'anchored');
  expect(chain.requests.length).toBe(6);
  expect(second.totalCostMicros).toBe(first.totalCostMicros);
});

test('no call costs more than the catalog states, whatever the nodes do', async () => {
  let balanceChange = 0n;
  const restless: NodeBehavior = {
    shows: (account) => (account.address === address ? withBalanceChange(account, (balanceChange += 1n)) : account),
  };
  const chain = await chainOf({ 'node-a': restless, 'node-b': restless, 'node-c': restless });
  await chain.pollNodes();
  const entry = chain.entries().find((each) => each.type === type);
  const report = await chain.ask(type, params);
  expect(report.outcome).toBe('refused');
  expect(report.totalCostMicros <= (entry?.maxCostMicros ?? 0n)).toBe(true);
  expect(report.totalCostMicros).toBe(report.attempts.reduce((sum, { costMicros }) => sum + costMicros, 0n));
});
