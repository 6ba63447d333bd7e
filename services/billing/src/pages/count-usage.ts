import { exclusiveCount } from '@assay/storage/exclusive-count';
import type { Postgres } from '@assay/storage/postgres';

const accountsPerStatement = 50;
/**
 * Number of holds that one statement counts. It is small, because calls of the account wait until the statement ends.
 */
const defaultHoldsPerStatement = 2_000;

/**
 * Counts the usage of holds that ended before billing counted usage at the end of each call. It works in small
 * transactions, and only one replica counts at a time. Each transaction also stores how far it counted, so after an
 * interruption the next pass continues from there. Returns the number of accounts whose holds the pass counted, and
 * zero once every hold is counted.
 * @param holdsPerStatement the number of holds that one transaction counts.
 */
export async function countUsage(postgres: Postgres, holdsPerStatement = defaultHoldsPerStatement): Promise<number> {
  let accounts = 0;
  for (let after = ''; ;) {
    const page = await postgres.query<{ id: string }>({
      name: 'page_of_uncounted_accounts',
      text: `SELECT id FROM accounts WHERE id > $1 AND usage_counted_from > '-infinity' ORDER BY id LIMIT $2`,
      values: [after, accountsPerStatement],
    });
    const last = page.at(-1);
    if (last === undefined) {
      return accounts;
    }
    for (const { id } of page) {
      let counted = 1;
      while (counted > 0) {
        // The deletion of old holds uses a lock with the same name, because a hold must not be deleted while it is
        // counted.
        const values = [id, holdsPerStatement];
        counted = await exclusiveCount(postgres, 'retention', 'SELECT count_usage($1, $2) AS count', values);
      }
    }
    accounts += page.length;
    after = last.id;
  }
}
