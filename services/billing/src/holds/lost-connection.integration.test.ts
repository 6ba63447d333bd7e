import { expect, test } from '@jest/globals';
import type { Fault } from '@assay/faults/faults';
import type { Postgres } from '@assay/storage/postgres';
import { useBilling } from '../testing/billing-world.ts';
import { context, holdOf, newHoldId, openCustomer, openReplica } from '../testing/customers.ts';

const billing = useBilling();

const endConnections = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE '%settle_holds%'`;

test('settlements whose connection is killed fail with UNAVAILABLE, and charge once when they are sent again', async () => {
  const replica = billing.replicaAt(0);
  const customer = await openCustomer(billing.postgres, { creditMicros: 100_000 });
  const ids = Array.from({ length: 50 }, () => newHoldId());
  await Promise.all(ids.map((id) => replica.hold.submit(holdOf(customer, 100, id), context())));
  const settleAll = (): Promise<PromiseSettledResult<unknown>[]> =>
    Promise.allSettled(
      ids.map((id) => replica.settle.submit({ hold_id: id, capture_micros: '60', received: false }, context())),
    );

  // The lock on the account's row keeps the statement in flight until its connection ends.
  const cut = await billing.postgres.transaction(async (client) => {
    await client.query('SELECT FROM accounts WHERE id = $1 FOR UPDATE', [customer.accountId]);
    const inFlight = settleAll();
    // Within a transaction, PostgreSQL always shows the same list of connections, so every query runs in a separate
    // one.
    for (let ended = 0; ended === 0;) {
      ended = (await billing.database.sql(endConnections)).length;
    }
    return await inFlight;
  });
  expect(cut.every((result) => result.status === 'rejected' && (result.reason as Fault).code === 'UNAVAILABLE')).toBe(
    true,
  );

  const again = await settleAll();
  expect(again.every((result) => result.status === 'fulfilled')).toBe(true);
  const [account] = await billing.database.sql('SELECT balance_micros, held_micros FROM accounts WHERE id = $1', [
    customer.accountId,
  ]);
  expect(account).toEqual({ balance_micros: '97000', held_micros: '0' });
});

test('a committed settlement whose response was lost gets the same response when it is sent again', async () => {
  let loseAnswers = true;
  const lossy: Postgres = {
    ...billing.postgres,
    query: async (statement, traces) => {
      const rows = await billing.postgres.query(statement, traces);
      if (loseAnswers && statement.name === 'settle') {
        throw Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' });
      }
      return rows as never[];
    },
  };
  const replica = openReplica(lossy);
  const customer = await openCustomer(billing.postgres, { creditMicros: 1_000 });
  const holdId = newHoldId();
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
