import { expect, test } from '@jest/globals';
import type { AccountSnapshot } from '@assay/solana/account';
import { numberedAddress, splMint, splTokenAccount } from '@assay/solana/testing/chain-accounts';
import { clockAccount } from '@assay/solana/testing/chain-fixtures';
import { openTestChain, rateLimited, type NodeBehavior, type TestChain } from '../testing/test-chain.ts';
import { payer } from '../testing/swap-scene.ts';
import { deferred, startMs } from '../testing/test-sources.ts';
import type { Attempt } from '../verification/answer.ts';
import type { OpinionProviders, GivenOpinion } from './opinions/opinion-providers.ts';

const type = 'chain.token_risk';
const mint = numberedAddress(1);
const params = { address: mint };
const holders = [10, 11, 12].map((number, index) =>
  splTokenAccount({
    address: numberedAddress(number),
    mint,
    owner: index === 0 ? payer : numberedAddress(20 + index),
    amount: 100n,
  }),
);
const ledger = [
  splMint({ address: mint, supply: 300n }),
  ...holders,
  clockAccount({ slot: 1n, epoch: 1n, unix: 1_760_000_000n }),
];

function chainOf(
  behaviors: Record<string, NodeBehavior>,
  opinions?: ReadonlyMap<string, OpinionProviders>,
): Promise<TestChain> {
  const largest = holders.map(({ address }) => address);
  return openTestChain(ledger, behaviors, opinions === undefined ? { largest } : { largest, opinions });
}

function riskOf(report: { readonly used?: { readonly dataJson: string } }) {
  return JSON.parse(report.used?.dataJson ?? '{}') as {
    readonly overallRisk: number;
    readonly topHoldersShareBps: number | null;
    readonly factors: readonly { readonly id: string }[];
  };
}

function opinionsOf(
  opinion: GivenOpinion | undefined,
  all: Promise<void> = Promise.resolve(),
): ReadonlyMap<string, OpinionProviders> {
  return new Map([
    [
      type,
      { sources: [], maxCostMicros: 40n, ask: () => ({ all, given: () => (opinion === undefined ? [] : [opinion]) }) },
    ],
  ]);
}

const attempt: Attempt = {
  provider: 'sandbox.rugcheck',
  span: 'ask rugcheck',
  role: 'peer',
  outcome: 'ok',
  askedAtMs: startMs,
  receivedAtMs: startMs,
  sourceAtMs: 0,
  dataJson: '{}',
  detail: '',
  costMicros: 40n,
  httpStatus: 200,
  coalesced: false,
};

test("both nodes list the largest holders, and each node's accounts of the list are read", async () => {
  const { ask, requests } = await chainOf({ 'node-a': {}, 'node-b': {} });
  const report = await ask(type, params, 'anchored');
  expect(report).toMatchObject({ outcome: 'delivered', level: 'anchored', totalCostMicros: 400n });
  expect(riskOf(report).topHoldersShareBps).toBe(10_000);
  expect(requests.filter((each) => each.endsWith('getTokenLargestAccounts'))).toHaveLength(2);
});

test('a list that only one of two nodes gives counts, and the level stays single_source', async () => {
  const { ask } = await chainOf({ 'node-a': { lists: false }, 'node-b': {} });
  const report = await ask(type, params);
  expect(riskOf(report).topHoldersShareBps).toBe(10_000);
  expect(report).toMatchObject({
    outcome: 'delivered',
    level: 'single_source',
    reason: expect.stringContaining('only sandbox.node-b listed the largest holders'),
  });
  expect(report.attempts.find(({ span }) => span === 'list node-a')).toMatchObject({ outcome: 'http_error' });
  expect(await ask(type, params, 'anchored')).toMatchObject({ outcome: 'refused', level: 'single_source' });
});

test('a third node lists the holders when one of two refuses', async () => {
  const { ask } = await chainOf({ 'node-a': { lists: false }, 'node-b': {}, 'node-c': {} });
  expect(await ask(type, params, 'anchored')).toMatchObject({ outcome: 'delivered', level: 'anchored' });
});

test.each<[string, NodeBehavior]>([
  ['limits every request', { answers: rateLimited }],
  ['limits the list alone', { answers: (method) => (method === 'getTokenLargestAccounts' ? rateLimited : undefined) }],
  ['refuses the list', { lists: false }],
])('two honest nodes anchor the risk when each of two others %s', async (_what, limited) => {
  const { ask } = await chainOf({ 'node-a': limited, 'node-b': limited, 'node-c': {}, 'node-d': {} });
  for (let call = 0; call < 3; call += 1) {
    const report = await ask(type, params, 'anchored');
    expect(report).toMatchObject({ outcome: 'delivered', level: 'anchored' });
    const lists = report.attempts.filter(({ span }) => span.startsWith('list'));
    expect(lists.filter(({ outcome }) => outcome !== 'ok').map(({ costMicros }) => costMicros)).not.toContain(100n);
  }
});

