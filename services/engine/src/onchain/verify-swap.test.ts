import { expect, test } from '@jest/globals';
import { numberedAddress } from '@assay/solana/testing/chain-accounts';
import { unreachable, openTestChain, type NodeBehavior, type TestChain } from '../testing/test-chain.ts';
import { payer, swapScene } from '../testing/swap-scene.ts';
import { deferred } from '../testing/test-sources.ts';
import type { Fetched } from '@assay/providers/fetch';
import type { AccountSnapshot } from '@assay/solana/account';
import type { OpinionProviders } from './opinions/opinion-providers.ts';

const scene = swapScene();
const good: NodeBehavior = { simulates: scene.amountOut };

function chainOf(behaviors?: Record<string, NodeBehavior>): Promise<TestChain> {
  return openTestChain(scene.accounts, behaviors ?? { 'node-a': { ...good }, 'node-b': { ...good } }, {
    largest: [scene.params.outputTokenAccount],
  });
}

function dataOf(report: { readonly used?: { readonly dataJson: string } } | undefined): Record<string, unknown> {
  return JSON.parse(report?.used?.dataJson ?? '{}') as Record<string, unknown>;
}

test('both parts rest on one slot of one node, and the checked mint is the paid-out token', async () => {
  const swap = await (await chainOf()).askSwap(scene.params);
  expect(swap.quote).toMatchObject({ outcome: 'delivered', level: 'anchored' });
  expect(swap.risk).toMatchObject({ outcome: 'delivered', level: 'anchored' });
  expect(swap.checkedMint).toBe(scene.outputMint);
  expect(dataOf(swap.risk)).toMatchObject({ address: scene.outputMint, slot: dataOf(swap.quote)['slot'] });
  expect(swap.risk?.used?.provider).toBe(swap.quote.used?.provider);
  expect(swap.risk?.params).toEqual({ address: scene.outputMint });
});

test('each part costs what it costs alone', async () => {
  const { ask, askSwap } = await chainOf();
  const swap = await askSwap(scene.params);
  const quote = await ask('chain.swap_quote', scene.params);
  const risk = await ask('chain.token_risk', { address: scene.outputMint });
  expect(swap.quote.totalCostMicros).toBe(quote.totalCostMicros);
  expect(swap.risk?.totalCostMicros).toBe(risk.totalCostMicros);
  expect(swap.quote.used?.costMicros).toBe(quote.used?.costMicros);
});

test("both parts equal the two types alone, and the risk also covers the pool's liquidity", async () => {
  const { ask, askSwap } = await chainOf();
  const swap = await askSwap(scene.params);
  const { slot: _one, ...quote } = dataOf(await ask('chain.swap_quote', scene.params));
  expect(dataOf(swap.quote)).toMatchObject(quote);
  const alone = dataOf(await ask('chain.token_risk', { address: scene.outputMint }));
  const ids = (data: Record<string, unknown>): readonly string[] =>
    (data['factors'] as readonly { readonly id: string }[]).map(({ id }) => id);
  expect(ids(dataOf(swap.risk)).filter((id) => !id.startsWith('liquidity'))).toEqual(
    ids(alone).filter((id) => !id.startsWith('liquidity')),
  );
  expect(ids(alone)).toContain('liquidity_not_examined');
  expect(ids(dataOf(swap.risk))).not.toContain('liquidity_not_examined');
});

test('another amount of a known trade needs one read of each node', async () => {
  const { requests, askSwap } = await chainOf();
  await askSwap(scene.params);
  requests.length = 0;
  const swap = await askSwap({ ...scene.params, amountIn: '2' });
  expect(swap.risk).toMatchObject({ outcome: 'delivered' });
  const reads = requests.filter((each) => each.endsWith('getMultipleAccounts'));
  expect(reads.toSorted()).toEqual(['node-a getMultipleAccounts', 'node-b getMultipleAccounts']);
});

