import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { pythFeeds } from '@assay/providers/providers/pyth/assets';
import { answered } from '@assay/providers/testing/recorded-answer';
import { clockAddress } from '@assay/solana/programs';
import { pythSigners, type SignerSet } from '@assay/solana/signed-price/signer-sets';
import { believedSigners, sandboxSigners } from '../../services/engine/src/references/believed-signers.ts';
import { judgeRead } from '../../services/engine/src/references/judge-account.ts';
import { maxAccountAgeSeconds, priceAccounts } from '../../services/engine/src/references/pyth-accounts.ts';
import { signedPriceReader } from '../../services/engine/src/references/signed-price.ts';
import { chainSnapshot } from '@assay/solana/account';
import { startSandbox, type SandboxServer } from './support/sandbox-server.ts';
import { testChain } from '../../services/sandbox/src/testing/test-chain.ts';

/**
 * The prices that the engine reads from the sandbox's Pyth: the price accounts of both programs, and signed prices of each
 * set of signers.
 */
const nowMs = Date.parse('2026-11-27T10:20:30.400Z');
let sandbox: SandboxServer;
let base = '';

beforeAll(async () => {
  sandbox = await startSandbox('pyth', () => nowMs);
  base = `http://${sandbox.host}`;
});

afterAll(() => {
  sandbox.close();
});

const control = (method: string, path: string, body?: unknown): Promise<Response> =>
  fetch(`${base}/control/${path}`, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });

afterEach(() => control('DELETE', 'signers/pyth'));

function readerOf(believed: readonly SignerSet[]) {
  const pyth = {
    adapter: { costMicros: 200n },
    baseUrl: `${base}/pyth`,
    access: { headers: {} },
    name: 'sandbox.pyth',
    usage: { budget: { take: () => true }, denials: { of: () => undefined, allow: () => undefined } },
  } as unknown as Parameters<typeof signedPriceReader>[0];
  const fetchProvider: Parameters<typeof signedPriceReader>[2] = async (url, { path }) => {
    const response = await fetch(`${url}${path}`);
    return { kind: 'answered', ...answered(response.status, await response.text(), nowMs) };
  };
  return signedPriceReader(pyth, believed, fetchProvider, { now: () => nowMs, monotonic: () => 1_000 });
}

const ownSettings = {
  ASSAY_PYTH_GUARDIANS: { kind: 'guardians', index: 0, addresses: [] },
  ASSAY_MODE: 'sandbox',
} as const;

test('by default the sandbox signs as the routers do now, and the engine believes it in sandbox mode only', async () => {
  const reader = readerOf(believedSigners(ownSettings));
  const signed = await reader?.read('SOL', 1_000);
  expect(signed).toMatchObject({ result: 'ok', price: { signers: { kind: 'routers', index: 1 } } });
  expect(reader?.name).toBe('sandbox.pyth:signed-price');
  const live = await readerOf(pythSigners)?.read('SOL', 1_000);
  expect(live).toMatchObject({ result: 'wrong_signature' });
});

test('each set of the control page has the outcome that the real one would have', async () => {
  const outcomes: Record<string, unknown> = {};
  for (const set of ['routers', 'guardians', 'next_routers', 'too_few_routers']) {
    expect((await control('PUT', 'signers/pyth', { set })).status).toBe(200);
    outcomes[set] = (await readerOf(sandboxSigners)?.read('XRP', 1_000))?.result;
  }
  expect(outcomes).toEqual({
    routers: 'ok',
    guardians: 'wrong_time',
    next_routers: 'unknown_signers',
    too_few_routers: 'too_few_signatures',
  });
  const page = (await (await fetch(`${base}/control`)).json()) as Record<string, unknown>;
  expect(page['signers']).toEqual({ pyth: { set: 'too_few_routers' } });
  const refused = await control('PUT', 'signers/pyth', { set: 'nobody' });
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('routers, guardians')]);
  expect((await control('PUT', 'signers/other', { set: 'routers' })).status).toBe(404);
});

test('one signed message covers all feeds of a moment, as Pyth signs it', async () => {
  const messages = await Promise.all(
    ['SOL', 'XRP', 'BTC'].map(async (token) => {
      const path = `v2/updates/price/latest?ids%5B%5D=${pythFeeds[token]}&encoding=hex&parsed=false`;
      const { binary } = (await (await fetch(`${base}/pyth/${path}`)).json()) as {
        binary: { data: readonly string[] };
      };
      const update = Buffer.from(binary.data[0] ?? '', 'hex');
      return update.subarray(10, 10 + update.readUInt16BE(8)).toString('hex');
    }),
  );
  expect([messages.length, new Set(messages).size]).toEqual([3, 1]);
  for (const token of Object.keys(pythFeeds)) {
    expect(await readerOf(sandboxSigners)?.read(token, 1_000)).toMatchObject({ result: 'ok' });
  }
});

test('guardians signed before the upgrade of 2026-08-26, and an operator who pins them still believes them', async () => {
  await control('PUT', 'signers/pyth', { set: 'guardians' });
  const [guardians] = sandboxSigners;
  const { untilSeconds: _until, ...pinned } = guardians as SignerSet;
  expect(await readerOf([pinned])?.read('BTC', 1_000)).toMatchObject({ result: 'ok' });
});

test('a skewed Hermes cannot skew a signed price', async () => {
  const before = await readerOf(sandboxSigners)?.read('SOL', 1_000);
  await control('PUT', 'providers/pyth', { state: 'up', skewBps: 500 });
  expect(await readerOf(sandboxSigners)?.read('SOL', 1_000)).toEqual(before);
  await control('PUT', 'providers/pyth', { state: 'up' });
});

const accountsOf = priceAccounts(true);

test('the sandbox has the accounts that the engine reads of each feed, and no others', () => {
  const { chain } = testChain();
  const covered = Object.keys(pythFeeds).filter((token) => priceAccounts(false)(token).length > 0);
  const page = chain.page() as {
    readonly priceAccounts: Record<string, { readonly address: string; readonly originalAddress: string }>;
  };
  expect(Object.keys(page.priceAccounts).toSorted()).toEqual(covered.toSorted());
  for (const token of covered) {
    const { address, originalAddress } = page.priceAccounts[token] ?? {};
    expect(priceAccounts(false)(token).map((each) => each.address)).toEqual([address, originalAddress]);
  }
});

test('the account of the original program is up to its heartbeat old, and the engine takes the fresher one of the two', () => {
  const { chain, now, pass } = testChain();
  const ages = new Set<number>();
  for (let round = 0; round < 30; round += 1) {
    const entries = accountsOf('SOL').map(({ address }) => {
      const accountData = chain.read(address);
      return [address, accountData === undefined ? null : { address, slot: 1, ...accountData }] as const;
    });
    const judged = (which: readonly (typeof entries)[number][]) =>
      judgeRead(
        'SOL',
        accountsOf('SOL'),
        { kind: 'snapshot', snapshot: chainSnapshot(1, [...which, [clockAddress, null]]) },
        now(),
      );
    const [upgraded = [], original = []] = entries.map((entry) => [entry]);
    expect(judged(entries).sourceAtMs).toBe(judged(upgraded).sourceAtMs);
    const alone = judged(original);
    expect(alone.outcome).toBe('ok');
    ages.add(Math.round((now() - (alone.sourceAtMs ?? 0)) / 1_000));
    pass(5_000);
  }
  expect(Math.max(...ages)).toBeGreaterThan(45);
  expect(Math.max(...ages)).toBeLessThanOrEqual(Number(maxAccountAgeSeconds));
});
