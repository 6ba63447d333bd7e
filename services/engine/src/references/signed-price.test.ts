import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import type { Fetched } from '@assay/providers/fetch';
import { pythSigners, signerRules, type SignerSet } from '@assay/solana/signed-price/signer-sets';
import { signedUpdate, testSigners } from '@assay/solana/testing/signed-update';
import { pythFeeds } from '@assay/providers/providers/pyth/assets';
import { believedSigners, sandboxSigners } from './believed-signers.ts';
import { priceAccountReference } from './price-account.ts';
import { priceAccounts } from './pyth-accounts.ts';
import { signedPriceReader, type SignedPriceReader } from './signed-price.ts';
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
) as { readonly update: string; readonly guardians: Pick<SignerSet, 'index' | 'addresses'> };
const recordedSet: SignerSet = { kind: 'guardians', ...recorded.guardians };
const publishedAtMs = 1_724_826_310_000;

function hermes(update: string): Fetched {
  return { kind: 'answered', status: 200, body: { binary: { encoding: 'hex', data: [update] } } };
}

function readerOf(answer: Fetched, { believed = [recordedSet] as readonly SignerSet[], hasBudget = true } = {}) {
  const clock = testClock();
  const paths: string[] = [];
  const timeouts: number[] = [];
  const results: string[] = [];
  const denied: string[] = [];
  const denials = {
    of: (question: string) => (denied.includes(question) ? { detail: 'HTTP 401' } : undefined),
    deny: (question: string) => void denied.push(question),
    allow: () => undefined,
  };
  const usage = { budget: { take: () => hasBudget }, denials };
  const access = { headers: { authorization: 'Bearer k' } };
  const pyth = { adapter: { costMicros: 200n }, baseUrl: 'https://hermes.test', access, name: 'pyth', usage };
  const reader = signedPriceReader(
    pyth as unknown as Parameters<typeof signedPriceReader>[0],
    believed,
    async (_url, { path }, timeoutMs) => {
      paths.push(path);
      timeouts.push(timeoutMs);
      return answer;
    },
    clock,
    (result) => results.push(result),
  );
  return { reader, paths, timeouts, results, clock };
}

test('the price of a feed is read out of a signed update, in dollars', async () => {
  const { reader, paths, results, clock } = readerOf(hermes(recorded.update));
  expect(await reader?.read('ETH', 1_000)).toEqual({
    result: 'ok',
    askedAtMs: clock.now(),
    receivedAtMs: clock.now(),
    isShared: false,
    price: {
      price: '2466.82322909',
      confidence: '0.87014791',
      publishedAtSeconds: 1_724_826_310,
      signers: { kind: 'guardians', index: 4 },
    },
  });
  expect(paths[0]).toMatch(/^\/v2\/updates\/price\/latest\?ids%5B%5D=ff61491a.*&encoding=hex&parsed=false$/);
  expect(results).toEqual(['ok']);
});

test.each<[string, Fetched, string, string]>([
  ['a forged price', hermes(`${recorded.update.slice(0, -2)}ff`), 'ETH', 'not_signed'],
  ['another feed', hermes(recorded.update), 'SOL', 'malformed'],
  ['no update', hermes('zz'), 'ETH', 'malformed'],
  ['no answer', { kind: 'timeout', detail: 'no answer' }, 'ETH', 'no_answer'],
  ['a refused key', { kind: 'answered', status: 401, body: undefined, text: 'unauthorized' }, 'ETH', 'access_denied'],
  ['an error', { kind: 'answered', status: 500, body: undefined }, 'ETH', 'http_error'],
])('%s gives no price, and the result names the cause', async (_what, answer, token, result) => {
  const { reader, results } = readerOf(answer);
  expect(await reader?.read(token, 1_000)).toMatchObject({ result, detail: expect.stringMatching(/\w/) });
  expect(results).toEqual([result]);
});

