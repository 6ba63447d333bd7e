import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { openChainNodes } from '../onchain/nodes/node.ts';
import { createNodeReader } from '../onchain/nodes/node-reader.ts';
import { createSlotTracker } from '../onchain/nodes/slot-tracker.ts';
import type { Fetched } from '../providers/fetch.ts';
import { deferred, testClock, type TestClock } from '../testing/test-sources.ts';
import { priceAccountAddress, priceAccountReference } from './price-account.ts';
import type { ReferenceReading } from '../verification/reference.ts';

/** A real account of the main network. Its price is 215.68137069 with a confidence of 0.20134469. */
const recorded = JSON.parse(
  readFileSync(
    new URL('../../../../packages/solana/src/fixtures/accounts/price-update-v2-sol-usd.json', import.meta.url),
    'utf8',
  ),
) as { readonly address: string; readonly owner: string; readonly dataBase64: string };
const publishedAtMs = 1_735_984_087_000;

function clockAt(atMs: number): TestClock {
  const clock = testClock();
  const offset = atMs - clock.now();
  return { ...clock, now: () => clock.now() + offset };
}

function answer(account: object | null): Fetched {
  return {
    kind: 'answered',
    status: 200,
    body: { jsonrpc: '2.0', id: 1n, result: { context: { slot: 311798340n }, value: [account, null] } },
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

function open(nodes: Nodes, ageMs = 2_000, token = 'SOL') {
  const clock = clockAt(publishedAtMs + ageMs);
  const asked: string[] = [];
  const reader = createNodeReader({
    fetch: async (baseUrl, request) => {
      const name = new URL(baseUrl).hostname.split('.')[0] ?? '';
      asked.push(`${name} ${request.path}`);
      return (nodes[name] as () => Fetched | Promise<Fetched>)();
    },
    now: clock.now,
    slots: createSlotTracker(clock.now),
    onObservation: () => undefined,
  });
  const urls = Object.fromEntries(Object.keys(nodes).map((name) => [name, `http://${name}.test/rpc?key=k`]));
  const reference = priceAccountReference({
    nodes: openChainNodes({ mode: 'sandbox', urls, budgets: {} }, clock.now),
    reader,
    clock,
  });
  const read = (): Promise<ReferenceReading> => reference.read({ token }, clock.now() + 2_500);
  return { clock, asked, reference, read };
}

test('the addresses of price accounts follow from their feeds and equal those of the main network', () => {
  expect(priceAccountAddress('SOL')).toBe(recorded.address);
  expect(priceAccountAddress('USDC')).toBe('Dpw1EAVrSB1ibxiDQyTAW6Zip3J4Btk2x4SgApQCeFbX');
  expect(priceAccountAddress('VLORP')).toBeUndefined();
});

test('a fresh, fully verified account of the right feed gives its price and confidence', async () => {
  const { read, asked } = open({ a: () => answer(account()) });
  expect(await read()).toMatchObject({
    name: 'sandbox.a:price-account',
    outcome: 'ok',
    estimate: { value: '215.68137069', confidence: '0.20134469' },
    sourceAtMs: publishedAtMs,
    costMicros: 50n,
  });
  expect(asked).toEqual(['a /rpc?key=k']);
});

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
])('a node that %s is replaced by the next one at once, and both cost', async (_what, failure, outcome) => {
  const { read } = open({ a: () => failure, b: () => answer(account()) });
  expect(await read()).toMatchObject({ outcome: 'ok', name: 'sandbox.b:price-account', costMicros: 100n });
  expect(await open({ a: () => failure }).read()).toMatchObject({ outcome, costMicros: 50n });
});

test('a slow node gets a hedge on the next one, and at most two nodes are asked', async () => {
  const { read, clock, asked } = open({
    a: () => deferred<Fetched>().promise,
    b: () => answer(account()),
    c: () => answer(account()),
  });
  const reading = read();
  await clock.advance(299);
  expect(asked).toHaveLength(1);
  await clock.advance(1);
  expect(await reading).toMatchObject({ outcome: 'ok', costMicros: 100n });
  expect(asked).toHaveLength(2);
});

test('a node that failed three times is asked last, until it answers again', async () => {
  const { read, asked } = open({ a: () => ({ kind: 'unreachable', detail: '' }), b: () => answer(account()) });
  await read();
  await read();
  expect(asked.at(-1)).toBe('b /rpc?key=k');
  expect(asked.filter((request) => request.startsWith('a'))).toHaveLength(1);
});

test('it covers tokens with a feed, and nothing without a node', () => {
  expect(open({ a: () => answer(null) }).reference.covers({ token: 'SOL' })).toBe(true);
  expect(open({ a: () => answer(null) }).reference.covers({ token: 'VLORP' })).toBe(false);
  expect(open({ a: () => answer(null) }).reference.covers({ symbol: 'SOL' })).toBe(false);
  expect(open({}).reference.covers({ token: 'SOL' })).toBe(false);
});
