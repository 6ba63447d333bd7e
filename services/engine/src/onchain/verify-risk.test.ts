import { expect, test } from '@jest/globals';
import { numberedAddress, splMint, splTokenAccount } from '@assay/solana/testing/chain-accounts';
import { clockAccount } from '@assay/solana/testing/chain-fixtures';
import { openTestChain, type NodeBehavior, type TestChain } from '../testing/test-chain.ts';
import { payer } from '../testing/swap-scene.ts';
import { held, startMs } from '../testing/world.ts';
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

test('both nodes list the largest holders, whose accounts are then read from each', async () => {
  const { ask, requests } = await chainOf({ 'node-a': {}, 'node-b': {} });
  const report = await ask(type, params, 'anchored');
  expect(report).toMatchObject({ outcome: 'delivered', level: 'anchored', totalCostMicros: 400n });
  expect(riskOf(report).topHoldersShareBps).toBe(10_000);
  expect(requests.filter((each) => each.endsWith('getTokenLargestAccounts'))).toHaveLength(2);
});

test('a node that will not list holders is no failure, since the other one does', async () => {
  const { ask } = await chainOf({ 'node-a': { lists: false }, 'node-b': {} });
  const report = await ask(type, params, 'anchored');
  expect(riskOf(report).topHoldersShareBps).toBe(10_000);
  expect(report.attempts.find(({ span }) => span === 'list node-a')).toMatchObject({ outcome: 'http_error' });
});

test('when no node lists the holders that is a factor with points, never silence', async () => {
  const { ask } = await chainOf({ 'node-a': { lists: false }, 'node-b': { lists: false } });
  const report = await ask(type, params, 'anchored');
  const risk = riskOf(report);
  expect(risk.topHoldersShareBps).toBeNull();
  expect(risk.factors.map(({ id }) => id)).toContain('holders_unread');
  expect(risk.overallRisk).toBeGreaterThanOrEqual(20);
});

test('a node that refuses lists keeps its health', async () => {
  const { ask, chain } = await chainOf({ 'node-a': { lists: false }, 'node-b': { lists: false } });
  for (let times = 0; times < 4; times += 1) {
    await ask(type, params);
  }
  expect(chain.nodes.map(({ breaker }) => breaker.state())).toEqual(['closed', 'closed']);
});

test('a peer that contradicts the state of the chain makes a refusal that names it', async () => {
  const opinion: GivenOpinion = { attempt, contradiction: () => 'it says that nobody can mint' };
  const { ask } = await chainOf({ 'node-a': {}, 'node-b': {} }, opinionsOf(opinion));
  expect(await ask(type, params)).toMatchObject({
    outcome: 'refused',
    reason: 'sandbox.rugcheck contradicts the state of the chain: it says that nobody can mint',
    totalCostMicros: 440n,
  });
});

test('a peer that agrees or fails changes nothing but the cost, and is recorded', async () => {
  const opinion: GivenOpinion = { attempt, contradiction: () => undefined };
  const { ask } = await chainOf({ 'node-a': {}, 'node-b': {} }, opinionsOf(opinion));
  const report = await ask(type, params, 'anchored');
  expect(report).toMatchObject({ outcome: 'delivered', level: 'anchored', totalCostMicros: 440n });
  expect(report.attempts.at(-1)).toBe(attempt);
});

test('a peer that does not answer is not waited for', async () => {
  const never = held<void>();
  const { ask, clock } = await chainOf({ 'node-a': {}, 'node-b': {} }, opinionsOf(undefined, never.promise));
  const startedAtMs = clock.now();
  expect((await ask(type, params, 'anchored')).outcome).toBe('delivered');
  expect(clock.now() - startedAtMs).toBeLessThan(1_000);
});
