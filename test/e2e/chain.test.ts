import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { createAccount, type TestAccount } from '@assay/stack/testing/accounts';
import { entryOf, levelOf, sourceOf, type CatalogEntry } from './support/catalog.ts';
import { readChainFixtures, swapParams, type ChainFixtures } from './support/chain-fixtures.ts';
import { nodeNames, nodesMeasuredWithinMs } from './support/nodes.ts';
import { assay } from './support/operator.ts';
import { openAccountOverrides, openProviderFaults, setProvider, withTokenAmount } from './support/sandbox-control.ts';
import { getData, send, sharedSystem, until, type HttpAnswer } from './support/system.ts';

const system = sharedSystem();
const faults = openProviderFaults(system);
const overrides = openAccountOverrides(system);
const url = system.gatewayUrl;

let account: TestAccount;
let fixtures: ChainFixtures;

async function untilRecovered(): Promise<void> {
  await until(
    () => entryOf(system, account.key, 'chain.pool_state'),
    (entry) => entry?.maxLevel === 'anchored' && entry.providers === 3,
    nodesMeasuredWithinMs,
  );
}

/** Sets the balance of a token account on the sandbox's chain. */
async function setAmount(address: string, amount: bigint): Promise<void> {
  await overrides.set(address, withTokenAmount(fixtures.initialAccount(address), amount));
}

function ask(type: string, params: object, more: object = {}): Promise<HttpAnswer> {
  return getData(url, account.key, type, params, more);
}

function dataOf({ body }: HttpAnswer): Record<string, unknown> {
  return (body['data'] ?? {}) as Record<string, unknown>;
}

beforeAll(async () => {
  account = await createAccount(system);
  fixtures = await readChainFixtures(system);
  await untilRecovered();
}, nodesMeasuredWithinMs + 10_000);

afterEach(async () => {
  await faults.clear();
  await overrides.clear();
  await untilRecovered();
}, nodesMeasuredWithinMs);

test('all six chain types are listed, and each documented example reaches anchored', async () => {
  const { body } = await send(`${url}/v1/types`, { key: account.key });
  const chain = (body['types'] as readonly CatalogEntry[]).filter(({ type }) => type.startsWith('chain.'));
  expect(chain.map(({ type }) => type)).toEqual([
    'chain.can_sign',
    'chain.pool_state',
    'chain.resolve_address',
    'chain.swap_quote',
    'chain.token_account_owner',
    'chain.token_risk',
  ]);
  const pool = fixtures.pool('cpmm');
  const examples: Readonly<Record<string, object>> = {
    'chain.can_sign': { signer: pool.payer.wallet, target: pool.payer.tokenAccountB },
    'chain.pool_state': { pool: pool.address },
    'chain.resolve_address': { address: pool.mintA },
    'chain.swap_quote': swapParams(pool),
    'chain.token_account_owner': { account: pool.payer.tokenAccountB },
    'chain.token_risk': { address: pool.mintB },
  };
  for (const { type, maxDebitCredits } of chain) {
    const answer = await ask(type, examples[type] ?? {}, { minLevel: 'anchored' });
    expect([type, answer.status, levelOf(answer)]).toEqual([type, 200, 'anchored']);
    expect(answer.body['verification']).toMatchObject({
      origin: 'derived',
      source: expect.stringMatching(/^sandbox\.node-/),
    });
    expect(dataOf(answer)['slot']).toEqual(expect.any(Number));
    expect(answer.body['debitedCredits'] as number).toBeLessThanOrEqual(maxDebitCredits);
  }
});

test('every pool of the sandbox gives a simulated quote or a message that says why it cannot', async () => {
  for (const [name, pool] of Object.entries(fixtures.pools)) {
    const answer = await ask('chain.swap_quote', swapParams(pool));
    if (/Disabled|NotOpen/.test(name)) {
      expect([name, answer.body['status']]).toEqual([name, 'no_source']);
      expect(String(answer.body['message'])).toMatch(/switched off|opens at/);
      expect(answer.body['debitedCredits']).toBe(0);
    } else {
      expect([name, levelOf(answer), dataOf(answer)['simulated']]).toEqual([name, 'anchored', true]);
      expect(String(dataOf(answer)['amountOut'])).toMatch(/^[1-9]\d*$/);
    }
  }
});

test("a swap beyond the payer's balance is quoted from two nodes and marked as not simulated", async () => {
  const pool = fixtures.pool('cpmm');
  const payer = pool.poorPayer ?? pool.payer;
  const answer = await ask('chain.swap_quote', swapParams({ ...pool, payer }, '1000000000'));
  expect([levelOf(answer), dataOf(answer)['simulated']]).toEqual(['consensus', false]);
  expect(
    (await ask('chain.swap_quote', swapParams({ ...pool, payer }, '1000000000'), { minLevel: 'anchored' })).body,
  ).toMatchObject({
    status: 'refused',
    reached: 'consensus',
    debitedCredits: 0,
  });
});

