import { afterEach, expect, test } from '@jest/globals';
import { Fault } from '@assay/faults/faults';
import { generateApiKey } from '@assay/identifiers/api-key';
import { poll } from '@assay/stack/poll';
import { startGateway, type TestGateway } from '../testing/gateway.ts';
import type { GatewayResponse } from '../testing/gateway-response.ts';

let gateway: TestGateway;
afterEach(() => gateway.close());

const types = (key: string): Promise<GatewayResponse> => gateway.send('/v1/types', { key });

test('the gateway refuses a key whose window is full by itself, with the limits of the window', async () => {
  gateway = await startGateway();
  const { key } = gateway.billing.open(10_000_000n, 2);
  expect([(await types(key)).status, (await types(key)).status]).toEqual([200, 200]);
  for (let request = 0; request < 5; request += 1) {
    const refused = await gateway.send('/v1/nothing', { key, body: '{' });
    expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMIT', error: 'rate limit exceeded: 2/min' } });
    expect(refused.headers).toMatchObject({ 'ratelimit-limit': '2', 'ratelimit-remaining': '0' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(10);
    expect(refused.headers['retry-after']).toBe(refused.headers['ratelimit-reset']);
  }
  expect(gateway.billing.state.admits).toHaveLength(2);
});

test('a raised limit reaches a gateway that refuses by itself', async () => {
  gateway = await startGateway();
  const { key, account } = gateway.billing.open(10_000_000n, 1);
  await types(key);
  expect((await types(key)).status).toBe(429);
  account.limit = 5;
  gateway.closedWindows.forgetAccount('acc_1');
  expect((await types(key)).status).toBe(200);
});

test('a revoked key is 401 even while its window is full', async () => {
  gateway = await startGateway();
  const { key } = gateway.billing.open(10_000_000n, 1);
  await types(key);
  const admitted = gateway.billing.state.admits[0]?.key_sha256 as Uint8Array;
  gateway.negativeKeyCache.add(admitted);
  expect((await types(key)).status).toBe(401);
});

test('unknown keys of one address are 429 beyond the burst, without a look-up; valid keys are served', async () => {
  gateway = await startGateway({ unknownKeysNow: () => 7_000 });
  const { key } = gateway.billing.open();
  expect((await types(key)).status).toBe(200);
  const answers: GatewayResponse[] = [];
  for (let request = 0; request < 80; request += 1) {
    answers.push(await types(generateApiKey()));
  }
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(30);
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(50);
  expect(gateway.billing.state.admits).toHaveLength(51);
  expect(refused[0]?.headers['retry-after']).toBe('1');
  expect((await types(key)).status).toBe(200);
});

test('the hold of a caller who disconnected during its admission is released at once, and no work starts', async () => {
  gateway = await startGateway();
  const { key } = gateway.billing.open();
  const controller = new AbortController();
  const ended = new Promise<void>((resolve) => {
    gateway.billing.state.before.Admit = async () => {
      controller.abort();
      await new Promise((wait) => setTimeout(wait, 50));
      resolve();
    };
  });
  await fetch(`http://127.0.0.1:${gateway.port}/v1/get_data`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: '{"type":"token.price"}',
    signal: controller.signal,
  }).catch(() => undefined);
  await ended;
  const { state } = gateway.billing;
  // On a busy machine, the gateway may notice the end of the admission only after some turns of the event loop.
  await poll(
    async () => {
      await gateway.confirmations.flush(1_000);
      return state.undelivered.length > 0 ? true : undefined;
    },
    { timeoutMs: 30_000, everyMs: 5, onTimeout: () => false },
  );
  expect(state.undelivered).toEqual([...state.holds.keys()]);
  expect(state.holds.size).toBe(1);
  expect(gateway.engine.verified).toEqual([]);
});

test('a caller whose admission billing did not decide in time gets 503 with Retry-After, and no 500', async () => {
  gateway = await startGateway();
  const { key } = gateway.billing.open();
  gateway.billing.state.before.Admit = () => Promise.reject(new Fault('DEADLINE_EXCEEDED'));
  const late = await gateway.send('/v1/get_data', { key, body: { type: 'token.price' } });
  expect(late).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
  expect(Number(late.headers['retry-after'])).toBeGreaterThanOrEqual(1);
});

test.each<[string, Record<string, string>, string]>([
  ['a key without the word Bearer', { authorization: generateApiKey() }, 'has no word Bearer with a key after it'],
  ['another scheme', { authorization: 'Basic eA==' }, 'has no word Bearer with a key after it'],
  ['Bearer without a key', { authorization: 'Bearer ' }, 'no API key was sent'],
  ['no header', {}, 'no API key was sent'],
])('the message about %s says what is missing', async (_title, headers, words) => {
  gateway = await startGateway();
  const answer = await gateway.send('/v1/types', { headers });
  expect(answer).toMatchObject({ status: 401, body: { code: 'INVALID_KEY', error: expect.stringContaining(words) } });
});
