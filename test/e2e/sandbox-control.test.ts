import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { openTroubles } from './support/providers.ts';
import { createAccount, getData, send, setProvider, sharedSystem, until, type TestAccount } from './support/system.ts';

const system = sharedSystem();
const url = system.gatewayUrl;
let account: TestAccount;
const troubles = openTroubles(system);

beforeAll(async () => {
  account = await createAccount(system);
});

afterEach(async () => {
  await troubles.restore();
});

const funding = { symbol: 'SOL', venue: 'dydx' };

test.each([
  ['down', {}],
  ['error', {}],
  ['garbage', {}],
  ['slow', { delayMs: 20_000 }],
])(
  'when the only source is %s the call fails within ten seconds, uncharged, and recovers when it is up',
  async (state, more) => {
    const own = await createAccount(system, { creditMicros: 1_000_000n });
    await troubles.behave(['dydx'], { state, ...more });
    const startedAt = performance.now();
    const failed = await until(
      () => getData(url, own.key, 'funding.rate', funding),
      ({ status }) => status !== 200,
      5_000,
    );
    expect(performance.now() - startedAt).toBeLessThan(16_000);
    expect(failed.body).toMatchObject({ status: 'error', code: 'RESOLVE_FAILED', traceId: expect.any(String) });
    await setProvider(system, 'dydx', { state: 'up' });
    const back = await until(
      () => getData(url, own.key, 'funding.rate', funding),
      ({ status }) => status === 200,
      15_000,
    );
    const { debitedCredits, balanceAfter } = back.body as { debitedCredits: number; balanceAfter: number };
    expect(Math.round((1 - balanceAfter) * 1e6) % Math.round(debitedCredits * 1e6)).toBe(0);
  },
);

test('when the first source is down another one answers, and what was tried on the way is in the price', async () => {
  const before = await getData(url, account.key, 'token.price', { token: 'ETH' });
  const { source } = before.body['verification'] as { source: string };
  await troubles.behave([source.replace('sandbox.', '')], { state: 'error' });
  const after = await getData(url, account.key, 'token.price', { token: 'ETH' });
  expect(after.status).toBe(200);
  expect((after.body['verification'] as { source: string }).source).not.toBe(source);
});

test('a price that is set is the price that is answered', async () => {
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

test('a type that nothing can serve leaves the catalog and answers 404, and comes back with its source', async () => {
  await troubles.behave(['steam'], { state: 'down' });
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
  await until(listed, (types) => types.includes('game.players'), 15_000);
});