test('the simulation of a known trade runs while the holder lists are still in flight', async () => {
  const list = deferred<void>();
  const chain = await chainOf();
  await chain.askSwap(scene.params);
  chain.requests.length = 0;
  for (const node of ['node-a', 'node-b']) {
    chain.behaviors[node] = {
      simulates: () => {
        list.resolve();
        return scene.amountOut;
      },
      answers: (method) => (method === 'getTokenLargestAccounts' ? list.promise.then(() => unreachable) : undefined),
    };
  }
  const { quote, risk } = await chain.askSwap(scene.params);
  expect(quote).toMatchObject({ outcome: 'delivered', level: 'anchored', totalCostMicros: 350n });
  expect(risk).toMatchObject({ outcome: 'delivered' });
  expect(chain.requests.filter((each) => each.endsWith('simulateTransaction'))).toHaveLength(1);
});

test('a speculative simulation that fails is reported with its cost, and another node simulates', async () => {
  const behaviors: Record<string, NodeBehavior> = {
    'node-a': { ...good },
    'node-b': { ...good },
    'node-c': { ...good },
  };
  const chain = await chainOf(behaviors);
  await chain.askSwap(scene.params);
  const simulators: string[] = [];
  for (const node of Object.keys(behaviors)) {
    const first = (): boolean => simulators.push(node) === 1;
    behaviors[node] = {
      ...good,
      answers: (method) => (method === 'simulateTransaction' && first() ? unreachable : undefined),
    };
  }
  const { quote } = await chain.askSwap(scene.params);
  expect(quote).toMatchObject({ outcome: 'delivered', level: 'anchored' });
  expect(new Set(simulators).size).toBe(2);
  const spans = quote.attempts.filter(({ span }) => span.startsWith('simulate'));
  expect(spans.map(({ span, outcome }) => [span, outcome])).toEqual([
    [`simulate ${simulators[0]}`, 'unreachable'],
    [`simulate ${simulators[1]}`, 'ok'],
  ]);
});

test('a speculative simulation of a quote that no node confirms is reported', async () => {
  const chain = await chainOf();
  await chain.askSwap(scene.params);
  chain.behaviors['node-b'] = { ...good, slotsBehind: 20 };
  const { quote } = await chain.askSwap(scene.params);
  expect(quote).toMatchObject({ outcome: 'delivered', level: 'single_source' });
  expect(quote.attempts.map(({ span }) => span)).toContain('simulate node-a');
  expect(quote.attempts.reduce((sum, { costMicros }) => sum + costMicros, 0n)).toBe(quote.totalCostMicros);
});

test('opinions on a known trade are requested at once, and only once', async () => {
  const about: string[] = [];
  const opinionProviders: OpinionProviders = {
    sources: [],
    maxCostMicros: 0n,
    ask: ({ address = '' }) => {
      about.push(address);
      return { all: Promise.resolve(), given: () => [] };
    },
  };
  const behaviors: Record<string, NodeBehavior> = { 'node-a': { ...good }, 'node-b': { ...good } };
  const chain = await openTestChain(scene.accounts, behaviors, {
    largest: [],
    opinions: new Map([['chain.token_risk', opinionProviders]]),
  });
  await chain.askSwap(scene.params);
  expect(about).toEqual([scene.outputMint]);
  const answers = (): Fetched => {
    expect(about).toHaveLength(1);
    return unreachable;
  };
  behaviors['node-a'] = { answers };
  behaviors['node-b'] = { answers };
  await chain.askSwap(scene.params);
  expect(about).toEqual([scene.outputMint, scene.outputMint]);
});

test("the report has the trade's token accounts as they are on chain", async () => {
  const swap = await (await chainOf()).askSwap(scene.params);
  const { inputTokenAccount, outputTokenAccount } = scene.params;
  expect(swap.inputAccount).toEqual({ address: inputTokenAccount, exists: true, mint: scene.inputMint, owner: payer });
  expect(swap.outputAccount).toEqual({
    address: outputTokenAccount,
    exists: true,
    mint: scene.outputMint,
    owner: payer,
  });
});

