import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { createAccount, type TestAccount } from '@assay/stack/testing/accounts';
import { openProviderFaults, setProvider } from './support/sandbox-control.ts';
import { getData, send, sharedSystem, until } from './support/system.ts';

const system = sharedSystem();
const url = system.gatewayUrl;
let account: TestAccount;
const faults = openProviderFaults(system);

beforeAll(async () => {
  account = await createAccount(system);
});

afterEach(async () => {
  await faults.clear();
});

const funding = { symbol: 'SOL', venue: 'dydx' };

test.each([
  ['down', {}],
  ['error', {}],
  ['garbage', {}],
  ['access_denied', {}],
  ['slow', { delayMs: 20_000 }],
])(
  'a call whose only source is %s fails within ten seconds, uncharged, and works again when the source is up',
  async (state, more) => {
    const newAccount = await createAccount(system, { creditMicros: 1_000_000n });
    await faults.inject(['dydx'], { state, ...more });
    const startedAt = performance.now();
    const failed = await until(
      () => getData(url, newAccount.key, 'funding.rate', funding),
      ({ status }) => status !== 200,
      5_000,
    );
    expect(performance.now() - startedAt).toBeLessThan(16_000);
    expect(failed.body).toMatchObject({ status: 'error', code: 'RESOLVE_FAILED', traceId: expect.any(String) });
    await setProvider(system, 'dydx', { state: 'up' });
    const back = await until(
      () => getData(url, newAccount.key, 'funding.rate', funding),
      ({ status }) => status === 200,
      15_000,
    );
    const { debitedCredits, balanceAfter } = back.body as { debitedCredits: number; balanceAfter: number };
    expect(Math.round((1 - balanceAfter) * 1e6) % Math.round(debitedCredits * 1e6)).toBe(0);
  },
);

test('a key that a provider refuses is named in the answer and in its trace, and costs nothing', async () => {
  const newAccount = await createAccount(system, { creditMicros: 1_000_000n });
  await faults.inject(['neynar'], { state: 'access_denied' });
  const accountParams = { handle: 'dwr.eth', user_id: '3', platform: 'farcaster', metric: 'followers' };
  const failed = await until(
    () => getData(url, newAccount.key, 'social.value', accountParams),
    ({ status }) => status !== 200,
    5_000,
  );
  expect(failed.body).toMatchObject({ code: 'RESOLVE_FAILED' });
  const trace = await until(
    () => send(`${url}/v1/traces/${String(failed.body['traceId'])}`, { key: newAccount.key }),
    ({ status }) => status === 200,
    10_000,
  );
  expect(trace.body).toMatchObject({
    reason: expect.stringContaining("refused Assay's key or address"),
    charge: { debitedCredits: 0 },
  });
  expect(trace.body['sources']).toMatchObject([{ source: 'sandbox.neynar', outcome: 'access_denied', cost: '0' }]);
});

test('another source answers when the first one is down', async () => {
  const before = await getData(url, account.key, 'token.price', { token: 'ETH' });
  const { source } = before.body['verification'] as { source: string };
  await faults.inject([source.replace('sandbox.', '')], { state: 'error' });
  // For another two seconds, the source's stream may answer with an update from before the fault.
  const after = await until(
    () => getData(url, account.key, 'token.price', { token: 'ETH' }),
    ({ status, body }) => status === 200 && (body['verification'] as { source: string }).source !== source,
    10_000,
  );
  expect(after.status).toBe(200);
});

test('a price that the sandbox sets is the delivered price', async () => {
  const set = await send(`${system.sandboxUrl}/control/prices/LINK`, { method: 'PUT', body: { usd: '123.45' } });
  expect(set.status).toBeLessThan(300);
  const { body } = await until(
    () => getData(url, account.key, 'token.price', { token: 'LINK' }),
    ({ body: found }) => Math.abs(Number((found['data'] as { price: string }).price) - 123.45) < 2,
    10_000,
  );
  expect(body['status']).toBe('delivered');
  await send(`${system.sandboxUrl}/control/prices/LINK`, { method: 'DELETE' });
});

test('a type without a source leaves the catalog and is 404, until its source is back', async () => {
  await faults.inject(['roblox', 'steam'], { state: 'down' });
  const listed = async (): Promise<string[]> => {
    const { body } = await send(`${url}/v1/types`, { key: account.key });
    return (body['types'] as { type: string }[]).map(({ type }) => type);
  };
  await until(
    async () => {
      await getData(url, account.key, 'game.players', { game: 'Dota 2' });
      return listed();
    },
    (types) => !types.includes('game.players'),
    15_000,
  );
  const gone = await getData(url, account.key, 'game.players', { game: 'Dota 2' });
  expect(gone.body).toMatchObject({ code: 'TYPE_NOT_FOUND' });
  expect(gone.status).toBe(404);
  await setProvider(system, 'steam', { state: 'up' });
  await setProvider(system, 'roblox', { state: 'up' });
  await until(listed, (types) => types.includes('game.players'), 15_000);
});
