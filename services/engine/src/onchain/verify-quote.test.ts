import { expect, test } from '@jest/globals';
import { unreachable, openTestChain, type NodeBehavior, type TestChain } from '../testing/test-chain.ts';
import { swapScene, withBalanceChange } from '../testing/swap-scene.ts';
import { deferred } from '../testing/test-sources.ts';
import type { Fetched } from '@assay/providers/fetch';
import type { AccountSnapshot } from '@assay/solana/account';

const scene = swapScene();
const type = 'chain.swap_quote';
const good: NodeBehavior = { simulates: scene.amountOut };

function chainOf(
  behaviors: Record<string, NodeBehavior>,
  accounts: readonly AccountSnapshot[] = scene.accounts,
): Promise<TestChain> {
  return openTestChain(accounts, behaviors);
}

function dataOf(report: { readonly used?: { readonly dataJson: string } }): Record<string, unknown> {
  return JSON.parse(report.used?.dataJson ?? '{}') as Record<string, unknown>;
}

test('a quote that an independent node simulates to the same amount is anchored', async () => {
  const { ask, requests } = await chainOf({ 'node-a': { ...good }, 'node-b': { ...good }, 'node-c': { ...good } });
  const report = await ask(type, scene.params, 'anchored');
  expect(report).toMatchObject({
    outcome: 'delivered',
    level: 'anchored',
    totalCostMicros: 350n,
    reason: expect.stringContaining('simulated the swap and got the same amount'),
  });
  expect(dataOf(report)).toMatchObject({ amountOut: scene.amountOut.toString(), simulated: true });
  const source = report.used?.provider.replace('sandbox.', '');
  const simulators = requests.filter((each) => each.endsWith('simulateTransaction'));
  expect(simulators).toHaveLength(1);
  expect(simulators[0]).not.toContain(source);
});

test('a quote whose payer lacks funds is consensus, and the reason says so', async () => {
  const poor = scene.accounts.map((account) =>
    account.address === scene.params.inputTokenAccount ? withBalanceChange(account, -1n) : account,
  );
  const { ask, requests } = await chainOf({ 'node-a': { ...good }, 'node-b': { ...good } }, poor);
  const report = await ask(type, scene.params);
  expect(report).toMatchObject({
    outcome: 'delivered',
    level: 'consensus',
    reason: expect.stringContaining('it cannot be simulated'),
  });
  expect(dataOf(report)).toMatchObject({ simulated: false });
  expect(requests.filter((each) => each.endsWith('simulateTransaction'))).toEqual([]);
  expect(await ask(type, scene.params, 'anchored')).toMatchObject({ outcome: 'refused', level: 'consensus' });
});

test('a quote is consensus when no node simulates', async () => {
  const { ask } = await chainOf({ 'node-a': {}, 'node-b': {}, 'node-c': {} });
  const report = await ask(type, scene.params);
  expect(report).toMatchObject({ outcome: 'delivered', level: 'consensus' });
  expect(report.reason).toContain('did not simulate it');
});

test('a node that fails to simulate is replaced by another one that is independent of the source', async () => {
  const { ask } = await chainOf({ 'node-a': {}, 'node-b': {}, 'node-c': { ...good } });
  expect(await ask(type, scene.params)).toMatchObject({ outcome: 'delivered', level: 'anchored' });
});

test('a simulation with another amount causes a refusal that names the node and both amounts', async () => {
  const other = { simulates: scene.amountOut - 1n };
  const { ask } = await chainOf({ 'node-a': { ...other }, 'node-b': { ...other } });
  const report = await ask(type, scene.params);
  expect(report.outcome).toBe('refused');
  expect(report.reason).toMatch(/the simulation on sandbox\.node-[ab] gives \d+ instead of \d+/);
});

test('a quote that the program rejects is refused', async () => {
  const refuses: NodeBehavior = { simulates: { err: { InstructionError: [0n, { Custom: 6000n }] } } };
  const { ask } = await chainOf({ 'node-a': { ...refuses }, 'node-b': { ...refuses } });
  expect(await ask(type, scene.params)).toMatchObject({
    outcome: 'refused',
    reason: expect.stringContaining('rejected the swap'),
  });
});

test('a node whose simulation lies is outvoted by an independent third node', async () => {
  const { ask, behaviors } = await chainOf({
    'node-a': { ...good },
    'node-b': { simulates: 1n },
    'node-c': { ...good },
  });
  expect(behaviors['node-b']?.simulates).toBe(1n);
  const report = await ask(type, scene.params, 'anchored');
  expect(report).toMatchObject({ outcome: 'delivered', level: 'anchored' });
  expect(report.reason).toContain('the simulation on sandbox.node-b gives 1 instead of');
});

