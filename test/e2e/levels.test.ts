import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { createAccount, type TestAccount } from '@assay/stack/testing/accounts';
import { levelOf, listedEntryOf, sourceOf, type CatalogEntry } from './support/catalog.ts';
import { nodeNames } from './support/nodes.ts';
import { assay } from './support/operator.ts';
import { openProviderFaults } from './support/sandbox-control.ts';
import { getData, send, sharedSystem, until, type HttpAnswer } from './support/system.ts';

const system = sharedSystem();
const faults = openProviderFaults(system);
const url = system.gatewayUrl;
/**
 * Maximum time until independence is measured, in milliseconds. On a busy machine a new system needs more than two minutes
 * for SOL.
 */
const measuredWithinMs = 280_000;
const venues = ['kraken', 'coinbase', 'bitstamp', 'gemini'];
let account: TestAccount;

const spot = (more: object = {}): Promise<HttpAnswer> =>
  getData(url, account.key, 'spot.price', { symbol: 'BTC-USD' }, more);
const token = (more: object = {}): Promise<HttpAnswer> =>
  getData(url, account.key, 'token.price', { token: 'SOL' }, more);

/** Selects the set of signers that sign Pyth's prices in the sandbox. Undefined selects the current real set. */
async function setSigners(set: string | undefined): Promise<void> {
  const path = `${system.sandboxUrl}/control/signers/pyth`;
  const { status } = await send(path, set === undefined ? { method: 'DELETE' } : { method: 'PUT', body: { set } });
  expect(status).toBe(set === undefined ? 204 : 200);
}

/** Returns the references that the trace of an answer lists. */
async function referencesOf(body: HttpAnswer['body']): Promise<readonly string[]> {
  const trace = await send(`${url}/v1/traces/${String(body['traceId'])}`, { key: account.key });
  const sources = (trace.body['sources'] ?? []) as readonly { readonly source: string; readonly role: string }[];
  return sources.flatMap(({ source, role }) => (role === 'reference' ? [source] : []));
}

async function untilRecovered(): Promise<void> {
  await until(
    async () => [
      await listedEntryOf(system, account.key, 'token.price'),
      await listedEntryOf(system, account.key, 'spot.price'),
    ],
    ([price, exchange]) =>
      price?.maxLevel === 'anchored' && exchange?.maxLevel === 'consensus' && exchange.providers >= 3,
    measuredWithinMs,
  );
}

/**
 * Waits until three sources of BTC are measured to be independent of one another, so that two of them can outvote the third.
 */
async function untilThreeAreMeasured(): Promise<void> {
  await until(
    async () => {
      const { body } = await spot();
      const trace = await send(`${url}/v1/traces/${String(body['traceId'])}`, { key: account.key });
      return (trace.body['independence'] ?? []) as readonly { readonly verdict: string }[];
    },
    (pairs) => pairs.filter(({ verdict }) => verdict === 'independent').length >= 3,
    measuredWithinMs,
  );
}

/**
 * Waits until the sources of SOL are measured too. The catalog states the level that the type's best asset can reach,
 * and the measurement of SOL may take longer than that asset's.
 */
async function untilSolIsMeasured(): Promise<void> {
  await until(
    () => token({ minLevel: 'anchored' }),
    ({ status }) => status === 200,
    measuredWithinMs,
  );
}

/**
 * Waits until two nodes confirm the price account. Before the nodes are measured, the engine uses a signed price
 * instead.
 */
async function untilNodesConfirm(): Promise<void> {
  await until(
    async () => referencesOf((await token()).body),
    (references) => references.some((name) => name.endsWith(':price-account')),
    measuredWithinMs,
  );
}

beforeAll(async () => {
  account = await createAccount(system);
  await untilRecovered();
  await untilThreeAreMeasured();
  await untilSolIsMeasured();
  await untilNodesConfirm();
}, measuredWithinMs + 10_000);

afterEach(async () => {
  await faults.clear();
  await setSigners(undefined);
  await untilRecovered();
  await untilNodesConfirm();
}, measuredWithinMs + 10_000);