test('token accounts that do not fit the pool give no quote, and are part of the report', async () => {
  const { askSwap, ledger } = await chainOf();
  const stranger = numberedAddress(9_003);
  ledger.set(stranger, { ...(ledger.get(scene.params.outputTokenAccount) as AccountSnapshot), address: stranger });
  const mints = ledger.get(stranger) as AccountSnapshot;
  const data = Uint8Array.from(mints.data);
  data.fill(9, 0, 32);
  ledger.set(stranger, { ...mints, data });
  const swap = await askSwap({ ...scene.params, outputTokenAccount: stranger });
  expect(swap.quote).toMatchObject({ outcome: 'no_source', problemCode: 'wrong_accounts' });
  expect(swap.checkedMint).toBe(scene.outputMint);
  expect(swap.risk?.outcome).toBe('delivered');
  expect(swap.outputAccount).toMatchObject({ exists: true, owner: payer });
  expect(swap.outputAccount?.mint).not.toBe(scene.outputMint);
});

test('without a pool there is no quote, no mint and no risk', async () => {
  const swap = await (await chainOf()).askSwap({ ...scene.params, pool: numberedAddress(55) });
  expect(swap.quote).toMatchObject({ outcome: 'no_source', problemCode: 'absent' });
  expect(swap.risk).toBeUndefined();
  expect(swap.checkedMint).toBe('');
});

test('without a working node both parts fail', async () => {
  const down: NodeBehavior = { answers: { kind: 'unreachable', detail: 'connection refused' } };
  const swap = await (await chainOf({ 'node-a': down, 'node-b': down })).askSwap(scene.params);
  expect(swap).toMatchObject({ quote: { outcome: 'failed' }, risk: { outcome: 'failed' }, checkedMint: '' });
});

test('the required level applies to each part', async () => {
  const { askSwap } = await openTestChain(scene.accounts, { 'node-a': { ...good } }, { largest: [] });
  const swap = await askSwap(scene.params, 'anchored');
  expect(swap.quote).toMatchObject({ outcome: 'refused', level: 'single_source' });
  expect(swap.risk).toMatchObject({ outcome: 'refused', level: 'single_source' });
});

test('the report has the fee of the pool for this trade, and none without a quote', async () => {
  const { askSwap } = await openTestChain(scene.accounts, { 'node-a': {}, 'node-b': {} });
  const { quote, feeBps } = await askSwap(scene.params);
  const { feeAmount } = JSON.parse(quote.used?.dataJson ?? '{}') as { readonly feeAmount: string };
  const ofInput = Math.floor((Number(feeAmount) / Number(scene.params.amountIn)) * 1_000_000) / 100;
  expect(feeBps).toBe(ofInput);
  expect(feeBps).toBeGreaterThan(0);
  const empty = await openTestChain([], { 'node-a': {}, 'node-b': {} });
  expect((await empty.askSwap(scene.params)).feeBps).toBeUndefined();
});

test.each([
  ['without an amount', { amountIn: undefined }, 'MISSING_PARAM'],
  ['with an amount of zero', { amountIn: '0' }, 'INVALID_PARAM'],
  ['with a pool that is no address', { pool: 'nope' }, 'INVALID_PARAM'],
  ['with an unknown parameter', { slippage: '1' }, 'INVALID_PARAM'],
])(
  'a trade %s is refused before a node is asked, so that the gate gets nothing to judge',
  async (_title, wrong, code) => {
    const { requests, askSwap } = await chainOf();
    const params = JSON.parse(JSON.stringify({ ...scene.params, ...wrong })) as Record<string, string>;
    await expect(askSwap(params)).rejects.toMatchObject({ code });
    expect(requests).toEqual([]);
  },
);
