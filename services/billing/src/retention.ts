import { exclusiveCount } from '@assay/storage/exclusive-count';
import type { Postgres } from '@assay/storage/postgres';

/**
 * Days for which billing stores holds, the ledger and the audit table. Zero for the ledger means that it is stored
 * without limit.
 */
export type RetentionDays = { readonly holds: number; readonly ledger: number; readonly operatorActions: number };

/**
 * The result of one pass: how many days of holds and of the ledger it removed, and how many rows outside the partitions
 * of days it deleted.
 */
export type EndedRows = {
  readonly holdDays: number;
  readonly ledgerDays: number;
  readonly holds: number;
  readonly operatorActions: number;
};

/**
 * Number of days ahead for which partitions are made. With seven days, an outage of a few days leaves no hold without a
 * partition.
 */
const daysAhead = 7;
const accountsPerStatement = 50;
const rowsPerStatement = 5_000;
/**
 * Time limit, in milliseconds, of a statement that reads a whole day. Such a statement takes minutes on a busy system,
 * and calls do not wait for it.
 */
const dayTimeoutMs = 900_000;

/**
 * Makes the partitions of coming days for holds and the ledger. Only one replica makes them at a time. Returns the
 * number of partitions made, and the number of days from today on, today included, that have a partition.
 */
export async function makeDays(postgres: Postgres): Promise<{ readonly made: number; readonly ahead: number }> {
  let madeCount = 0;
  for (const table of ['holds', 'ledger']) {
    madeCount += await exclusiveCount(postgres, 'days', 'SELECT make_days($1, $2) AS count', [table, daysAhead]);
  }
  const rows = await postgres.query<{ count: number }>({
    name: 'count_days_ahead',
    text: 'SELECT count_days_ahead() AS count',
  });
  return { made: madeCount, ahead: rows[0]?.count ?? 0 };
}

/**
 * Removes days of holds and of the ledger that are too old, and deletes old rows outside the partitions of days, in
 * small transactions. Only one replica does this at a time. The function never removes a day of holds with pending
 * holds, or a day of the ledger while one of that day's holds is stored. It never deletes operator actions of the last
 * 90 days.
 */
export async function endOldRows(postgres: Postgres, days: RetentionDays): Promise<EndedRows> {
  const repeated = async (text: string, values: readonly unknown[] = []): Promise<number> => {
    let total = 0;
    for (let count = 1; count > 0; total += count) {
      count = await exclusiveCount(postgres, 'retention', text, values, dayTimeoutMs);
    }
    return total;
  };
  // In an earlier pass, a replica may have died after it detached a day and before it counted the day.
  await repeated('SELECT count_ended_day() AS count');
  let holdDays = 0;
  while ((await exclusiveCount(postgres, 'retention', endHoldsText, [days.holds])) > 0) {
    holdDays += 1;
    await repeated('SELECT count_ended_day() AS count');
  }
  const ledgerDays =
    days.ledger === 0 ? 0 : await repeated('SELECT drop_oldest_day_of_ledger($1) AS count', [days.ledger]);
  const holds = await deleteOldHolds(postgres, days.holds);
  let operatorActions = 0;
  for (let deleted = rowsPerStatement; deleted === rowsPerStatement; operatorActions += deleted) {
    const text = 'SELECT delete_old_operator_actions($1, $2) AS count';
    deleted = await exclusiveCount(postgres, 'retention', text, [days.operatorActions, rowsPerStatement]);
  }
  return { holdDays, ledgerDays, holds, operatorActions };
}

const endHoldsText = 'SELECT end_oldest_day_of_holds($1) AS count';

/** Deletes old holds whose ids contain no day, one account after another. */
async function deleteOldHolds(postgres: Postgres, days: number): Promise<number> {
  let holds = 0;
  for (let after = ''; ;) {
    const page = await postgres.query<{ id: string }>({
      name: 'page_of_accounts',
      text: 'SELECT id FROM accounts WHERE id > $1 ORDER BY id LIMIT $2',
      values: [after, accountsPerStatement],
    });
    const last = page.at(-1);
    if (last === undefined) {
      return holds;
    }
    const ids = page.map(({ id }) => id);
    for (let deleted = 1; deleted > 0; holds += deleted) {
      const text = 'SELECT delete_old_holds($1, $2) AS count';
      deleted = await exclusiveCount(postgres, 'retention', text, [days, ids]);
    }
    after = last.id;
  }
}
