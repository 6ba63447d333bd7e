import { exclusiveCount } from '@assay/service/exclusive-count';
import type { Postgres } from '@assay/service/postgres';

/** How long billing stores holds and the audit table, in days. */
export type RetentionDays = { readonly holds: number; readonly operatorActions: number };

/** The number of deleted rows of one pass. */
export type DeletedRows = { readonly holds: number; readonly operatorActions: number };

const accountsPerStatement = 50;
const rowsPerStatement = 5_000;

/**
 * Deletes old holds and old rows of the audit table in small transactions. Only one replica deletes at a time. It never
 * deletes a pending hold, a ledger entry, or a row of the audit table that is younger than 90 days.
 */
export async function deleteOldRows(postgres: Postgres, days: RetentionDays): Promise<DeletedRows> {
  let holds = 0;
  for (let after = ''; ;) {
    const page = await postgres.query<{ id: string }>({
      name: 'page_of_accounts',
      text: 'SELECT id FROM accounts WHERE id > $1 ORDER BY id LIMIT $2',
      values: [after, accountsPerStatement],
    });
    const last = page.at(-1);
    if (last === undefined) {
      break;
    }
    const ids = page.map(({ id }) => id);
    for (let deleted = 1; deleted > 0; holds += deleted) {
      const text = 'SELECT delete_old_holds($1, $2) AS count';
      deleted = await exclusiveCount(postgres, 'retention', text, [days.holds, ids]);
    }
    after = last.id;
  }
  let operatorActions = 0;
  for (let deleted = rowsPerStatement; deleted === rowsPerStatement; operatorActions += deleted) {
    const text = 'SELECT delete_old_operator_actions($1, $2) AS count';
    deleted = await exclusiveCount(postgres, 'retention', text, [days.operatorActions, rowsPerStatement]);
  }
  return { holds, operatorActions };
}
