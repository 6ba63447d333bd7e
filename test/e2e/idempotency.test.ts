import { afterAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { addCredits, balanceOf, createAccount, type TestAccount } from '@assay/stack/testing/accounts';
import { openTestPool } from '@assay/stack/testing/test-pool';
import { ledgerChargesOf } from './support/charges.ts';
import { send, sharedSystem, until, type HttpAnswer } from './support/system.ts';

const system = sharedSystem();
const database = openTestPool(system.postgresUrl, 2);
afterAll(() => database.end());
/**
 * Maximum time until decisions and failed calls are stored, in milliseconds. The engine stores them in batches, after
 * the response.
 */
const openedWithinMs = 30_000;
const question = { type: 'game.players', params: { game: 'Dota 2' } };

function post(
  account: TestAccount,
  path: string,
  body: object,
  idempotencyKey: string,
  index = 0,
): Promise<HttpAnswer> {
  const gateway = system.gatewayUrls[index % system.gatewayUrls.length] ?? system.gatewayUrl;
  return send(`${gateway}${path}`, { key: account.key, body, headers: { 'idempotency-key': idempotencyKey } });
}

/** Sends a request until the answer no longer says that an attempt with the same idempotency key is in flight. */
async function postUntilAnswered(account: TestAccount, path: string, body: object, key: string): Promise<HttpAnswer> {
  for (;;) {
    const answer = await post(account, path, body, key);
    if (answer.body['code'] !== 'IDEMPOTENCY_IN_PROGRESS') {
      return answer;
    }
    await new Promise((wait) => setTimeout(wait, Number(answer.headers.get('retry-after')) * 1_000));
  }
}

/** Returns the holds of one account from billing's tables. */
async function chargesOf(account: TestAccount): Promise<{ state: string; captured_micros: string }[]> {
  const { rows } = await database.query<{ state: string; captured_micros: string }>(
    `SELECT state, captured_micros FROM billing.holds WHERE account_id = $1 AND state <> 'released'`,
    [account.accountId],
  );
  return rows;
}

test('24 equal requests at once over two gateways are one call: one answer, one charge', async () => {
  expect(system.gatewayUrls.length).toBeGreaterThan(1);
  const account = await createAccount(system);
  const key = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_unused, index) => post(account, '/v1/get_data', question, key, index)),
  );
  const delivered = answers.filter(({ status }) => status === 200);
  const waiting = answers.filter(({ status }) => status === 409);
  expect(delivered.length + waiting.length).toBe(24);
  for (const { body, headers } of waiting) {
    expect(body['code']).toBe('IDEMPOTENCY_IN_PROGRESS');
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  }
  const last = await postUntilAnswered(account, '/v1/get_data', question, key);
  expect([last.status, last.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
  expect(new Set([...delivered, last].map(({ text }) => text)).size).toBe(1);
  const debited = String(Math.round(Number(last.body['debitedCredits']) * 1e6));
  expect(await chargesOf(account)).toEqual([{ state: 'confirmed', captured_micros: debited }]);
});

test('24 equal creations at once are one watch with one secret', async () => {
  const account = await createAccount(system);
  const key = randomUUID();
  const body = {
    type: 'chain.resolve_address',
    params: { address: 'So11111111111111111111111111111111111111112' },
    webhookUrl: 'http://127.0.0.1:9/hook',
  };
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_unused, index) => post(account, '/v1/watch', body, key, index)),
  );
  const last = await postUntilAnswered(account, '/v1/watch', body, key);
  const created = [...answers.filter(({ status }) => status === 201), last];
  expect(new Set(created.map(({ text }) => text)).size).toBe(1);
  expect(last.body['webhookSecret']).toMatch(/^whsec_/);
  const listed = await send(`${system.gatewayUrl}/v1/watch`, { key: account.key });
  expect(listed.body['watches']).toHaveLength(1);
});

