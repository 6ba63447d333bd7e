import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Fault } from '@assay/faults/faults';
import type { Postgres } from '@assay/service/postgres';
import { context, freshHoldId, holdOf, openCustomer, openReplica } from '../testing/customers.ts';
import { startTestDatabase, type TestDatabase } from '../testing/database.ts';

let database: TestDatabase;
let postgres: Postgres;

beforeAll(async () => {
  database = await startTestDatabase();
  postgres = database.open();
}, 60_000);

afterAll(async () => {
  expect(await database.sql('SELECT * FROM audit()')).toEqual([]);
  await database.close();
});

const endConnections = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE '%settle_holds%'`;

test('settlements whose connection is killed while they wait fail as UNAVAILABLE, and sent again charge once', async () => {
  const replica = openReplica(postgres);
  const customer = await openCustomer(postgres, { creditMicros: 100_000 });
  const ids = Array.from({ length: 50 }, () => freshHoldId());
  await Promise.all(ids.map((id) => replica.hold.submit(holdOf(customer, 100, id), context())));
  const settleAll = (): Promise<PromiseSettledResult<unknown>[]> =>
    Promise.allSettled(
      ids.map((id) => replica.settle.submit({ hold_id: id, capture_micros: '60', received: false }, context())),
    );

  // The account's row is kept locked, so that the statement is certainly under way when its connection ends.
  const cut = await postgres.transaction(async (client) => {
    await client.query('SELECT FROM accounts WHERE id = $1 FOR UPDATE', [customer.accountId]);
    const underWay = settleAll();
    // Within one transaction the list of connections stays as it was first seen, so each look is a transaction of its own.
    for (let ended = 0; ended === 0;) {
      ended = (await database.sql(endConnections)).length;
    }
    return await underWay;
  });
  expect(cut.every((result) => result.status === 'rejected' && (result.reason as Fault).code === 'UNAVAILABLE')).toBe(
    true,
  );

  const again = await settleAll();
  expect(again.every((result) => result.status === 'fulfilled')).toBe(true);
  const [account] = await database.sql('SELECT balance_micros, held_micros FROM accounts WHERE id = $1', [
    customer.accountId,
  ]);
  expect(account).toEqual({ balance_micros: '97000', held_micros: '0' });
});

test('a settlement that was committed while its answer was lost is answered the same when it is sent again', async () => {
  let loseAnswers = true;
  const lossy: Postgres = {
    ...postgres,
    query: async (statement, traces) => {
      const rows = await postgres.query(statement, traces);
      if (loseAnswers && statement.name === 'settle') {
        throw Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' });
      }
      return rows as never[];
    },
  };
  const replica = openReplica(lossy);
  const customer = await openCustomer(postgres, { creditMicros: 1_000 });
  const holdId = freshHoldId();
  await replica.hold.submit(holdOf(customer, 500, holdId), context());
  const request = { hold_id: holdId, capture_micros: '400', received: false };
  await expect(replica.settle.submit(request, context())).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  loseAnswers = false;
  expect(await replica.settle.submit(request, context())).toEqual({
    settlement: 'SETTLEMENT_SETTLED',
    balance_micros: '600',
    captured_micros: '400',
  });
});