test('address kinds, signing roles and account owners match the fixtures', async () => {
  const kinds = ['wallet', 'unfunded', 'pda', 'nonce', 'stake', 'vote', 'program'];
  for (const kind of kinds) {
    expect(dataOf(await ask('chain.resolve_address', { address: fixtures.address(kind) }))).toMatchObject({ kind });
  }
  const delegated = fixtures.named('delegatedTokenAccount');
  const delegate = await ask('chain.can_sign', { signer: delegated['delegate'], target: delegated['address'] });
  expect(dataOf(delegate)).toMatchObject({ canSign: true, role: 'delegate' });
  const shared = fixtures.named('multisig2of3');
  const member = await ask('chain.can_sign', { signer: shared.members?.[0], target: shared['address'] });
  expect(dataOf(member)).toMatchObject({ canSign: false, role: 'multisigMember' });
  expect(dataOf(member)['reason']).toContain('2 of its 3 members');
  const frozen = fixtures.named('frozenTokenAccount');
  expect(dataOf(await ask('chain.token_account_owner', { account: frozen['address'] }))).toMatchObject({
    owner: frozen['owner'],
    state: 'frozen',
  });
});

test('a question about the wrong kind of address is no_source, uncharged, and the message names the kind', async () => {
  const wallet = fixtures.address('wallet');
  for (const [type, params] of [
    ['chain.pool_state', { pool: wallet }],
    ['chain.token_risk', { address: wallet }],
    ['chain.token_account_owner', { account: wallet }],
  ] as const) {
    const { status, body } = await ask(type, params);
    expect([type, status, body['status'], body['debitedCredits']]).toEqual([type, 200, 'no_source', 0]);
    expect(String(body['message'])).toContain('is a wallet');
  }
  const { body } = await ask('chain.pool_state', { pool: fixtures.address('unfunded') });
  expect(String(body['message'])).toContain('no account exists at');
});

test('the next answer after a change on chain has the new value and is anchored', async () => {
  const { tokenAccountA } = fixtures.pool('cpmm').payer;
  await setAmount(tokenAccountA, 4_242n);
  const answer = await ask('chain.token_account_owner', { account: tokenAccountA }, { minLevel: 'anchored' });
  expect(dataOf(answer)).toMatchObject({ amount: '4242' });
});

test.each(nodeNames)('two honest nodes outvote %s, which is never the source', async (liar) => {
  const { tokenAccountA } = fixtures.pool('cpmm').payer;
  await faults.inject([liar], { state: 'up', skewBps: 300 });
  const owner = await ask('chain.token_account_owner', { account: tokenAccountA });
  expect([levelOf(owner), dataOf(owner)['amount']]).toEqual(['anchored', '1000000000000000']);
  expect(sourceOf(owner)).not.toBe(liar);
  const pool = fixtures.pool('cpmm');
  const state = await ask('chain.pool_state', { pool: pool.address });
  expect([levelOf(state), dataOf(state)['reserveB']]).toEqual(['anchored', '4000000000000']);
  expect(sourceOf(state)).not.toBe(liar);
  // False reserves change the price of a large trade only, so the test asks for a large trade.
  const quote = await ask('chain.swap_quote', swapParams(pool, '1000000000000'));
  expect([levelOf(quote), dataOf(quote)['simulated'], quote.body['reason']]).toEqual(['anchored', true, undefined]);
  expect(sourceOf(quote)).not.toBe(liar);
});

test('two nodes that contradict each other give a refusal that names them', async () => {
  await faults.inject(['node-a'], { state: 'down' });
  await faults.inject(['node-b'], { state: 'up', skewBps: 300 });
  const { status, body } = await ask('chain.token_account_owner', {
    account: fixtures.pool('cpmm').payer.tokenAccountA,
  });
  expect(status).toBe(409);
  expect(body).toMatchObject({ status: 'refused', code: 'NO_QUALIFYING_DELIVERY', reached: null, debitedCredits: 0 });
  expect(String(body['reason'])).toMatch(/sandbox\.node-[bc] at slot \d+ is contradicted by sandbox\.node-[bc]/);
});

test.each(nodeNames)('no answer is anchored by a lagging %s', async (lagging) => {
  const { tokenAccountA } = fixtures.pool('cpmm').payer;
  await faults.inject([lagging], { state: 'up', lagSlots: 60 });
  await setAmount(tokenAccountA, 777n);
  const answer = await ask('chain.token_account_owner', { account: tokenAccountA });
  expect([levelOf(answer), dataOf(answer)['amount']]).toEqual(['anchored', '777']);
  expect(sourceOf(answer)).not.toBe(lagging);
  await until(
    () => entryOf(system, account.key, 'chain.pool_state'),
    (listedEntry) => (listedEntry?.providers ?? 3) < 3,
    2_000,
  );
});

