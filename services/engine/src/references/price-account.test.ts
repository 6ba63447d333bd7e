import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { openChainNodes } from '../onchain/nodes/node.ts';
import { createNodeReader } from '../onchain/nodes/node-reader.ts';
import { createSlotTracker } from '@assay/solana/nodes/slot-tracker';
import type { Fetched } from '@assay/providers/fetch';
import { deferred, pairOf, testClock, type TestClock } from '../testing/test-sources.ts';
import { programs } from '@assay/solana/programs';
import { priceAccountReference } from './price-account.ts';
import { priceAccounts } from './pyth-accounts.ts';
import { judgeLevel } from '../verification/levels.ts';
import type { PairVerdict } from '@assay/catalog/outcomes';
import type { ReferenceReading } from '../verification/reference.ts';

/** A real account of the main network. Its price is 215.68137069 with a confidence of 0.20134469. */
const recorded = JSON.parse(
  readFileSync(
    new URL('../../../../packages/solana/src/fixtures/accounts/price-update-v2-sol-usd.json', import.meta.url),
    'utf8',
  ),
) as { readonly address: string; readonly owner: string; readonly dataBase64: string };
const publishedAtMs = 1_735_984_087_000;
/** The offset of the price in the account's data, in bytes. */
const priceAt = 73;
/** The offset of the time of publication in the account's data, in bytes. */
const publishedAt = 93;

function clockAt(atMs: number): TestClock {
  const clock = testClock();
  const offset = atMs - clock.now();
  return { ...clock, now: () => clock.now() + offset };
}

/**
 * Returns a node's answer with the account of the original program, the account of the upgraded program, and the Clock
 * sysvar.
 */
function answer(account: object | null, upgraded: object | null = null): Fetched {
  return {
    kind: 'answered',
    status: 200,
    body: { jsonrpc: '2.0', id: 1n, result: { context: { slot: 311798340n }, value: [upgraded, account, null] } },
  };
}

function account(overrides: object = {}): object {
  return {
    data: [recorded.dataBase64, 'base64'],
    owner: recorded.owner,
    lamports: 1825020n,
    executable: false,
    ...overrides,
  };
}

type Nodes = Readonly<Record<string, () => Fetched | Promise<Fetched>>>;

function open(nodes: Nodes, ageMs = 2_000, token = 'SOL', relation: PairVerdict = 'independent') {
  const clock = clockAt(publishedAtMs + ageMs);
  const sent: string[] = [];
  const slots = createSlotTracker(clock.now);
  const reader = createNodeReader({
    fetch: async (baseUrl, request) => {
      const name = new URL(baseUrl).hostname.split('.')[0] ?? '';
      sent.push(`${name} ${request.path}`);
      return (nodes[name] as () => Fetched | Promise<Fetched>)();
    },
    now: clock.now,
    monotonic: clock.monotonic,
    slots,
    onObservation: () => undefined,
  });
  const urls = Object.fromEntries(Object.keys(nodes).map((name) => [name, `http://${name}.test/rpc?key=k`]));
  const reference = priceAccountReference({
    nodes: openChainNodes({ mode: 'sandbox', urls, budgets: {} }, clock.monotonic),
    reader,
    slots,
    measured: (a, b) => pairOf(a, b, relation),
    accountsOf: priceAccounts(false),
    plausibleBps: (symbol, elapsedMs) => (symbol === 'SOL' ? elapsedMs / 1_000 : 0),
    clock,
  });
  const read = (): Promise<ReferenceReading> => reference.read({ token }, clock.monotonic() + 2_500);
  return { clock, sent, reference, read };
}

/**
 * Returns the recorded account with a price that is `bps` basis points higher, published `laterSeconds` seconds later.
 */
function dearer(bps: number, laterSeconds = 0, overrides: object = {}): object {
  const data = Buffer.from(recorded.dataBase64, 'base64');
  data.writeBigInt64LE((data.readBigInt64LE(priceAt) * BigInt(10_000 + bps)) / 10_000n, priceAt);
  data.writeBigInt64LE(data.readBigInt64LE(publishedAt) + BigInt(laterSeconds), publishedAt);
  return account({ data: [data.toString('base64'), 'base64'], ...overrides });
}

/**
 * Returns the account of the upgraded program, published `laterSeconds` seconds after the account of the original
 * program.
 */
function upgradedAccount(laterSeconds: number, owner: string = programs.pythUpgradedReceiver): object {
  return dearer(0, laterSeconds, { owner });
}

test('of the two programs the account that was published later counts', async () => {
  const both = (laterSeconds: number) => (): Fetched => answer(account(), upgradedAccount(laterSeconds));
  const later = open({ a: both(50), b: both(50) }, 52_000);
  expect(await later.read()).toMatchObject({ outcome: 'ok', sourceAtMs: publishedAtMs + 50_000 });
  const earlier = open({ a: both(-50), b: both(-50) });
  expect(await earlier.read()).toMatchObject({ outcome: 'ok', sourceAtMs: publishedAtMs });
  expect(later.sent).toHaveLength(2);
});

