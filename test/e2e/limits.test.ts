import { expect, test } from '@jest/globals';
import { balanceOf, createAccount } from '@assay/stack/testing/accounts';
import { getData, send, sharedSystem } from './support/system.ts';

const system = sharedSystem();

function gateway(index: number): string {
  return system.gatewayUrls[index % system.gatewayUrls.length] ?? system.gatewayUrl;
}

test('exactly 10 of 30 concurrent requests pass on a key of 10 per minute, across two gateways', async () => {
  expect(system.gatewayUrls.length).toBeGreaterThan(1);
  const { key } = await createAccount(system, { rateLimitPerMinute: 10 });
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) => send(`${gateway(index)}/v1/types`, { key })),
  );
  const passed = answers.filter(({ status }) => status === 200);
  const limited = answers.filter(({ status }) => status === 429);
  expect(passed).toHaveLength(10);
  expect(limited).toHaveLength(20);
  expect(passed.map(({ headers }) => Number(headers.get('ratelimit-remaining'))).toSorted((a, b) => a - b)).toEqual([
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
  ]);
  for (const { headers, body } of limited) {
    expect(body).toMatchObject({ status: 'error', code: 'RATE_LIMIT', error: 'rate limit exceeded: 10/min' });
    expect(headers.get('ratelimit-limit')).toBe('10');
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60);
  }
});

test('errors count to the rate limit, and a limited request reveals nothing about its body', async () => {
  const { key } = await createAccount(system, { rateLimitPerMinute: 2 });
  expect((await send(`${gateway(0)}/v1/nothing`, { key })).status).toBe(404);
  expect((await send(`${gateway(1)}/v1/get_data`, { key, body: '{' })).status).toBe(400);
  const limited = await send(`${gateway(0)}/v1/get_data`, { key, body: '{' });
  expect(limited.status).toBe(429);
  expect(limited.body['error']).toBe('rate limit exceeded: 2/min');
});

test('64 concurrent calls on an account with credits for 10 give exactly 10 deliveries and an exact balance', async () => {
  const types = await send(`${system.gatewayUrl}/v1/types`, { key: (await createAccount(system)).key });
  const listed = types.body['types'] as { type: string; maxDebitCredits: number }[];
  const maxMicros = Math.round((listed.find(({ type }) => type === 'game.players')?.maxDebitCredits ?? 0) * 1e6);
  expect(maxMicros).toBeGreaterThan(0);
  // Only one provider answers this type, so every call costs the maximum price.
  const { key, accountId } = await createAccount(system, { creditMicros: BigInt(maxMicros) * 10n });
  const answers = await Promise.all(
    Array.from({ length: 64 }, (_, index) => getData(gateway(index), key, 'game.players', { game: 'Dota 2' })),
  );
  const delivered = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status === 402);
  const spent = delivered.reduce((sum, { body }) => sum + Math.round(Number(body['debitedCredits']) * 1e6), 0);
  expect(delivered.length + refused.length).toBe(64);
  expect(delivered).toHaveLength(10);
  const { balanceMicros } = await balanceOf(system, accountId);
  expect(balanceMicros).toBe(BigInt(maxMicros * 10 - spent));
  for (const { body } of answers) {
    expect(Number(body['balanceAfter'] ?? body['balance'])).toBeGreaterThanOrEqual(0);
  }
});

test('the demo key may send 60 requests a minute', async () => {
  const { status, headers } = await send(`${system.gatewayUrl}/v1/types`, { key: system.apiKey });
  expect([status, headers.get('ratelimit-limit')]).toEqual([200, '60']);
});
