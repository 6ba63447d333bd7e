import { expect, test } from '@jest/globals';
import { deleteOldRows } from './retention.ts';
import { useBilling } from './testing/billing-world.ts';
import { context, openCustomer } from './testing/customers.ts';

const billing = useBilling({ steppedClock: true });
const dayMs = 86_400_000;
const days = { holds: 30, operatorActions: 90 };

test('ended holds go after their time, and pending holds, the ledger and the balance stay', async () => {
  const customer = await openCustomer(billing.postgres, { creditMicros: 10_000 });
  const settle = async (): Promise<string> => {
    const holdId = await billing.takeHold(customer, 10);
    const settlement = { hold_id: holdId, capture_micros: '5', received: true };
    await billing.replicaAt(0).settle.submit(settlement, context());
    return holdId;
  };
  await Promise.all(Array.from({ length: 450 }, settle));
  const pending = await billing.takeHold(customer, 10);
  await billing.database.stepClock(30 * dayMs + 60_000);
  const young = await settle();
  const before = await billing.booksOf(customer);

  // Another replica deletes at the same time. Together they delete each row once.
  const passes = await Promise.all([
    deleteOldRows(billing.postgres, days),
    deleteOldRows(billing.database.open(), days),
  ]);
  const again = await deleteOldRows(billing.postgres, days);
  expect([...passes, again].reduce((sum, { holds }) => sum + holds, 0)).toBe(450);
  const left = await billing.database.sql('SELECT id FROM holds WHERE account_id = $1', [customer.accountId]);
  expect(new Set(left)).toEqual(new Set([{ id: pending }, { id: young }]));
  expect(await billing.booksOf(customer)).toEqual(before);
  expect(await billing.database.sql('SELECT * FROM audit()')).toEqual([]);
}, 30_000);

test('actions of operators go after their time, and nobody deletes those of the last 90 days', async () => {
  await billing.database.sql(
    `INSERT INTO operator_actions (action_id, at, actor, action, arguments, outcome)
     SELECT 'a', clock_timestamp() - age * interval '1 day', 'ann', 'billing.GetAccount', '{}', 'OK'
     FROM unnest(ARRAY[1, 89, 91, 400]) AS age`,
  );
  expect(await deleteOldRows(billing.postgres, days)).toMatchObject({ operatorActions: 2 });
  const refused = expect.stringContaining('operator_actions');
  for (const statement of ['DELETE FROM', 'TRUNCATE']) {
    await expect(billing.database.sql(`${statement} operator_actions`)).rejects.toMatchObject({ message: refused });
  }
  await expect(billing.database.sql(`UPDATE operator_actions SET actor = 'bob'`)).rejects.toMatchObject({
    message: refused,
  });
});
