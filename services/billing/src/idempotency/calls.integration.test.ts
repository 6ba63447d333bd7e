import { expect, test } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { createSealer } from '@assay/storage/sealing';
import { useBilling } from '../testing/billing-world.ts';
import { context, holdOf, openCustomer, openGate, type Customer } from '../testing/customers.ts';
import { createIdempotentCallQueues, type IdempotentCallQueues } from './calls.ts';
import { createIdempotentCallStore } from './store.ts';
import { sweepCalls } from './sweeper.ts';

const billing = useBilling({ steppedClock: true });
const sealer = createSealer([{ id: 'k1', key: randomBytes(32) }], 'KEYS');
const fingerprint = Buffer.alloc(32, 1);
const leaseMs = 15_000;
const dayMs = 24 * 3_600_000;
const body = '{"status":"delivered","webhookSecret":"whsec_x"}';

type Attempt = { readonly account_id: string; readonly key_sha256: Buffer; readonly trace_id: string };

function calls(): IdempotentCallQueues {
  const { query } = billing.postgres;
  const stores = {
    free: createIdempotentCallStore(query, false),
    waiting: createIdempotentCallStore(query, true),
    gate: openGate(),
  };
  return createIdempotentCallQueues(stores, sealer);
}

async function newCall(creditMicros = 1_000): Promise<{ customer: Customer; attempt: () => Attempt }> {
  const customer = await openCustomer(billing.postgres, { creditMicros });
  const key_sha256 = randomBytes(32);
  return {
    customer,
    attempt: () => ({ account_id: customer.accountId, key_sha256, trace_id: randomBytes(16).toString('hex') }),
  };
}

const begin = (attempt: Attempt, print = fingerprint) =>
  calls().begin.submit({ ...attempt, fingerprint: print }, context());
const finish = (attempt: Attempt, http_status = 200) =>
  calls().finish.submit({ ...attempt, http_status, body }, context());

/** Takes a hold of 100 micro-credits in the attempt's trace, and captures 60 of them. */
async function capture(customer: Customer, attempt: Attempt): Promise<string> {
  const hold = { ...holdOf(customer, 100), trace_id: attempt.trace_id };
  expect(await billing.replicaAt(0).hold.submit(hold, context())).toMatchObject({ held: true });
  await billing.replicaAt(0).settle.submit({ hold_id: hold.hold_id, capture_micros: '60', received: false }, context());
  return hold.hold_id;
}

test('of 24 equal calls at once one runs, and the others wait until its answer is stored', async () => {
  const { attempt } = await newCall();
  const attempts = Array.from({ length: 24 }, attempt);
  const states = await Promise.all(attempts.map((each) => begin(each)));
  const running = attempts.filter((_each, index) => states[index]?.state === 'IDEMPOTENT_CALL_STATE_RUN');
  expect(running).toHaveLength(1);
  expect(states.filter(({ state }) => state === 'IDEMPOTENT_CALL_STATE_IN_PROGRESS')).toHaveLength(23);
  expect(await finish(running[0] ?? attempt(), 201)).toEqual({ finished: true });
  const finished = { state: 'IDEMPOTENT_CALL_STATE_FINISHED', http_status: 201, body };
  expect(await Promise.all(attempts.map((each) => begin(each)))).toEqual(attempts.map(() => finished));
});

test('a stored answer confirms its capture, and survives its sweep', async () => {
  const { customer, attempt } = await newCall();
  const first = attempt();
  await begin(first);
  const holdId = await capture(customer, first);
  expect(await finish(first)).toEqual({ finished: true });
  expect(await finish(first)).toEqual({ finished: true });
  expect(await billing.database.sql('SELECT state FROM holds WHERE id = $1', [holdId])).toEqual([
    { state: 'confirmed' },
  ]);
  await billing.database.stepClock(120_000);
  await billing.store.sweep({ reverse: true, limit: 500 });
  expect(await billing.booksOf(customer)).toMatchObject({ balance: 940, held: 0, ledger: ['capture -60'] });
});