test('the price of SOL is anchored by the price account on chain, and the trace shows the independence verdicts', async () => {
  const answer = await token({ minLevel: 'anchored' });
  expect(answer.status).toBe(200);
  expect(levelOf(answer)).toBe('anchored');
  expect(sourceOf(answer)).not.toMatch(/^(pyth|jupiter)$/);
  const stdout = await assay(system, 'trace', String(answer.body['traceId']), '--json');
  const { decision } = JSON.parse(stdout) as {
    decision: {
      attempts: { role: string; outcome: string }[];
      independence: { verdict: string; observations: number }[];
    };
  };
  expect(decision.attempts.map(({ role }) => role)).toEqual(expect.arrayContaining(['source', 'peer', 'reference']));
  expect(decision.independence).toContainEqual(
    expect.objectContaining({ verdict: 'independent', observations: expect.any(Number) }),
  );
});

test('the exchange price of BTC is a consensus of independent sources', async () => {
  const answer = await spot({ minLevel: 'consensus' });
  expect(answer.status).toBe(200);
  expect(levelOf(answer)).toBe('consensus');
});

test('the other sources outvote a skewed provider, which is not the source', async () => {
  const first = sourceOf(await spot()) ?? '';
  await faults.inject([first], { state: 'up', skewBps: 300 });
  for (let repetition = 0; repetition < 5; repetition += 1) {
    const answer = await spot({ minLevel: 'consensus' });
    expect(answer.status).toBe(200);
    expect(sourceOf(answer)).not.toBe(first);
  }
  const entry = await until(
    () => listedEntryOf(system, account.key, 'spot.price'),
    ({ capReason }) => capReason?.includes('contradicts the majority') === true,
    5_000,
  );
  expect(entry.maxLevel).toBe('consensus');
});

test('without a majority the answer is refused, uncharged, and the reason names the deviations', async () => {
  const newAccount = await createAccount(system, { creditMicros: 1_000_000n });
  const dollars = [...venues, 'coingecko', 'coinpaprika', 'pyth'];
  for (const [index, id] of dollars.entries()) {
    await faults.inject([id], { state: 'up', skewBps: (index + 1) * 300 });
  }
  const { status, body } = await getData(url, newAccount.key, 'spot.price', { symbol: 'BTC-USD' });
  expect(status).toBe(409);
  expect(body).toMatchObject({
    status: 'refused',
    code: 'NO_QUALIFYING_DELIVERY',
    reason: expect.stringMatching(/sandbox\.\w+ by \d+\.\d basis points/),
    required: 'single_source',
    reached: null,
    debitedCredits: 0,
    balanceAfter: 1,
  });
  await until(
    () => listedEntryOf(system, account.key, 'spot.price'),
    ({ maxLevel }) => maxLevel === 'single_source',
    5_000,
  );
});