test('an outdated account of one program does not hide the fresh one of the other', async () => {
  const upgradedOnly = (): Fetched => answer(account(), upgradedAccount(400));
  const { read } = open({ a: upgradedOnly, b: upgradedOnly }, 402_000);
  expect(await read()).toMatchObject({ outcome: 'ok', sourceAtMs: publishedAtMs + 400_000 });
});

test('an account of the upgraded program that the other receiver owns does not count', async () => {
  const foreign = (): Fetched => answer(null, upgradedAccount(0, recorded.owner));
  const reading = await open({ a: foreign, b: foreign }).read();
  expect(reading.estimate).toBeUndefined();
  expect(reading.detail).toMatch(/its owner is rec5\w+, not rec2\w+/);
});

test('an account at the end of its heartbeat of 60 s still counts, with the movement since', async () => {
  const sound = (): Fetched => answer(account());
  expect(await open({ a: sound, b: sound }, 64_000).read()).toMatchObject({
    outcome: 'ok',
    estimate: { movementBps: 64 },
  });
  expect(await open({ a: sound, b: sound }, 77_000).read()).toMatchObject({ outcome: 'stale' });
});

test('an account that two independent nodes show gives its price, its confidence and the movement since', async () => {
  const { read, sent } = open({ a: () => answer(account()), b: () => answer(account()), c: () => answer(account()) });
  expect(await read()).toMatchObject({
    provider: 'sandbox.a:price-account',
    outcome: 'ok',
    estimate: { value: '215.68137069', confidence: '0.20134469', movementBps: 2 },
    sourceAtMs: publishedAtMs,
    costMicros: 100n,
  });
  expect(sent).toEqual(['a /rpc?key=k', 'b /rpc?key=k']);
});

test('a third node is asked when two differ widely, and the two that differ least decide', async () => {
  const { read, sent } = open({ a: () => answer(dearer(45)), b: () => answer(account()), c: () => answer(dearer(1)) });
  const { estimate } = await read();
  expect(Number(estimate?.value)).toBeLessThan(215.71);
  expect(Number(estimate?.confidence)).toBeLessThan(0.24);
  expect(sent).toHaveLength(3);
});

test('two nodes that differ widely decide when the third does not answer soon', async () => {
  const { read, clock, sent } = open({
    a: () => answer(dearer(45)),
    b: () => answer(account()),
    c: () => deferred<Fetched>().promise,
  });
  const reading = read();
  await clock.advance(300);
  expect(Number((await reading).estimate?.confidence)).toBeGreaterThan(0.97);
  expect(sent).toHaveLength(3);
});

test('the difference of two nodes widens the confidence interval', async () => {
  const { estimate } = await open({ a: () => answer(account()), b: () => answer(dearer(20)) }).read();
  const width = Number(estimate?.confidence);
  expect(width).toBeGreaterThan(0.201 + 215.68 * 0.001_99);
  expect(width).toBeLessThan(0.202 + 215.69 * 0.002_01);
});

test.each<[string, Nodes, PairVerdict]>([
  ['one node', { a: () => answer(account()) }, 'independent'],
  ['two nodes of one upstream', { a: () => answer(account()), b: () => answer(account()) }, 'shared_upstream'],
  ['two nodes that were not measured', { a: () => answer(account()), b: () => answer(account()) }, 'unknown'],
  ['one of two nodes', { a: () => answer(account()), b: () => answer(null) }, 'independent'],
])('an account that only %s shows can neither confirm nor contradict', async (_what, nodes, relation) => {
  const reading = await open(nodes, 2_000, 'SOL', relation).read();
  expect(reading.estimate).toBeUndefined();
  expect(reading.detail).toMatch(
    /only sandbox\..* showed the price account on chain, and no independent node confirmed it/,
  );
});

test('whatever one of two nodes shows, the reference contradicts no honest price and confirms none far from it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: -2_000, max: 2_000 }), fc.boolean(), async (lieBps, first) => {
      const [honest, lie] = [() => answer(account()), () => answer(dearer(lieBps))];
      const { estimate } = await open(first ? { a: lie, b: honest } : { a: honest, b: lie }).read();
      if (estimate === undefined) {
        return;
      }
      const levelOf = (value: number) =>
        judgeLevel({
          answers: [{ name: 'venue', value: value.toFixed(8) }],
          reference: { name: 'ref', ...estimate },
          toleranceBps: 50,
          relation: () => ({ verdict: 'independent', maxShare: null }),
        });
      expect(levelOf(215.681_370_69)?.kind).toBe('level');
      for (const awayBps of [60, -60, lieBps]) {
        const judged = levelOf(215.681_370_69 * (1 + awayBps / 10_000));
        // A wrong price that gets the level anchored may differ by at most the tolerance (50 basis points), the price's
        // possible movement (2) and rounding.
        expect(Math.abs(awayBps) > 52.5 && judged?.kind === 'level' && judged.level === 'anchored').toBe(false);
      }
    }),
    { numRuns: 200 },
  );
}, 30_000);