test('the stored body is encrypted', async () => {
  const { attempt } = await newCall();
  const first = attempt();
  await begin(first);
  await finish(first);
  const rows = await billing.database.sql<{ sealed_body: Buffer }>(
    'SELECT sealed_body FROM idempotent_calls WHERE key_sha256 = $1',
    [first.key_sha256],
  );
  expect(rows[0]?.sealed_body.includes(Buffer.from('whsec_'))).toBe(false);
});

test('an attempt that died leaves a lease of 15 s; the next one gets the same call id and the credits back', async () => {
  const { customer, attempt } = await newCall(100);
  const [dead, next] = [attempt(), attempt()];
  const begun = await begin(dead);
  await capture(customer, dead);
  await billing.database.stepClock(leaseMs - 1);
  expect(await begin(next)).toMatchObject({ state: 'IDEMPOTENT_CALL_STATE_IN_PROGRESS' });
  await billing.database.stepClock(1);
  expect(await begin(next)).toEqual({ state: 'IDEMPOTENT_CALL_STATE_RUN', call_id: begun.call_id });
  expect(await billing.booksOf(customer)).toMatchObject({ balance: 100, held: 0 });
  await capture(customer, next);
  expect(await finish(dead)).toEqual({ finished: false });
  expect(await finish(next)).toEqual({ finished: true });
  expect(await billing.booksOf(customer)).toMatchObject({ balance: 40, held: 0 });
});

test('an attempt that ends without an answer lets the next one run at once', async () => {
  const { attempt } = await newCall();
  const [first, next] = [attempt(), attempt()];
  const begun = await begin(first);
  expect(await finish(first, 0)).toEqual({ finished: true });
  expect(await begin(next)).toEqual({ state: 'IDEMPOTENT_CALL_STATE_RUN', call_id: begun.call_id });
  expect(await finish(first)).toEqual({ finished: false });
});

test('an answer whose capture was reversed is not stored', async () => {
  const { customer, attempt } = await newCall();
  const first = attempt();
  await begin(first);
  const holdId = await capture(customer, first);
  await billing.store.confirm([], [holdId], []);
  expect(await finish(first)).toEqual({ finished: false });
  expect(await begin(attempt())).toMatchObject({ state: 'IDEMPOTENT_CALL_STATE_RUN' });
});

test('the same key with another fingerprint is a mismatch, before and after the answer', async () => {
  const { attempt } = await newCall();
  const first = attempt();
  await begin(first);
  const other = Buffer.alloc(32, 2);
  expect(await begin(attempt(), other)).toEqual({ state: 'IDEMPOTENT_CALL_STATE_MISMATCH' });
  await finish(first);
  expect(await begin(attempt(), other)).toEqual({ state: 'IDEMPOTENT_CALL_STATE_MISMATCH' });
});

test('a key belongs to its account', async () => {
  const [a, b] = [await newCall(), await newCall()];
  const first = a.attempt();
  await begin(first);
  await finish(first);
  const same = { ...b.attempt(), key_sha256: first.key_sha256 };
  expect(await begin(same)).toMatchObject({ state: 'IDEMPOTENT_CALL_STATE_RUN' });
});

test('after 24 hours a key starts a new call, whether or not the old one was swept', async () => {
  const [kept, swept] = [await newCall(), await newCall()];
  const firsts = [kept.attempt(), swept.attempt()];
  const begun = await Promise.all(firsts.map((each) => begin(each)));
  await Promise.all(firsts.map((each) => finish(each)));
  await billing.database.stepClock(dayMs);
  const again = await begin(kept.attempt(), Buffer.alloc(32, 2));
  expect(again).toMatchObject({ state: 'IDEMPOTENT_CALL_STATE_RUN' });
  expect(again.call_id).not.toBe(begun[0]?.call_id);
  await sweepCalls(createIdempotentCallStore(billing.postgres.query));
  const rows = await billing.database.sql<{ account_id: string }>('SELECT account_id FROM idempotent_calls');
  expect(rows).toEqual([{ account_id: kept.customer.accountId }]);
  expect(await begin(swept.attempt())).toMatchObject({ state: 'IDEMPOTENT_CALL_STATE_RUN' });
});