const extras: readonly [string, unknown][] = [
  ['a second update', recorded.update],
  ['a text that is no update', 'zz'],
  ['an empty text', ''],
  ['a null', null],
  ['an object', { encoding: 'hex' }],
  ['an update that is not signed', `${recorded.update.slice(0, -2)}ff`],
  ['a text that is too long', 'ab'.repeat(40_000)],
];

test.each(
  extras.flatMap(([what, extra]) => [
    [`${what} after it`, [recorded.update, extra]] as const,
    [`${what} before it`, [extra, recorded.update]] as const,
  ]),
)('one verified update counts with %s', async (_what, data) => {
  const { reader } = readerOf({ kind: 'answered', status: 200, body: { binary: { encoding: 'hex', data } } });
  expect(await reader?.read('ETH', 1_000)).toMatchObject({ result: 'ok', price: { price: '2466.82322909' } });
});

test('of several verified updates the newest counts, and an update that is not verified never does', async () => {
  const signers = testSigners('guardians', 4, 3);
  const priceAt = (price: bigint, publishedAtSeconds: number, keys = signers): string => {
    const signed = { feedId: pythFeeds['ETH'] ?? '', price, confidence: 1n, exponent: 0, publishedAtSeconds };
    return Buffer.from(signedUpdate(keys, signed, { signedBy: [0, 1, 2] })).toString('hex');
  };
  const data = [
    priceAt(1n, 1_724_826_300),
    priceAt(3n, 1_724_826_320),
    priceAt(2n, 1_724_826_310),
    priceAt(9n, 1_724_826_330, testSigners('guardians', 4, 3, 50)),
  ];
  const answer: Fetched = { kind: 'answered', status: 200, body: { binary: { data } } };
  const { reader } = readerOf(answer, { believed: [signers.set] });
  expect(await reader?.read('ETH', 1_000)).toMatchObject({ result: 'ok', price: { price: '3' } });
  expect(await readerOf(answer, { believed: [recordedSet] }).reader?.read('ETH', 1_000)).not.toHaveProperty('price');
});

test('an answer with more updates than a request can want costs no more than a bounded number of checks', async () => {
  const data = [...Array.from({ length: 2_000 }, () => 'ab'), recorded.update];
  const { reader } = readerOf({ kind: 'answered', status: 200, body: { binary: { data } } });
  expect(await reader?.read('ETH', 1_000)).toMatchObject({ result: 'malformed' });
});

test('a refused key is not sent again while its refusal lasts', async () => {
  const { reader, paths } = readerOf({ kind: 'answered', status: 401, body: undefined, text: 'unauthorized' });
  expect(await reader?.read('ETH', 1_000)).toMatchObject({ result: 'access_denied', isAsked: true });
  expect(await reader?.read('ETH', 1_000)).toMatchObject({ result: 'access_denied', isAsked: false });
  expect(paths).toHaveLength(1);
});

test('a price of a set that is not pinned names the set', async () => {
  const { reader } = readerOf(hermes(recorded.update), { believed: pythSigners });
  expect(await reader?.read('ETH', 1_000)).toMatchObject({
    result: 'unknown_signers',
    detail: 'set 4 of the guardians signed it, and only set 5 is accepted',
  });
});

test('without pinned signers there is no reader, and without a budget nothing is sent', async () => {
  expect(readerOf(hermes(''), { believed: [] }).reader).toBeUndefined();
  const { reader, paths } = readerOf(hermes(recorded.update), { hasBudget: false });
  expect([(await reader?.read('ETH', 1_000))?.result, paths]).toEqual(['over_budget', []]);
});

