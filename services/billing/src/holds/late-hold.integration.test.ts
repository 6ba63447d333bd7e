import { expect, test } from '@jest/globals';
import { useBilling } from '../testing/billing-world.ts';
import { newHoldId } from '../testing/customers.ts';
import { createHoldStore } from './store.ts';

const billing = useBilling();
/**
 * Id of an advisory lock. The test replaces the database's function clock() by one that waits for this lock. So it can
 * stop a statement at the point where the statement reads the clock.
 */
const stopAtClock = 4_711;

test('a hold that is committed while its account is busy is settled by nobody who has not locked the account', async () => {
  const { customer, holdId } = await billing.openHold(10);
  const lateHold = newHoldId();
  const times = { holdLifetimeMs: 60_000, confirmWithinMs: 60_000 };
  const store = createHoldStore(billing.postgres.query, { ...times, waits: false });
  // A settlement reads the clock at one point: after it has found out which accounts are locked, and before it decides
  // whether the hold has lapsed.
  await billing.database.sql(
    `CREATE OR REPLACE FUNCTION clock() RETURNS timestamptz LANGUAGE plpgsql VOLATILE AS $$
     BEGIN PERFORM pg_advisory_xact_lock_shared(${stopAtClock}); RETURN clock_timestamp(); END $$`,
  );
  const { settling } = await billing.database.open().transaction(async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [stopAtClock]);
    await client.query('SELECT FROM accounts WHERE id = $1 FOR UPDATE', [customer.accountId]);
    const items = [holdId, lateHold].map((id) => ({ hold_id: id, capture_micros: '7', received: false }));
    const started = store.settle(items, []);
    await billing.database.untilWaiting(1);
    await client.query('SELECT * FROM take_holds($1, $2, $3, $4, $5, $6, true)', [
      [lateHold],
      [customer.accountId],
      [10],
      ['0'.repeat(32)],
      ['spot.price'],
      '1 minute',
    ]);
    return { settling: started };
  });

  const busy = { accountId: customer.accountId };
  expect(await settling).toMatchObject([busy, busy]);
  expect(await billing.booksOf(customer)).toEqual({ balance: 1_000, held: 20, ledger: [] });
});
