import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { SettleResponse } from '@assay/rpc/gen/assay/billing/v1/SettleResponse';
import type { Postgres } from '@assay/service/postgres';
import { context, freshHoldId, holdOf, openCustomer, openReplica, type Customer } from '../testing/customers.ts';
import { startTestDatabase, type TestDatabase } from '../testing/database.ts';
import { createHoldStore, type HoldStore } from './store.ts';

let database: TestDatabase;
let postgres: Postgres;
let replicas: ReturnType<typeof openReplica>[];
let store: HoldStore;

beforeAll(async () => {
  database = await startTestDatabase();
  postgres = database.open();
  replicas = [openReplica(postgres), openReplica(database.open())];
  store = createHoldStore(postgres.query, { holdLifetimeMs: 60_000, confirmWithinMs: 60_000 });
  await database.stepClock(0);
}, 60_000);

afterAll(async () => {
  expect(await database.sql('SELECT * FROM audit()')).toEqual([]);
  await database.close();
});

function replicaAt(index: number): ReturnType<typeof openReplica> {
  return replicas[index % replicas.length] ?? openReplica(postgres);
}

async function hold(customer: Customer, holdMicros: number): Promise<string> {
  const holdId = freshHoldId();
  const answer = await replicaAt(0).hold.submit(holdOf(customer, holdMicros, holdId), context());
  expect(answer.held).toBe(true);
  return holdId;
}

/** An account with one hold of 800 of its 1,000. */
async function held(): Promise<{ customer: Customer; holdId: string }> {
  const customer = await openCustomer(postgres, { creditMicros: 1_000 });
  return { customer, holdId: await hold(customer, 800) };
}

async function lapse(): Promise<void> {
  await database.stepClock(60_000);
  await store.sweep({ reverse: true, limit: 1_000 });
}

function settleReceived(holdId: string, captureMicros: number, replica = 0): Promise<SettleResponse> {
  return replicaAt(replica).settle.submit(
    { hold_id: holdId, capture_micros: String(captureMicros), received: true },
    context(),
  );
}

async function books(customer: Customer): Promise<unknown> {
  const [account] = await database.sql<{ balance: number; held: number }>(
    'SELECT balance_micros::integer AS balance, held_micros::integer AS held FROM accounts WHERE id = $1',
    [customer.accountId],
  );
  const rows = await database.sql<{ row: string }>(
    `SELECT kind || ' ' || amount_micros AS row FROM ledger
     WHERE account_id = $1 AND kind <> 'credit' ORDER BY at, kind`,
    [customer.accountId],
  );
  return { ...account, ledger: rows.map(({ row }) => row) };
}

const charged = { settlement: 'SETTLEMENT_SETTLED', balance_micros: '700', captured_micros: '300' };

test('what was received is charged for good: nobody confirms it, and it is not given back', async () => {
  const { customer, holdId } = await held();
  expect(await settleReceived(holdId, 300)).toEqual(charged);
  await database.stepClock(600_000);
  expect(await store.sweep({ reverse: true, limit: 1_000 })).toEqual([]);
  await replicaAt(0).confirm.submit({ delivered_hold_ids: [], undelivered_hold_ids: [holdId] }, context());
  expect(await books(customer)).toEqual({ balance: 700, held: 0, ledger: ['capture -300'] });
});

test('what was received is charged although the hold had lapsed, once however often it is sent to whichever replica', async () => {
  const { customer, holdId } = await held();
  await lapse();
  const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => settleReceived(holdId, 300, index)));
  expect(answers).toEqual(Array.from({ length: 12 }, () => charged));
  expect(await books(customer)).toEqual({ balance: 700, held: 0, ledger: ['capture -300'] });
});

test('a due hold that no sweeper came to still covers what was received, whatever else the account holds', async () => {
  const { customer, holdId } = await held();
  await hold(customer, 200);
  await database.stepClock(60_000);
  expect(await settleReceived(holdId, 800)).toMatchObject({ settlement: 'SETTLEMENT_SETTLED', captured_micros: '800' });
  expect(await books(customer)).toEqual({ balance: 200, held: 200, ledger: ['capture -800'] });
});

test('a late charge never takes what another hold binds: it is short, changes nothing, and is taken once there is credit', async () => {
  const { customer, holdId } = await held();
  await lapse();
  const other = await hold(customer, 900);
  const short = { settlement: 'SETTLEMENT_SHORT', balance_micros: '1000', captured_micros: '0' };
  expect(await settleReceived(holdId, 300)).toEqual(short);
  expect(await books(customer)).toEqual({ balance: 1_000, held: 900, ledger: [] });
  await replicaAt(0).settle.submit({ hold_id: other, capture_micros: '0', received: false }, context());
  expect(await settleReceived(holdId, 300)).toEqual(charged);
});

test('late charges of one statement share what is free, and one that is too large does not stop a smaller one', async () => {
  const customer = await openCustomer(postgres, { creditMicros: 1_000 });
  const ids = [await hold(customer, 400), await hold(customer, 400), await hold(customer, 200)];
  await lapse();
  await hold(customer, 400);
  const requests = [400, 400, 200].map((amount, place) => ({
    hold_id: ids[place] ?? '',
    capture_micros: String(amount),
    received: true,
  }));
  const settled = await store.settle(requests, []);
  expect(settled).toMatchObject([
    { settlement: 'SETTLEMENT_SETTLED', balance_micros: '600' },
    { settlement: 'SETTLEMENT_SHORT' },
    { settlement: 'SETTLEMENT_SETTLED', balance_micros: '400' },
  ]);
  expect(await books(customer)).toMatchObject({ balance: 400, held: 400 });
});

test('a late charge is never more than was held, and a release that comes late changes nothing', async () => {
  const { customer, holdId } = await held();
  await lapse();
  await expect(settleReceived(holdId, 801)).rejects.toMatchObject({ code: 'INTERNAL' });
  expect(await settleReceived(holdId, 0)).toMatchObject({ settlement: 'SETTLEMENT_LAPSED', captured_micros: '0' });
  expect(await books(customer)).toEqual({ balance: 1_000, held: 0, ledger: [] });
});

test('a settlement that says nothing of a receipt never captures a hold that has lapsed', async () => {
  const { customer, holdId } = await held();
  await lapse();
  const answer = await replicaAt(0).settle.submit(
    { hold_id: holdId, capture_micros: '300', received: false },
    context(),
  );
  expect(answer).toMatchObject({ settlement: 'SETTLEMENT_LAPSED', captured_micros: '0' });
  expect(await books(customer)).toEqual({ balance: 1_000, held: 0, ledger: [] });
});

test('the signature of the release before still settles, without a receipt', async () => {
  const { customer, holdId } = await held();
  const rows = await database.sql(
    `SELECT outcome FROM settle_holds(ARRAY[$1]::text[], ARRAY[300]::bigint[], interval '1 minute')`,
    [holdId],
  );
  expect(rows).toEqual([{ outcome: 'settled' }]);
  await lapse();
  expect(await books(customer)).toEqual({ balance: 1_000, held: 0, ledger: ['capture -300', 'reversal 300'] });
});