test('calls share a verified price for 400 ms, with the times of its request', async () => {
  const { reader, paths, results, clock } = readerOf(hermes(recorded.update));
  const first = await reader?.read('ETH', 1_000);
  await clock.advance(400);
  expect(await reader?.read('ETH', 1_000)).toEqual({ ...first, isShared: true });
  expect(await reader?.read('BTC', 1_000)).toMatchObject({ isShared: false, askedAtMs: clock.now() });
  expect([paths.length, results]).toEqual([2, ['ok', 'ok']]);
  await clock.advance(1);
  expect(await reader?.read('ETH', 1_000)).toMatchObject({ isShared: false, receivedAtMs: clock.now() });
  expect(paths).toHaveLength(3);
});

test('no call shares a read without a verified price', async () => {
  const { reader, paths } = readerOf(hermes(`${recorded.update.slice(0, -2)}ff`));
  await reader?.read('ETH', 1_000);
  expect(await reader?.read('ETH', 1_000)).toMatchObject({ result: 'not_signed' });
  expect(paths).toHaveLength(2);
});

async function readWithOneNode(
  signed: SignedPriceReader | undefined,
  ageMs: number,
  token = 'ETH',
  atMs = publishedAtMs,
) {
  const clock = testClock();
  const now = (): number => atMs + ageMs;
  const slots = createSlotTracker(now);
  let nodeReads = 0;
  const reader = createNodeReader({
    fetch: async () => {
      nodeReads += 1;
      return { kind: 'unreachable', detail: 'connection refused' };
    },
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
    accountsOf: priceAccounts(false),
    plausibleBps: (_symbol, elapsedMs) => elapsedMs / 1_000,
    clock: { ...clock, now },
    ...(signed === undefined ? {} : { signed }),
  });
  const covers = reference.covers({ token });
  const reading = await reference.read({ token }, clock.monotonic() + 2_000);
  return { reading, covers, nodeReads, maxCostMicros: reference.maxCostMicros };
}

test('a signed price is the reference when no two nodes confirm each other, and its cost is part of the limit', async () => {
  const { reader, timeouts } = readerOf(hermes(recorded.update));
  const { reading, maxCostMicros } = await readWithOneNode(reader, 3_000);
  expect(reading).toMatchObject({
    provider: 'pyth:signed-price',
    outcome: 'ok',
    estimate: { value: '2466.82322909', confidence: '0.87014791' },
    sourceAtMs: publishedAtMs,
  });
  expect(timeouts).toEqual([1_500]);
  expect(reading.costMicros).toBeLessThanOrEqual(maxCostMicros);
  expect((await readWithOneNode(undefined, 3_000)).reading.estimate).toBeUndefined();
});

test('a signed price older than a minute, or of the future, is no reference', async () => {
  const { reader } = readerOf(hermes(recorded.update));
  const old = (await readWithOneNode(reader, 61_000)).reading;
  expect([old.estimate, old.detail]).toEqual([
    undefined,
    expect.stringContaining('the signed price of Pyth is 61 s old'),
  ]);
  expect((await readWithOneNode(reader, -11_000)).reading.estimate).toBeUndefined();
});

test('each call that shares a signed price judges its age and its movement at its own time', async () => {
  const { reader, paths, clock } = readerOf(hermes(recorded.update));
  const { reading: first } = await readWithOneNode(reader, 59_800);
  const requestAtMs = clock.now();
  await clock.advance(200);
  const { reading: second } = await readWithOneNode(reader, 60_000);
  expect([first.estimate?.movementBps, second.estimate?.movementBps]).toEqual([59.8, 60]);
  expect([first.coalesced, second.coalesced]).toEqual([undefined, true]);
  expect(second).toMatchObject({ outcome: 'ok', sourceAtMs: publishedAtMs, receivedAtMs: requestAtMs });
  await clock.advance(200);
  const { reading: third } = await readWithOneNode(reader, 61_000);
  expect([third.estimate, third.detail]).toEqual([
    undefined,
    expect.stringContaining('the signed price of Pyth is 61 s old'),
  ]);
  expect(paths).toHaveLength(1);
});