test('a lagging node is behind, however many slots changes of accounts made meanwhile', async () => {
  const { tokenAccountA } = fixtures.pool('cpmm').payer;
  for (let change = 0; change < 300; change += 1) {
    await setAmount(tokenAccountA, BigInt(change));
  }
  await faults.inject(['node-a'], { state: 'up', lagSlots: 60 });
  const entry = await until(
    () => entryOf(system, account.key, 'chain.pool_state'),
    (listedEntry) => (listedEntry?.providers ?? 3) < 3,
    2_000,
  );
  expect(entry?.providers).toBe(2);
});

test('with one node left answers are single_source, and the catalog says why within two seconds', async () => {
  await faults.inject(['node-a'], { state: 'down' });
  await faults.inject(['node-c'], { state: 'up', lagSlots: 60 });
  const entry = await until(
    () => entryOf(system, account.key, 'chain.pool_state'),
    (listedEntry) => /node-a is down.*node-c is \d+ slots behind/.test(listedEntry?.capReason ?? ''),
    2_000,
  );
  expect(entry?.maxLevel).toBe('single_source');
  const answer = await ask('chain.pool_state', { pool: fixtures.pool('cpmm').address });
  expect([levelOf(answer), sourceOf(answer)]).toEqual(['single_source', 'node-b']);
  const refused = await ask('chain.pool_state', { pool: fixtures.pool('cpmm').address }, { minLevel: 'anchored' });
  expect(refused.status).toBe(409);
  expect(String(refused.body['reason'])).toContain('sandbox.node-c is');
});

test('without a node the chain types leave the catalog and calls fail uncharged, until a node is back', async () => {
  for (const node of nodeNames) {
    await faults.inject([node], { state: 'down' });
  }
  const params = { pool: fixtures.pool('cpmm').address };
  const failed = await ask('chain.pool_state', params);
  expect([failed.status, failed.body['code']]).toEqual([500, 'RESOLVE_FAILED']);
  await until(
    () => entryOf(system, account.key, 'chain.pool_state'),
    (listedEntry) => listedEntry === undefined,
    2_500,
  );
  expect((await ask('chain.pool_state', params)).status).toBe(404);
  await setProvider(system, 'node-b', { state: 'up' });
  await until(
    () => entryOf(system, account.key, 'chain.pool_state'),
    (listedEntry) => listedEntry !== undefined,
    2_500,
  );
  expect((await ask('chain.pool_state', params)).status).toBe(200);
});

test.each([
  ['slow', { state: 'slow', delayMs: 20_000 }],
  ['garbage', { state: 'garbage' }],
  ['rate limited', { state: 'rate_limited' }],
  ['an error', { state: 'error' }],
])('a node with the fault "%s" does not lower the level', async (_, state) => {
  await faults.inject(['node-a'], state);
  const startedAt = performance.now();
  const answer = await ask('chain.pool_state', { pool: fixtures.pool('dammV2').address }, { minLevel: 'anchored' });
  expect([answer.status, levelOf(answer)]).toEqual([200, 'anchored']);
  expect(performance.now() - startedAt).toBeLessThan(4_000);
});

test('truncated, zeroed or swapped account bytes are never delivered', async () => {
  const { address } = fixtures.pool('cpmm');
  const { data, owner, lamports } = fixtures.initialAccount(address);
  const bytes = Buffer.from(data[0], 'base64');
  const other = Buffer.from(fixtures.initialAccount(fixtures.pool('cpmmCreatorFee').address).data[0], 'base64');
  for (const changed of [bytes.subarray(0, 300), Buffer.alloc(bytes.length), Buffer.alloc(0), other]) {
    await overrides.set(address, { lamports, owner, executable: false, data: [changed.toString('base64'), 'base64'] });
    for (const [type, params] of [
      ['chain.pool_state', { pool: address }],
      ['chain.swap_quote', swapParams(fixtures.pool('cpmm'))],
    ] as const) {
      const { status, body } = await ask(type, params);
      expect(['no_source', 'error', 'refused']).toContain(body['status']);
      expect([200, 409, 500]).toContain(status);
      expect(body['debitedCredits'] ?? 0).toBe(0);
    }
  }
});

test("the operator's trace shows each node with its role, slot and cost", async () => {
  const answer = await ask('chain.swap_quote', swapParams(fixtures.pool('cpmm')), { minLevel: 'anchored' });
  const decision = await until(
    () => assay(system, 'trace', String(answer.body['traceId']), '--json').catch(() => ''),
    (text) => text.includes('sandbox.node-'),
    10_000,
  );
  const { decision: stored } = JSON.parse(decision) as {
    readonly decision: {
      readonly attempts: readonly { readonly role: string; readonly data: unknown; readonly costMicros: string }[];
      readonly independence: readonly { readonly verdict: string }[];
    };
  };
  const roles = stored.attempts.map(({ role }) => role);
  expect(roles).toEqual(expect.arrayContaining(['source', 'reference']));
  for (const { data, costMicros: cost } of stored.attempts) {
    expect(data).toMatchObject({ slot: expect.any(Number) });
    expect(Number(cost)).toBeGreaterThan(0);
  }
  expect(stored.independence).toContainEqual(expect.objectContaining({ verdict: 'independent' }));
});
