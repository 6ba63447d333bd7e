import type { Account } from '@assay/rpc/gen/assay/billing/v1/Account';
import type { ApiKey } from '@assay/rpc/gen/assay/billing/v1/ApiKey';
import { microsecondText } from '@assay/storage/page';
import type { Postgres } from '@assay/storage/postgres';
import { accountColumns, accountOf, type AccountRow } from '../accounts/store.ts';
import { runStatement } from '../database-faults.ts';
import { keyColumns, keyOf, type KeyRow } from '../pages/store.ts';

/** The values by which the rows of a list are sorted: the time of creation, and an id that is unique. */
export type ListPosition = { readonly at: string; readonly id: string };

/** A row of a list, with the values by which it is sorted. */
export type Listed<Row> = { readonly row: Row; readonly position: ListPosition };

/** The statements behind the lists of operators. */
export type ListStore = {
  /** Returns up to `limit` accounts, newest first, that come after a given position. */
  readonly accounts: (after: ListPosition | undefined, limit: number) => Promise<Listed<Account>[]>;
  /** Returns up to `limit` keys of an account, newest first, that come after a given position. */
  readonly keys: (accountId: string, after: ListPosition | undefined, limit: number) => Promise<Listed<ApiKey>[]>;
  /** Returns whether an account exists. */
  readonly hasAccount: (id: string) => Promise<boolean>;
};

/**
 * A position that sorts before the first row. Its time is later than any other, because rows are sorted newest first.
 */
const start: ListPosition = { at: 'infinity', id: '' };

/** Creates the list store. The connections of `query` must use the schema `billing`. */
export function createListStore(query: Postgres['query']): ListStore {
  const run = <Row extends Record<string, unknown>>(
    name: string,
    text: string,
    values: readonly unknown[],
  ): Promise<Row[]> => runStatement(() => query<Row>({ name, text, values }));
  const positionAt = `${microsecondText('created_at')} AS position_at`;
  return {
    accounts: async (after = start, limit) => {
      // No index has this order. An operator rarely lists accounts, and an index would slow down every new account.
      const text = `SELECT ${accountColumns}, ${positionAt} FROM accounts WHERE (created_at, id) < ($1::timestamptz, $2)
        ORDER BY created_at DESC, id DESC LIMIT $3`;
      const rows = await run<AccountRow & { position_at: string }>('browse_accounts', text, [
        after.at,
        after.id,
        limit,
      ]);
      return rows.map((row) => ({ row: accountOf(row), position: { at: row.position_at, id: row.id } }));
    },
    keys: async (accountId, after = start, limit) => {
      const text = `SELECT ${keyColumns}, ${positionAt} FROM keys
        WHERE account_id = $1 AND (created_at, sha256) < ($2::timestamptz, decode($3, 'hex'))
        ORDER BY created_at DESC, sha256 DESC LIMIT $4`;
      const rows = await run<KeyRow & { position_at: string }>('browse_keys', text, [
        accountId,
        after.at,
        after.id,
        limit,
      ]);
      return rows.map((row) => ({
        row: keyOf(row),
        position: { at: row.position_at, id: row.sha256.toString('hex') },
      }));
    },
    hasAccount: async (id) => (await run('has_account', 'SELECT FROM accounts WHERE id = $1', [id])).length === 1,
  };
}
