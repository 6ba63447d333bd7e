import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { levelOf, listedEntryOf, sourceOf, type Entry } from './support/catalog.ts';
import { assay } from './support/operator.ts';
import { openTroubles } from './support/providers.ts';
import { createAccount, getData, sharedSystem, until, type Answer, type TestAccount } from './support/system.ts';

const system = sharedSystem();
const troubles = openTroubles(system);
const url = system.gatewayUrl;
/** Independence is proven by what is seen over time, and nothing but time can show it to a system that begins anew. */
const measuredWithinMs = 150_000;
const venues = ['kraken', 'coinbase', 'bitstamp', 'gemini'];
const nodes = ['node-a', 'node-b', 'node-c'];
let account: TestAccount;

const spot = (more: object = {}): Promise<Answer> =>
  getData(url, account.key, 'spot.price', { symbol: 'BTC-USD' }, more);
const token = (more: object = {}): Promise<Answer> => getData(url, account.key, 'token.price', { token: 'SOL' }, more);

async function recovered(): Promise<void> {
  await until(
    async () => [
      await listedEntryOf(system, account.key, 'token.price'),
      await listedEntryOf(system, account.key, 'spot.price'),
    ],
    ([price, exchange]) =>
      price?.maxLevel === 'anchored' && exchange?.maxLevel === 'consensus' && exchange.providers >= 4,
    measuredWithinMs,
  );
}

beforeAll(async () => {
  account = await createAccount(system);
  await recovered();
}, measuredWithinMs + 10_000);

afterEach(async () => {
  await troubles.restore();
  await recovered();
}, 60_000);

test('the price of SOL is anchored by the account on chain, and the trace shows what was known of independence', async () => {
  const answer = await token({ minLevel: 'anchored' });
  expect(answer.status).toBe(200);
  expect(levelOf(answer)).toBe('anchored');
  expect(sourceOf(answer)).not.toMatch(/^(pyth|jupiter)$/);
  const stdout = await assay(system, 'trace', String(answer.body['traceId']), '--json');
  const { decision } = JSON.parse(stdout) as {
    decision: {
      attempts: { role: string; outcome: string }[];
      independence: { verdict: string; one: string; other: string; observations: number }[];
    };
  };
  expect(decision.attempts.map(({ role }) => role)).toEqual(expect.arrayContaining(['source', 'peer', 'reference']));
  expect(decision.independence).toContainEqual(
    expect.objectContaining({ verdict: 'independent', observations: expect.any(Number) }),
  );
});

test('the price of BTC on exchanges is a consensus of sources that are measured to be independent', async () => {
  const answer = await spot({ minLevel: 'consensus' });
  expect(answer.status).toBe(200);
  expect(levelOf(answer)).toBe('consensus');
});

test('a provider that is skewed is outvoted: the rest deliver, and it is not the source', async () => {
  const first = sourceOf(await spot()) ?? '';
  await troubles.behave([first], { state: 'up', skewBps: 300 });
  for (let turn = 0; turn < 5; turn += 1) {
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

test('without a majority the answer is refused, uncharged, and the reason names who disagrees by how much', async () => {
  const own = await createAccount(system, { creditMicros: 1_000_000n });
  const dollars = [...venues, 'coingecko', 'coinpaprika', 'pyth'];
  for (const [index, id] of dollars.entries()) {
    await troubles.behave([id], { state: 'up', skewBps: (index + 1) * 300 });
  }
  const { status, body } = await getData(url, own.key, 'spot.price', { symbol: 'BTC-USD' });
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

test('a reference that contradicts makes a refusal although all sources agree', async () => {
  await troubles.behave(nodes, { state: 'up', skewBps: 300 });
  const { status, body } = await token();
  expect(status).toBe(409);
  expect(body).toMatchObject({
    status: 'refused',
    reason: expect.stringMatching(/the price account on chain contradicts sandbox\.\w+ \(\d+\.\d basis points apart/),
    reached: null,
    debitedCredits: 0,
  });
});

test('a reference that is too old caps the type at consensus, and the catalog says how old it is', async () => {
  await troubles.behave(nodes, { state: 'up', lagSlots: 240 });
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

test('all that are left share one upstream: their agreement is single_source and never anchored by it', async () => {
  await troubles.behave([...venues, 'coingecko', 'coinpaprika'], { state: 'down' });
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

test('one source that is left answers as single_source', async () => {
  const dollars = [...venues.slice(1), 'coingecko', 'coinpaprika', 'pyth', 'jupiter', 'binance', 'okx', 'bybit'];
  await troubles.behave(dollars, { state: 'down' });
  const answer = await until(spot, (each) => sourceOf(each) === venues[0], 10_000);
  expect(levelOf(answer)).toBe('single_source');
});

test('the catalog shows within two seconds that a provider went down, and that it came back', async () => {
  const down = /\d+ of \d+ sources (is|are) down/;
  const allUp = ({ capReason }: Entry): boolean => !down.test(capReason ?? '');
  // What the tests before this one took down may still be on its way back.
  const before = await until(() => listedEntryOf(system, account.key, 'spot.price'), allUp, 5_000);
  await troubles.behave(['kraken'], { state: 'down' });
  await until(
    () => listedEntryOf(system, account.key, 'spot.price'),
    (entry) => !allUp(entry) && entry.providers <= before.providers,
    2_000,
  );
  await troubles.behave(['kraken'], { state: 'up' });
  await until(
    () => listedEntryOf(system, account.key, 'spot.price'),
    (entry) => allUp(entry) && entry.providers >= before.providers,
    2_000,
  );
});
