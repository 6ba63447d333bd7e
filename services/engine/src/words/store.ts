import type { Postgres } from '@assay/storage/postgres';

/** Returns the accounts that forbid storing the words of their questions. */
export async function selectAccountsWithoutWords(postgres: Pick<Postgres, 'query'>): Promise<string[]> {
  const rows = await postgres.query<{ account_id: string }>({
    name: 'select_accounts_without_words',
    text: 'SELECT account_id FROM accounts_without_words',
  });
  return rows.map(({ account_id: accountId }) => accountId);
}

/** Stores whether Assay may store the words of an account's questions. A repeated call changes nothing. */
export async function updateKeepsWords(
  postgres: Pick<Postgres, 'query'>,
  accountId: string,
  keepsWords: boolean,
): Promise<void> {
  await postgres.query(
    keepsWords
      ? {
          name: 'keep_words',
          text: 'DELETE FROM accounts_without_words WHERE account_id = $1',
          values: [accountId],
        }
      : {
          name: 'keep_no_words',
          text: 'INSERT INTO accounts_without_words (account_id) VALUES ($1) ON CONFLICT (account_id) DO NOTHING',
          values: [accountId],
        },
  );
}
