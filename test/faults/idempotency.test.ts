import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pause } from '@assay/service/clock';
import { startStack, type Stack } from '@assay/stack/stack';
import { createAccount, type TestAccount } from '@assay/stack/testing/accounts';
import { send, until, type HttpAnswer } from '../e2e/support/system.ts';

const callers = 24;
/** More than the lease of an attempt that died, and the restart of its process. */
const answerTimeoutMs = 45_000;
/** By then the first requests are in billing or in a service behind it. */
const killAfterMs = 15;
const question = { type: 'game.players', params: { game: 'Dota 2' } };
const watch = {
  type: 'chain.resolve_address',
  params: { address: 'So11111111111111111111111111111111111111112' },
  webhookUrl: 'http://127.0.0.1:9/hook',
};

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
  database = new pg.Pool({ connectionString: stack.postgresUrl, max: 2, options: '-c search_path=billing' });
  // The test kills the server, so it expects to lose idle connections.
  database.on('error', () => undefined);
}, 120_000);

afterAll(async () => {
  await database.end();
  await stack.stop();
  rmSync(dataDir, { recursive: true, force: true });
}, 60_000);

/** Sends a request until it has an answer that is not to be repeated: through kills, 409 and 503. */
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

type Calls = { readonly account: TestAccount; readonly answers: Promise<HttpAnswer[]> };

/** Starts equal requests of a new account: every second one asks for a datum, the others create a watch. */
async function startCalls(): Promise<Calls> {
  const account = await createAccount(stack);
  const [dataKey, watchKey] = [randomUUID(), randomUUID()];
  const running = Array.from({ length: callers }, (_unused, index) =>
    index % 2 === 0
      ? postUntilAnswered(account, '/v1/get_data', question, dataKey)
      : postUntilAnswered(account, '/v1/watch', watch, watchKey),
  );
  return { account, answers: Promise.all(running) };
}

async function expectOneCharge({ account: { accountId } }: Calls, answers: readonly HttpAnswer[]): Promise<void> {
  expect([new Set(answers.map(({ text }) => text)).size, answers[0]?.status]).toEqual([1, 200]);
  await until(
    () => rows(`SELECT 1 FROM holds WHERE account_id = $1 AND state IN ('open', 'captured')`, [accountId]),
    (pending) => pending.length === 0,
    30_000,
  );
  const debited = String(Math.round(Number(answers[0]?.body['debitedCredits']) * 1e6));
  expect(
    await rows(`SELECT captured_micros FROM holds WHERE account_id = $1 AND state = 'confirmed'`, [accountId]),
  ).toEqual([{ captured_micros: debited }]);
}

async function expectOneWatch({ account: { accountId } }: Calls, answers: readonly HttpAnswer[]): Promise<void> {
  expect([new Set(answers.map(({ text }) => text)).size, answers[0]?.status]).toEqual([1, 201]);
  const watches = await rows('SELECT id FROM watch.watches WHERE account_id = $1', [accountId]);
  expect(watches).toEqual([{ id: answers[0]?.body['id'] }]);
}

test('kill -9 of each process under 24 equal requests: one answer and one charge, one watch and one secret', async () => {
  const calls: Calls[] = [];
  // The requests of one process still wait for their answers while the next process is killed.
  for (const victim of ['gateway', 'billing', 'watch', 'postgres']) {
    calls.push(await startCalls());
    await pause(killAfterMs);
    await stack.kill(victim, 'SIGKILL');
    await stack.restart(victim);
  }
  for (const each of calls) {
    const answers = await each.answers;
    await expectOneCharge(
      each,
      answers.filter((_answer, index) => index % 2 === 0),
    );
    await expectOneWatch(
      each,
      answers.filter((_answer, index) => index % 2 === 1),
    );
  }
  expect(await rows('SELECT * FROM audit()', [])).toEqual([]);
}, 110_000);