test('a token whose holders no node lists scores at least as much as with one holder of everything', async () => {
  const { ask } = await chainOf({ 'node-a': { lists: false }, 'node-b': { lists: false } });
  const report = await ask(type, params, 'anchored');
  const risk = riskOf(report);
  expect(risk.topHoldersShareBps).toBeNull();
  expect(risk.factors.map(({ id }) => id)).toContain('holders_unread');
  expect(risk.overallRisk).toBeGreaterThanOrEqual(50);
});

test.each([
  ['a wallet', [payer]],
  ['the mint itself', [mint]],
  ['addresses where nothing stands', Array.from({ length: 20 }, (_, index) => numberedAddress(500 + index))],
  ['nothing', []],
])('a node that lists %s changes neither the datum nor the level', async (_what, lists) => {
  const honest = await (await chainOf({ 'node-a': {}, 'node-b': {}, 'node-c': {} })).ask(type, params);
  for (const liar of ['node-a', 'node-b']) {
    const { ask } = await chainOf({ 'node-a': {}, 'node-b': {}, 'node-c': {}, [liar]: { lists } });
    const report = await ask(type, params, 'anchored');
    expect(report).toMatchObject({ outcome: 'delivered', level: 'anchored' });
    expect({ ...riskOf(report), slot: 0 }).toEqual({ ...riskOf(honest), slot: 0 });
  }
});

test('a node that refuses to list holders stays healthy', async () => {
  const { ask, chain } = await chainOf({ 'node-a': { lists: false }, 'node-b': { lists: false } });
  for (let times = 0; times < 4; times += 1) {
    await ask(type, params);
  }
  expect(chain.nodes.map(({ breaker }) => breaker.state())).toEqual(['closed', 'closed']);
});

const contrary: GivenOpinion = { attempt, contradiction: () => 'it says that nobody can mint' };

test('an opinion that contradicts two independent nodes is outvoted and named', async () => {
  const { ask } = await chainOf({ 'node-a': {}, 'node-b': {} }, opinionsOf(contrary));
  const report = await ask(type, params, 'anchored');
  expect(report).toMatchObject({ outcome: 'delivered', level: 'anchored', totalCostMicros: 440n });
  expect(report.reason).toContain(
    'outvoted by independent nodes: sandbox.rugcheck contradicts the state of the chain: it says that nobody can mint',
  );
});

test('two opinions that contradict two independent nodes are one group, and are outvoted too', async () => {
  const both = new Map([
    [
      type,
      { sources: [], maxCostMicros: 80n, ask: () => ({ all: Promise.resolve(), given: () => [contrary, contrary] }) },
    ],
  ]);
  const { ask } = await chainOf({ 'node-a': {}, 'node-b': {} }, both);
  expect(await ask(type, params)).toMatchObject({ outcome: 'delivered', level: 'anchored' });
});

test.each<[string, Record<string, NodeBehavior>]>([
  ['one node', { 'node-a': {} }],
  ['two nodes that a third contradicts', { 'node-a': {}, 'node-b': { shows: withMoreSupply }, 'node-c': {} }],
])('an opinion that contradicts %s causes a refusal that names its provider', async (_what, behaviors) => {
  const { ask } = await chainOf(behaviors, opinionsOf(contrary));
  expect(await ask(type, params)).toMatchObject({
    outcome: 'refused',
    reason: 'sandbox.rugcheck contradicts the state of the chain: it says that nobody can mint',
  });
});

function withMoreSupply(account: AccountSnapshot): AccountSnapshot {
  return account.address === mint ? splMint({ address: mint, supply: 301n }) : account;
}

test('an opinion that agrees or fails changes only the cost, and is part of the report', async () => {
  const opinion: GivenOpinion = { attempt, contradiction: () => undefined };
  const { ask } = await chainOf({ 'node-a': {}, 'node-b': {} }, opinionsOf(opinion));
  const report = await ask(type, params, 'anchored');
  expect(report).toMatchObject({ outcome: 'delivered', level: 'anchored', totalCostMicros: 440n });
  expect(report.attempts.at(-1)).toBe(attempt);
});

test('an answer does not wait for an opinion that never comes', async () => {
  const never = deferred<void>();
  const { ask, clock } = await chainOf({ 'node-a': {}, 'node-b': {} }, opinionsOf(undefined, never.promise));
  const startedAtMs = clock.now();
  expect((await ask(type, params, 'anchored')).outcome).toBe('delivered');
  expect(clock.now() - startedAtMs).toBeLessThan(1_000);
});
