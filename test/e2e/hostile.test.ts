import { expect, test } from '@jest/globals';
import { createAccount } from '@assay/stack/testing/accounts';
import { send, sharedSystem, until, type HttpAnswer } from './support/system.ts';

const system = sharedSystem();
const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
const address = 'So11111111111111111111111111111111111111112';

/** A text in which `slice(0, 64)` would split an emoji. Messages repeat only the first 64 characters of a text. */
const acrossTheCut = `${'x'.repeat(63)}😀😀`;

function expectFault(answer: HttpAnswer, status: number, code: string): void {
  expect(answer).toMatchObject({ status, body: { status: 'error', code } });
  expect(answer.body['traceId']).toMatch(/^tr_[0-9a-f]{32}$/);
  expect(answer.headers.get('x-trace-id')).toBe(answer.body['traceId']);
}

test('a body that nests deeper than a stack is refused by every gateway, and every gateway goes on', async () => {
  const { key } = await createAccount(system);
  for (const url of system.gatewayUrls) {
    const deepSymbol = `{"type":"funding.rate","params":{"symbol":${nested(20_000)}}}`;
    const deepPool = `{"pool":${nested(20_000)},"policy":{"maxPriceImpactBps":1}}`;
    expectFault(await send(`${url}/v1/get_data`, { key, body: deepSymbol }), 400, 'INVALID_JSON');
    expectFault(await send(`${url}/v1/gate`, { key, body: deepPool }), 400, 'INVALID_JSON');
    expect((await send(`${url}/v1/types`, { key })).status).toBe(200);
  }
});

test('a text that a message cuts inside a surrogate pair is refused, and every service goes on', async () => {
  const { key } = await createAccount(system);
  const good = { type: 'chain.resolve_address', params: { address }, webhookUrl: 'https://hooks.example.com/' };
  for (const url of system.gatewayUrls) {
    for (const body of [
      { ...good, type: acrossTheCut },
      { ...good, [acrossTheCut]: 1 },
      { ...good, params: { address, [acrossTheCut]: 1 } },
      { ...good, condition: { field: acrossTheCut, changes: true } },
      { ...good, condition: { [acrossTheCut]: true } },
    ]) {
      const answer = await send(`${url}/v1/watch`, { key, body });
      expectFault(answer, 400, 'WATCH_REJECTED');
      expect(answer.body['error']).toContain(`${'x'.repeat(63)}😀`);
    }
    const misnamed = { type: 'spot.price', params: { symbol: 'BTC', [acrossTheCut]: 1 } };
    expectFault(await send(`${url}/v1/get_data`, { key, body: misnamed }), 400, 'INVALID_PARAM');
    const gate = { pool: address, policy: { maxPriceImpactBps: 1, [acrossTheCut]: 1 } };
    expectFault(await send(`${url}/v1/gate`, { key, body: gate }), 400, 'INVALID_PARAM');
    // The stack restarts no process in these tests. So if the watch service had ended, it would stay unavailable.
    await until(
      () => send(`${url}/v1/watch`, { key }),
      ({ status }) => status === 200,
      2_000,
    );
  }
});