test('every POST accepts a key, and replays its answer with the same status and body', async () => {
  const account = await createAccount(system);
  for (const [path, body] of [
    ['/v1/ask', { query: 'What is SOL worth right now?' }],
    ['/v1/ask', { query: 'Who was the first emperor of Rome?' }],
    ['/v1/get_data', { type: 'spot.price', params: { symbol: 'NOSUCHSYMBOL' } }],
    ['/v1/get_data', { type: 'spot.price' }],
    ['/v1/gate', { pool: 'x' }],
    ['/v1/watch', { type: 'spot.price' }],
  ] as const) {
    const key = randomUUID();
    const first = await post(account, path, body, key);
    const again = await post(account, path, body, key, 1);
    expect([path, again.status, again.text]).toEqual([path, first.status, first.text]);
    expect([first.headers.get('idempotency-replayed'), again.headers.get('idempotency-replayed')]).toEqual([
      null,
      'true',
    ]);
    const traceId = again.headers.get('x-trace-id') ?? '';
    expect([path, traceId]).toEqual([path, first.headers.get('x-trace-id')]);
    const opened = await until(
      () => send(`${system.gatewayUrl}/v1/traces/${traceId}`, { key: account.key }),
      ({ status }) => status === 200,
      openedWithinMs,
    );
    expect(opened.body).toMatchObject({ traceId });
  }
});

test('a key with another body or path is a mismatch; the same key of another account is another call', async () => {
  const [account, other] = await Promise.all([createAccount(system), createAccount(system)]);
  const key = randomUUID();
  const first = await post(account, '/v1/get_data', question, key);
  const body = { ...question, minLevel: 'single_source' };
  for (const mismatch of [
    await post(account, '/v1/get_data', body, key),
    await post(account, '/v1/ask', question, key),
  ]) {
    expect([mismatch.status, mismatch.body['code']]).toEqual([422, 'IDEMPOTENCY_MISMATCH']);
  }
  const foreign = await post(other, '/v1/get_data', question, key);
  expect([foreign.status, foreign.headers.get('idempotency-replayed')]).toEqual([200, null]);
  expect(foreign.body['traceId']).not.toBe(first.body['traceId']);
});

test('a call that lacked credit runs after a top-up, under the same key, and is charged once', async () => {
  const account = await createAccount(system, { creditMicros: 1n });
  const key = randomUUID();
  const poor = await post(account, '/v1/get_data', question, key);
  expect([poor.status, poor.body['code'], poor.body['balance']]).toEqual([402, 'INSUFFICIENT_CREDITS', 0.000_001]);
  await addCredits(system, account.accountId, 5_000_000n);
  const paid = await post(account, '/v1/get_data', question, key, 1);
  const replayed = await post(account, '/v1/get_data', question, key);
  expect([paid.status, replayed.status, replayed.text]).toEqual([200, 200, paid.text]);
  expect([paid, replayed].map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, 'true']);
  const debited = String(Math.round(Number(paid.body['debitedCredits']) * 1e6));
  expect(await chargesOf(account)).toEqual([{ state: 'confirmed', captured_micros: debited }]);
  const capturedMicros = BigInt(debited);
  const ledger = { captures: 1, capturedMicros, reversals: 0, unconfirmed: 0 };
  expect(await ledgerChargesOf(database, account.accountId)).toEqual(ledger);
  const balanceMicros = 5_000_001n - capturedMicros;
  expect(await balanceOf(system, account.accountId)).toEqual({ balanceMicros, heldMicros: 0n });
});

test('an account that affords one call gets it, however many equal requests arrive at once', async () => {
  const types = await send(`${system.gatewayUrl}/v1/types`, { key: (await createAccount(system)).key });
  const listed = types.body['types'] as { type: string; maxDebitCredits: number }[];
  const most = Math.round((listed.find(({ type }) => type === question.type)?.maxDebitCredits ?? 0) * 1e6);
  const account = await createAccount(system, { creditMicros: BigInt(most) });
  const key = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_unused, index) => post(account, '/v1/get_data', question, key, index)),
  );
  expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
  expect((await postUntilAnswered(account, '/v1/get_data', question, key)).status).toBe(200);
  expect(await chargesOf(account)).toHaveLength(1);
});