test('a simulation on newer state is not a contradiction: the quote is derived again from that state', async () => {
  const moved = scene.accounts.map((account) =>
    account.address === scene.inputVault ? withBalanceChange(account, 1_000_000_000n) : account,
  );
  const after = await (await chainOf({ 'node-a': {}, 'node-b': {} }, moved)).ask(type, scene.params);
  const amountAfter = BigInt(String(dataOf(after)['amountOut']));
  expect(amountAfter).not.toBe(scene.amountOut);
  const chain = await chainOf({ 'node-a': {}, 'node-b': {} });
  const simulates = (): bigint => {
    for (const account of moved) {
      chain.ledger.set(account.address, account);
    }
    chain.advanceSlot();
    return amountAfter;
  };
  chain.behaviors['node-a'] = { simulates };
  chain.behaviors['node-b'] = { simulates };
  const report = await chain.ask(type, scene.params, 'anchored');
  expect(report).toMatchObject({ outcome: 'delivered', level: 'anchored' });
  expect(dataOf(report)).toMatchObject({ amountOut: amountAfter.toString(), simulated: true });
});

test('a simulation that never agrees while the state keeps moving causes a refusal', async () => {
  const chain = await chainOf({ 'node-a': {}, 'node-b': {} });
  const simulates = (): bigint => {
    const vault = chain.ledger.get(scene.inputVault);
    if (vault !== undefined) {
      chain.ledger.set(scene.inputVault, withBalanceChange(vault, 1_000_000_000n));
    }
    chain.advanceSlot();
    return 1n;
  };
  chain.behaviors['node-a'] = { simulates };
  chain.behaviors['node-b'] = { simulates };
  expect(await chain.ask(type, scene.params)).toMatchObject({
    outcome: 'refused',
    reason: expect.stringContaining('while the state keeps moving'),
  });
});

test('a read that ends after the judgement changes nothing', async () => {
  const late = deferred<Fetched>();
  const chain = await chainOf({ 'node-a': { answers: () => late.promise }, 'node-b': {}, 'node-c': {} });
  const simulates = (): bigint => {
    late.resolve({
      kind: 'answered',
      status: 200,
      body: { result: { context: { slot: 1n }, value: [null, null, null, null] } },
    });
    return scene.amountOut;
  };
  chain.behaviors['node-b'] = { simulates };
  chain.behaviors['node-c'] = { simulates };
  const report = await chain.ask(type, scene.params, 'anchored');
  expect(report).toMatchObject({ outcome: 'delivered', level: 'anchored' });
  expect(report.attempts.find(({ provider }) => provider === 'sandbox.node-a')).toMatchObject({
    outcome: 'timeout',
    detail: 'enough others had answered',
    costMicros: 100n,
  });
});

test('a node that lies about a vault is never the source of a quote', async () => {
  const liar: NodeBehavior = {
    ...good,
    shows: (account) => (account.address === scene.inputVault ? withBalanceChange(account, 1_000_000n) : account),
  };
  const outvoted = await chainOf({ 'node-a': liar, 'node-b': { ...good }, 'node-c': { ...good } });
  const report = await outvoted.ask(type, scene.params, 'anchored');
  expect(report).toMatchObject({ outcome: 'delivered', level: 'anchored' });
  expect(dataOf(report)).toMatchObject({ amountOut: scene.amountOut.toString() });
  const split = await chainOf({ 'node-a': liar, 'node-b': { ...good } });
  expect((await split.ask(type, scene.params)).outcome).toBe('refused');
});

test('with one working node a quote is single_source and not simulated', async () => {
  const { ask, requests } = await chainOf({ 'node-a': { ...good }, 'node-b': { answers: unreachable } });
  const report = await ask(type, scene.params);
  expect(report).toMatchObject({ outcome: 'delivered', level: 'single_source' });
  expect(dataOf(report)).toMatchObject({ simulated: false });
  expect(requests).not.toContain('node-a simulateTransaction');
});

test('token accounts that do not fit the pool are no_source, with their code', async () => {
  const { ask } = await chainOf({ 'node-a': { ...good }, 'node-b': { ...good } });
  const { inputTokenAccount } = scene.params;
  expect(await ask(type, { ...scene.params, outputTokenAccount: inputTokenAccount })).toMatchObject({
    outcome: 'no_source',
    problemCode: 'wrong_accounts',
  });
});