test('a contradicting reference gives a refusal even when all sources agree', async () => {
  await faults.inject(nodeNames, { state: 'up', skewBps: 300 });
  // For 50 ms, calls share one reading of the price account. So the first call may get a reading from before the fault.
  const { body } = await until(token, ({ status }) => status === 409, 2_000);
  expect(body).toMatchObject({
    status: 'refused',
    reason: expect.stringMatching(/the price account on chain contradicts sandbox\.\w+ \(\d+\.\d basis points apart/),
    reached: null,
    debitedCredits: 0,
  });
});

test('a signed price takes the place of a stale price account, unless nobody knows its signers', async () => {
  await faults.inject(nodeNames, { state: 'up', lagSlots: 240 });
  const signed = await until(
    async () => {
      const answer = await token({ minLevel: 'anchored' });
      return { ...answer, references: await referencesOf(answer.body) };
    },
    ({ status, references }) => status === 200 && references.includes('sandbox.pyth:signed-price'),
    10_000,
  );
  expect(levelOf(signed)).toBe('anchored');
  await setSigners('next_routers');
  const refused = await until(
    () => token({ minLevel: 'anchored' }),
    ({ status }) => status === 409,
    10_000,
  );
  expect(refused.body['reason']).toMatch(
    /price account on chain is \d+ s old; the signed price of Pyth was not accepted: set 2 of the routers/,
  );
});

test('a token without a price account is compared with a signed price alone', async () => {
  const references = await until(
    async () => referencesOf((await getData(url, account.key, 'token.price', { token: 'XRP' })).body),
    // On a busy machine, the signed price can arrive too late for a call, so repeat the call.
    ({ length }) => length > 0,
    10_000,
  );
  expect(references).toEqual(['sandbox.pyth:signed-price']);
});

test('a stale reference caps the type at consensus, and the catalog states its age', async () => {
  await faults.inject([...nodeNames], { state: 'up', lagSlots: 240 });
  await faults.inject(['pyth'], { state: 'down' });
  const entry = await until(
    () => listedEntryOf(system, account.key, 'token.price'),
    ({ maxLevel }) => maxLevel === 'consensus',
    5_000,
  );
  expect(entry.capReason).toMatch(/the price account on chain is \d+ s old/);
  const answer = await token({ minLevel: 'anchored' });
  expect(answer.status).toBe(409);
  expect(answer.body).toMatchObject({ required: 'anchored', reached: 'consensus' });
});

test('sources that share one upstream give single_source', async () => {
  await faults.inject([...venues, 'coingecko', 'coinpaprika'], { state: 'down' });
  await until(
    () => listedEntryOf(system, account.key, 'token.price'),
    ({ maxLevel }) => maxLevel === 'single_source',
    10_000,
  );
  const answer = await token();
  expect(answer.status).toBe(200);
  expect(['pyth', 'jupiter']).toContain(sourceOf(answer));
  expect(levelOf(answer)).toBe('single_source');
  expect((await token({ minLevel: 'consensus' })).status).toBe(409);
});

test('an exchange and an average of exchanges give single_source, and the trace says what is known of the average', async () => {
  const others = [...venues.slice(1), 'coinpaprika', 'pyth', 'jupiter', 'binance', 'okx', 'bybit'];
  await faults.inject(others, { state: 'down' });
  const trace = await until(
    async () => {
      const { body } = await spot();
      return send(`${url}/v1/traces/${String(body['traceId'])}`, { key: account.key });
    },
    // The provider states that it aggregates venues, which counts immediately. Only later does the measurement find
    // that its median often equals the price of this exchange.
    ({ body }) =>
      /coingecko (states that its data come from other venues|shares its upstream)/.test(String(body['reason'])),
    10_000,
  );
  expect(trace.body).toMatchObject({
    level: 'single_source',
    independence: [
      expect.objectContaining({ verdict: expect.stringMatching(/^(unknown|shared_upstream)$/), maxShare: null }),
    ],
  });
});

test('the only source left gives single_source', async () => {
  const dollars = [...venues.slice(1), 'coingecko', 'coinpaprika', 'pyth', 'jupiter', 'binance', 'okx', 'bybit'];
  await faults.inject(dollars, { state: 'down' });
  const answer = await until(spot, (response) => sourceOf(response) === venues[0], 10_000);
  expect(levelOf(answer)).toBe('single_source');
});

test('the catalog shows within two seconds that a provider went down and that it came back', async () => {
  const down = /\d+ of \d+ sources (is|are) down/;
  const allUp = ({ capReason }: CatalogEntry): boolean => !down.test(capReason ?? '');
  // Providers that an earlier test took down may still be recovering.
  await until(() => listedEntryOf(system, account.key, 'spot.price'), allUp, 5_000);
  await faults.inject(['kraken'], { state: 'down' });
  await until(
    () => listedEntryOf(system, account.key, 'spot.price'),
    (entry) => !allUp(entry),
    2_000,
  );
  await faults.inject(['kraken'], { state: 'up' });
  await until(
    () => listedEntryOf(system, account.key, 'spot.price'),
    (entry) => allUp(entry) && entry.maxLevel === 'consensus',
    2_000,
  );
});
