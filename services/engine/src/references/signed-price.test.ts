import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import type { Fetched } from '@assay/providers/fetch';
import { wormholeGuardians } from '@assay/solana/signed-price/guardian-sets';
import type { GuardianSet } from '@assay/solana/signed-price/wormhole-vaa';
import { priceAccountReference } from './price-account.ts';
import { guardiansOf, signedPriceReader, type SignedPriceReader } from './signed-price.ts';
import { openChainNodes } from '../onchain/nodes/node.ts';
import { createNodeReader } from '../onchain/nodes/node-reader.ts';
import { createSlotTracker } from '@assay/solana/nodes/slot-tracker';
import { pairOf, testClock } from '../testing/test-sources.ts';

/** A real update of Hermes from 2024, with the prices of BTC and ETH. */
const recorded = JSON.parse(
  readFileSync(
    new URL('../../../../packages/solana/src/fixtures/signed-price/hermes-btc-eth.json', import.meta.url),
    'utf8',
  ),
) as { readonly update: string; readonly guardians: GuardianSet };
const publishedAtMs = 1_724_826_310_000;

function hermes(update: string): Fetched {
  return { kind: 'answered', status: 200, body: { binary: { encoding: 'hex', data: [update] } } };
}

function readerOf(answer: Fetched, { guardians = recorded.guardians, hasBudget = true } = {}) {
  const paths: string[] = [];
  const usage = { budget: { take: () => hasBudget }, denials: { ofAll: () => undefined } };
  const pyth = {
    adapter: { costMicros: 200n },
    baseUrl: 'https://hermes.test',
    access: { headers: { authorization: 'Bearer k' } },
    usage,
  };
  const reader = signedPriceReader(
    pyth as unknown as Parameters<typeof signedPriceReader>[0],
    guardians,
    async (_url, { path }) => {
      paths.push(path);
      return answer;
    },
  );
  return { reader, paths };
}

test('the price of a feed is read out of a signed update, in dollars', async () => {
  const { reader, paths } = readerOf(hermes(recorded.update));
  expect(await reader?.read('ETH', 1_000)).toEqual({
    price: '2466.82322909',
    confidence: '0.87014791',
    publishedAtSeconds: 1_724_826_310,
    guardianSet: 4,
  });
  expect(paths[0]).toMatch(/^\/v2\/updates\/price\/latest\?ids%5B%5D=ff61491a.*&encoding=hex&parsed=false$/);
});

test('a forged update, another guardian set, another feed and a failure give no price', async () => {
  const read = async (answer: Fetched, symbol = 'ETH', guardians = recorded.guardians): Promise<unknown> =>
    readerOf(answer, { guardians }).reader?.read(symbol, 1_000);
  const forged = `${recorded.update.slice(0, -2)}ff`;
  expect(await read(hermes(forged))).toBeUndefined();
  expect(await read(hermes(recorded.update), 'SOL')).toBeUndefined();
  expect(await read(hermes(recorded.update), 'ETH', { ...recorded.guardians, index: 5 })).toBeUndefined();
  expect(await read(hermes('zz'))).toBeUndefined();
  expect(await read({ kind: 'timeout', detail: 'no answer' })).toBeUndefined();
});

test('without pinned guardians there is no reader, and without a budget nothing is sent', async () => {
  expect(readerOf(hermes(''), { guardians: { index: 0, addresses: [] } }).reader).toBeUndefined();
  const { reader, paths } = readerOf(hermes(recorded.update), { hasBudget: false });
  expect([await reader?.read('ETH', 1_000), paths]).toEqual([undefined, []]);
});

async function readWithOneNode(signed: SignedPriceReader | undefined, ageMs: number) {
  const clock = testClock();
  const now = (): number => publishedAtMs + ageMs;
  const slots = createSlotTracker(now);
  const reader = createNodeReader({
    fetch: async () => ({ kind: 'unreachable', detail: 'connection refused' }),
    now,
    monotonic: clock.monotonic,
    slots,
    onObservation: () => undefined,
  });
  const reference = priceAccountReference({
    nodes: openChainNodes({ mode: 'sandbox', urls: { 'node-a': 'http://a.test' }, budgets: {} }, clock.monotonic),
    reader,
    slots,
    measured: (a, b) => pairOf(a, b, 'independent'),
    plausibleBps: () => 0,
    clock: { ...clock, now },
    ...(signed === undefined ? {} : { signed }),
  });
  return {
    reading: await reference.read({ token: 'ETH' }, clock.monotonic() + 2_000),
    maxCostMicros: reference.maxCostMicros,
  };
}

test('a signed price is the reference when no two nodes confirm each other, and its cost is part of the limit', async () => {
  const { reader } = readerOf(hermes(recorded.update));
  const { reading, maxCostMicros } = await readWithOneNode(reader, 3_000);
  expect(reading).toMatchObject({
    name: 'pyth:signed-price',
    outcome: 'ok',
    estimate: { value: '2466.82322909', confidence: '0.87014791' },
    sourceAtMs: publishedAtMs,
  });
  expect(reading.costMicros).toBeLessThanOrEqual(maxCostMicros);
  expect((await readWithOneNode(undefined, 3_000)).reading.estimate).toBeUndefined();
});

test('a signed price older than a minute, or of the future, is no reference', async () => {
  const { reader } = readerOf(hermes(recorded.update));
  expect((await readWithOneNode(reader, 61_000)).reading.estimate).toBeUndefined();
  expect((await readWithOneNode(reader, -11_000)).reading.estimate).toBeUndefined();
});

test("the guardians are the operator's, and in live mode those of Wormhole when the operator names none", () => {
  const none = { index: 0, addresses: [] };
  const own = { index: 9, addresses: ['0'.repeat(40)] };
  expect(guardiansOf({ ASSAY_PYTH_GUARDIANS: none, ASSAY_MODE: 'live' })).toBe(wormholeGuardians);
  expect(guardiansOf({ ASSAY_PYTH_GUARDIANS: none, ASSAY_MODE: 'sandbox' })).toBe(none);
  expect(guardiansOf({ ASSAY_PYTH_GUARDIANS: own, ASSAY_MODE: 'live' })).toBe(own);
});
