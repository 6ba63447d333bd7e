import { expect, test } from '@jest/globals';
import { numberedAddress, splMint, splTokenAccount } from '@assay/solana/testing/chain-accounts';
import { clockAccount } from '@assay/solana/testing/chain-fixtures';
import { openTestChain, type NodeBehavior, type TestChain } from '../testing/test-chain.ts';
import { payer } from '../testing/swap-scene.ts';
import { deferred, startMs } from '../testing/test-sources.ts';
import type { AttemptReport } from '../verification/report.ts';
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
    [type, { maxCostMicros: 40n, ask: () => ({ all, given: () => (opinion === undefined ? [] : [opinion]) }) }],
  ]);
}

const attempt: AttemptReport = {
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

test('a node that refuses to list holders is no failure while another node lists them', async () => {
  const { ask } = await chainOf({ 'node-a': { lists: false }, 'node-b': {} });
  const report = await ask(type, params, 'anchored');
  expect(riskOf(report).topHoldersShareBps).toBe(10_000);
  expect(report.attempts.find(({ span }) => span === 'list node-a')).toMatchObject({ outcome: 'http_error' });
});

test('holders that no node lists are a factor with points', async () => {
  const { ask } = await chainOf({ 'node-a': { lists: false }, 'node-b': { lists: false } });
  const report = await ask(type, params, 'anchored');
  const risk = riskOf(report);
  expect(risk.topHoldersShareBps).toBeNull();
  expect(risk.factors.map(({ id }) => id)).toContain('holders_unread');
  expect(risk.overallRisk).toBeGreaterThanOrEqual(20);
});

test('a node that refuses to list holders stays healthy', async () => {
  const { ask, chain } = await chainOf({ 'node-a': { lists: false }, 'node-b': { lists: false } });
  for (let times = 0; times < 4; times += 1) {
    await ask(type, params);
  }
  expect(chain.nodes.map(({ breaker }) => breaker.state())).toEqual(['closed', 'closed']);
});

test('an opinion that contradicts the chain causes a refusal that names its provider', async () => {
  const opinion: GivenOpinion = { attempt, contradiction: () => 'it says that nobody can mint' };
  const { ask } = await chainOf({ 'node-a': {}, 'node-b': {} }, opinionsOf(opinion));
  expect(await ask(type, params)).toMatchObject({
    outcome: 'refused',
    reason: 'sandbox.rugcheck contradicts the state of the chain: it says that nobody can mint',
    totalCostMicros: 440n,
  });
});

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
