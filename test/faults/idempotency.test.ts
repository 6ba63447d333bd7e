import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { pause } from '@assay/runtime/clock';
import { startStack, type Stack } from '@assay/stack/stack';
import { createAccount, type TestAccount } from '@assay/stack/testing/accounts';
import { openTestPool } from '@assay/stack/testing/test-pool';
import { readChainFixtures } from '../e2e/support/chain-fixtures.ts';
import { lenientPolicy, tradeIn } from '../e2e/support/gate.ts';
import { send, until, type HttpAnswer } from '../e2e/support/system.ts';

const callers = 24;
/**
 * Maximum time for an answer, in milliseconds. It is longer than the lease of an attempt whose process died plus the
 * restart of that process.
 */
const answerTimeoutMs = 60_000;
/**
 * Time between the first request and the kill, in milliseconds. By then the first requests have reached billing or a
 * service behind it.
 */
const killAfterMs = 15;
const watch = {
  type: 'chain.resolve_address',
  params: { address: 'So11111111111111111111111111111111111111112' },
  webhookUrl: 'http://127.0.0.1:9/hook',
};
/**
 * The gateway and all processes behind it, in the order in which the test kills them. Requests of one round still wait
 * for answers when the next process is killed.
 */
const victims = ['gateway', 'engine', 'billing', 'watch', 'resolver', 'gate', 'nats', 'postgres'];

type Post = { readonly path: string; readonly body: object; readonly status: number };

let stack: Stack;
let dataDir: string;
let database: pg.Pool;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'assay-idempotency-'));
  stack = await startStack({
    dataDir,
    sources: 'sandbox',
    restart: false,
    quiet: true,
    environment: {
      ASSAY_PORT: '0',
      ASSAY_EGRESS_ALLOW: '127.0.0.0/8',
      ASSAY_HOLD_LIFETIME_MS: '12000',
      ASSAY_CONFIRM_WITHIN_MS: '12000',
      ASSAY_SWEEP_INTERVAL_MS: '500',
      ASSAY_SWEEP_GRACE_MS: '3000',
    },
  });
  database = openTestPool(stack.postgresUrl, 2, 'billing');
}, 120_000);

afterAll(async () => {
  await database.end();
  await stack.stop();
  rmSync(dataDir, { recursive: true, force: true });
}, 60_000);

/** Sends a request again until it gets a final answer, despite kills, 409 and 503. */
async function postUntilAnswered(account: TestAccount, path: string, body: object, key: string): Promise<HttpAnswer> {
  const deadline = Date.now() + answerTimeoutMs;
  for (;;) {
    const answer = await send(`${stack.gatewayUrl}${path}`, {
      key: account.key,
      body,
      headers: { 'idempotency-key': key },
    }).catch(() => undefined);
    const isFinal = answer !== undefined && answer.status < 500 && answer.body['code'] !== 'IDEMPOTENCY_IN_PROGRESS';
    if (isFinal) {
      return answer;
    }
    if (Date.now() > deadline) {
      throw new Error(`no answer: the last one was ${answer?.status} ${answer?.text}`);
    }
    await pause(200);
  }
}

async function rows<Row extends object>(text: string, values: readonly unknown[]): Promise<Row[]> {
  return (await database.query<Row>(text, [...values])).rows;
}

type Calls = { readonly account: TestAccount; readonly answers: readonly Promise<HttpAnswer[]>[] };

/**
 * Creates an account and sends each kind of request for it 24 times at once. All requests of a kind have the same
 * idempotency key.
 */
async function startCalls(posts: readonly Post[]): Promise<Calls> {
  const account = await createAccount(stack);
  const answers = posts.map(({ path, body }) => {
    const key = randomUUID();
    return Promise.all(Array.from({ length: callers }, () => postUntilAnswered(account, path, body, key)));
  });
  return { account, answers };
}

/** Expects that all callers got the same answer. Returns that answer. */
async function oneAnswer(answers: Promise<HttpAnswer[]> | undefined, { path, status }: Post): Promise<HttpAnswer> {
  const [first, ...others] = (await answers) ?? [];
  expect([path, first?.status, ...new Set(others.map(({ text }) => text))]).toEqual([path, status, first?.text]);
  return first as HttpAnswer;
}

function debitOf({ body }: HttpAnswer): string {
  return String(Math.round(Number(body['debitedCredits'] ?? 0) * 1e6));
}

/** Expects that billing charged each answer that costs credits exactly once. */
async function expectCharges({ accountId }: TestAccount, answers: readonly HttpAnswer[]): Promise<void> {
  await until(
    () => rows(`SELECT 1 FROM holds WHERE account_id = $1 AND state IN ('open', 'captured')`, [accountId]),
    (pending) => pending.length === 0,
    30_000,
  );
  const charged = await rows<{ captured_micros: string }>(
    `SELECT captured_micros FROM holds WHERE account_id = $1 AND state = 'confirmed' AND captured_micros > 0`,
    [accountId],
  );
  const debits = answers.map(debitOf).filter((debit) => debit !== '0');
  expect(charged.map(({ captured_micros }) => captured_micros).toSorted()).toEqual(debits.toSorted());
}

test('kill -9 of each process under 24 equal requests of each kind: one answer, one charge, one watch and one secret', async () => {
  const fixtures = await readChainFixtures({ sandboxUrl: stack.sandboxUrl ?? '' });
  const posts: readonly Post[] = [
    { path: '/v1/get_data', body: { type: 'game.players', params: { game: 'Dota 2' } }, status: 200 },
    { path: '/v1/ask', body: { query: 'how many people play Dota 2 right now?' }, status: 200 },
    { path: '/v1/gate', body: { ...tradeIn(fixtures.pool('cpmm')), policy: lenientPolicy }, status: 200 },
    { path: '/v1/watch', body: watch, status: 201 },
  ];
  const calls: Calls[] = [];
  for (const victim of victims) {
    calls.push(await startCalls(posts));
    await pause(killAfterMs);
    await stack.kill(victim, 'SIGKILL');
    await stack.restart(victim);
  }
  for (const { account, answers } of calls) {
    const each = await Promise.all(posts.map((post, index) => oneAnswer(answers[index], post)));
    await expectCharges(account, each);
    const watches = await rows('SELECT id FROM watch.watches WHERE account_id = $1', [account.accountId]);
    expect(watches).toEqual([{ id: each[3]?.body['id'] }]);
  }
  expect(await rows('SELECT * FROM audit()', [])).toEqual([]);
}, 170_000);