/** An update made for this test. Its signers have the form of Pyth's signers since the upgrade of 2026-08-26. */
const routers = testSigners('routers', 0, 5);
const upgradedAtMs = Date.UTC(2026, 10, 27);
function routerUpdate(token: string, signedBy: readonly number[], signers = routers): string {
  const price = { feedId: pythFeeds[token] ?? '', price: 215_000_000n, confidence: 60_000n, exponent: -8 };
  const publishedAtSeconds = upgradedAtMs / 1_000;
  return Buffer.from(signedUpdate(signers, { ...price, publishedAtSeconds }, { signedBy })).toString('hex');
}

test('a price that three of five routers signed is the reference, by the pinned set or by the setting of the operator', async () => {
  const own = { kind: 'routers' as const, index: 0, addresses: routers.set.addresses };
  const signers = believedSigners({ ASSAY_PYTH_GUARDIANS: own, ASSAY_MODE: 'live' });
  const { reader } = readerOf(hermes(routerUpdate('SOL', [1, 3, 4])), { believed: signers });
  const { reading } = await readWithOneNode(reader, 1_000, 'SOL', upgradedAtMs);
  expect(reading).toMatchObject({ outcome: 'ok', estimate: { value: '2.15' } });
  expect(JSON.parse(reading.dataJson)).toMatchObject({ signers: 'routers 0' });
});

test('a refused signature shows its cause in the reading, and costs what was asked', async () => {
  const next = testSigners('routers', 2, 5, 77);
  const { reader, results } = readerOf(hermes(routerUpdate('SOL', [0, 1, 2], next)), { believed: pythSigners });
  const { reading } = await readWithOneNode(reader, 1_000, 'SOL', upgradedAtMs);
  expect(reading.estimate).toBeUndefined();
  expect(reading.detail).toBe(
    'no node of the chain could be read: connection refused; the signed price of Pyth was not accepted: ' +
      'set 2 of the routers signed it, and only sets 0 and 1 are accepted',
  );
  expect([results, reading.costMicros]).toEqual([['unknown_signers'], 250n]);
});

test('a token without an account is covered by signed prices alone, and no node is asked for an account that cannot exist', async () => {
  const { reader } = readerOf(hermes(routerUpdate('XRP', [0, 1, 2])), { believed: [routers.set] });
  const { reading, covers, nodeReads } = await readWithOneNode(reader, 1_000, 'XRP', upgradedAtMs);
  expect([covers, nodeReads]).toEqual([true, 0]);
  expect(reading).toMatchObject({ provider: 'pyth:signed-price', outcome: 'ok', costMicros: 200n });
  const refused = readerOf(hermes(routerUpdate('XRP', [0, 1])), { believed: [routers.set] });
  expect((await readWithOneNode(refused.reader, 1_000, 'XRP', upgradedAtMs)).reading).toMatchObject({
    outcome: 'malformed',
    detail: 'the signed price of Pyth was not accepted: 2 routers signed it, and 3 must',
  });
});

test('the sets are those of the operator, else those of Pyth, and the own ones of the sandbox only there', () => {
  const none = { kind: 'guardians' as const, index: 0, addresses: [] };
  const own = { ...none, index: 9, addresses: ['0'.repeat(40)] };
  expect(believedSigners({ ASSAY_PYTH_GUARDIANS: none, ASSAY_MODE: 'live' })).toBe(pythSigners);
  expect(believedSigners({ ASSAY_PYTH_GUARDIANS: none, ASSAY_MODE: 'sandbox' })).toBe(sandboxSigners);
  expect(believedSigners({ ASSAY_PYTH_GUARDIANS: own, ASSAY_MODE: 'live' })).toEqual([own]);
  const known = new Set(pythSigners.flatMap(({ addresses }) => addresses));
  expect(sandboxSigners.flatMap(({ addresses }) => addresses).filter((address) => known.has(address))).toEqual([]);
  expect(sandboxSigners.map(({ kind, addresses }) => signerRules[kind].quorumOf(addresses.length))).toEqual([13, 3]);
});
