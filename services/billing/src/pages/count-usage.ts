import { exclusiveCount } from '@assay/storage/exclusive-count';
import type { Postgres } from '@assay/storage/postgres';

const accountsPerStatement = 50;
/** A call of the account waits while one statement counts. This many holds take some milliseconds. */
const defaultHoldsPerStatement = 2_000;

/**
 * Counts the usage of holds that ended before billing counted usage as it happens, in small transactions. Only one replica does it
 * at a time. A pass that ends at any point has counted whole steps, and the next pass continues behind them. Returns the number of
 * accounts whose usage it looked at; zero once every hold is counted.
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
        // The work has the name of the one that deletes old holds: a hold must not leave while it is counted.
        const values = [id, holdsPerStatement];
        counted = await exclusiveCount(postgres, 'retention', 'SELECT count_usage($1, $2) AS count', values);
      }
    }
    accounts += page.length;
    after = last.id;
  }
}