test('the detail of an outdated account names its age', async () => {
  expect(await open({ a: () => answer(account()) }, 95_000).read()).toMatchObject({
    outcome: 'stale',
    detail: 'the price account on chain is 95 s old',
  });
});

test.each([
  ['of another owner', answer(account({ owner: '11111111111111111111111111111111' })), 'malformed'],
  ['of another feed', answer(account()), 'malformed'],
  ['that is cut', answer(account({ data: [recorded.dataBase64.slice(0, 40), 'base64'] })), 'malformed'],
  ['that is not there', answer(null), 'unknown_entity'],
])('an account %s gives no estimate', async (what, fetched, outcome) => {
  const { read } = open({ a: () => fetched }, 2_000, what === 'of another feed' ? 'BTC' : 'SOL');
  const reading = await read();
  expect(reading.outcome).toBe(outcome);
  expect(reading.estimate).toBeUndefined();
  expect(reading.detail).not.toBe('');
});

test.each<[string, Fetched, string]>([
  ['cannot be reached', { kind: 'unreachable', detail: 'connection refused' }, 'unreachable'],
  [
    'answers with an error',
    { kind: 'answered', status: 200, body: { error: { code: '-32005', message: 'behind' } } },
    'http_error',
  ],
  ['answers with something else', { kind: 'answered', status: 200, body: undefined }, 'malformed'],
  ['limits us', { kind: 'answered', status: 429, body: undefined }, 'rate_limited'],
])('a node that %s is replaced by the next one at once, and all cost', async (_what, failure, outcome) => {
  const sound = () => answer(account());
  const { read } = open({ a: () => failure, b: sound, c: sound });
  expect(await read()).toMatchObject({ outcome: 'ok', provider: 'sandbox.b:price-account', costMicros: 150n });
  expect(await open({ a: () => failure }).read()).toMatchObject({ outcome, costMicros: 50n });
});

test('a slow node gets a hedge on the next one, and at most three nodes are asked', async () => {
  const sound = () => answer(account());
  const { read, clock, sent } = open({ a: () => deferred<Fetched>().promise, b: sound, c: sound, d: sound });
  const reading = read();
  await clock.advance(299);
  expect(sent).toHaveLength(2);
  await clock.advance(1);
  expect(await reading).toMatchObject({ outcome: 'ok', costMicros: 150n });
  expect(sent).toHaveLength(3);
});

test('a node that failed three times is asked last, until it answers again', async () => {
  const sound = () => answer(account());
  const { read, sent } = open({ a: () => ({ kind: 'unreachable', detail: '' }), b: sound, c: sound });
  for (let times = 0; times < 4; times += 1) {
    await read();
  }
  expect(sent.filter((request) => request.startsWith('a')).length).toBeLessThan(4);
  expect(sent.at(-1)).not.toBe('a /rpc?key=k');
});

test('it covers tokens with a feed, and nothing without a node', () => {
  expect(open({ a: () => answer(null) }).reference.covers({ token: 'SOL' })).toBe(true);
  expect(open({ a: () => answer(null) }).reference.covers({ token: 'VLORP' })).toBe(false);
  expect(open({ a: () => answer(null) }).reference.covers({ token: 'XRP' })).toBe(false);
  expect(open({ a: () => answer(null) }).reference.covers({ symbol: 'SOL' })).toBe(false);
  expect(open({}).reference.covers({ token: 'SOL' })).toBe(false);
});

test('calls of the same moment share a reading, and a later call starts its own', async () => {
  const { reference, clock, sent } = open({ a: () => answer(account()), b: () => answer(account()) });
  const read = (): Promise<ReferenceReading> => reference.read({ token: 'SOL' }, clock.monotonic() + 2_500);
  const [first, joined] = await Promise.all([read(), read()]);
  expect(joined).toEqual({ ...first, coalesced: true });
  await clock.advance(50);
  expect(await read()).toEqual({ ...first, coalesced: true });
  expect(sent).toHaveLength(2);
  await clock.advance(1);
  expect((await read()).coalesced).toBeUndefined();
  expect(sent).toHaveLength(4);
});

test('it says why it covers no token whose account nobody keeps up to date', () => {
  const { reference } = open({ a: () => answer(null) });
  expect(reference.whyUncovered?.({ token: 'SOL' })).toBeUndefined();
  expect(reference.whyUncovered?.({ token: 'RAY' })).toBe(
    'nobody updates a price account of RAY on the chain regularly, and this service cannot ask Pyth for a signed price',
  );
  expect(reference.whyUncovered?.({ token: 'VLORP' })).toBe('Pyth publishes no price of VLORP that this service knows');
});
