import type { Account } from '@assay/rpc/gen/assay/billing/v1/Account';
import type { Charge } from '@assay/rpc/gen/assay/billing/v1/Charge';
import type { Postgres } from '@assay/storage/postgres';
import type { SealedText } from '@assay/storage/sealing';
import { runStatement } from '../database-faults.ts';
import { accountChargesText, chargesOf, chargesText, type ChargeRow } from './charges.ts';

/** The stored record of a key: the key's hash and its first characters, never the key itself. */
export type StoredApiKey = { readonly sha256: Buffer; readonly prefix: string };

/** A revoked key, with the time of its first revocation. */
export type RevokedApiKey = StoredApiKey & { readonly accountId: string; readonly revokedAt: string };

/** A new account. It gets a first credit if the amount is not zero. */
export type OpenedAccount = {
  readonly id: string;
  readonly name: string;
  readonly rateLimitPerMinute: number;
  readonly creditMicros: string;
  readonly operationId: string;
};

/**
 * Texts that identify the person who opens an account. The account gets the trial credit only if no earlier account was
 * opened with any of these texts.
 */
export type TrialClaims = { readonly trialClaims?: readonly string[] };

/** A new account with its first key. */
export type NewAccount = OpenedAccount & { readonly key: StoredApiKey };

/**
 * The result of creating a key. The comment of the SQL function create_key explains the outcomes. `createdAt` is empty
 * unless the key was created.
 */
export type KeyCreation = { readonly outcome: 'created' | 'unknown' | 'full'; readonly createdAt: string };

/** An operation that creates a key. A repeated request with the same operation id creates nothing. */
export type CreationOperation = {
  readonly id: string;
  /** SHA-256 of the operation's method and arguments. */
  readonly fingerprint: Buffer;
  /**
   * The new key, encrypted for the account and the operation. A request that repeats the operation gets this key again.
   */
  readonly sealedKey: SealedText;
};

/**
 * The result of a creation with an operation id. The comments of the SQL functions create_key_once and
 * create_account_once explain the outcomes.
 */
export type OnceCreation = {
  readonly outcome: 'created' | 'repeated' | 'changed' | 'unknown' | 'full';
  /** The time at which the key was created. Empty when the statement does not return it. */
  readonly createdAt: string;
  readonly keySha256: Buffer;
  /** The encrypted key of the operation's first request. Undefined once that request is more than a day old. */
  readonly sealedKey: SealedText | undefined;
};

/** The result of a top-up. The comment of the SQL function add_credits explains the outcomes. */
export type CreditOutcome = 'credited' | 'repeated' | 'unknown' | 'foreign' | 'changed';

/** The SQL statements of the methods for operators, on accounts, keys, top-ups and charges. */
export type AccountStore = {
  readonly createAccount: (account: NewAccount) => Promise<Account>;
  /** Opens an account without a key. Returns undefined when an account with this id exists already. */
  readonly openAccount: (account: OpenedAccount & TrialClaims) => Promise<Account | undefined>;
  readonly findAccount: (id: string) => Promise<Account | undefined>;
  /** Returns the accounts with these ids, oldest first. */
  readonly listAccounts: (ids: readonly string[]) => Promise<Account[]>;
  /** Adds a key to an account that has fewer than `maxKeys` valid keys. */
  readonly createKey: (
    accountId: string,
    key: StoredApiKey & { readonly name: string },
    maxKeys: number,
  ) => Promise<KeyCreation>;
  /** Adds a key as `createKey` does, at most once for each operation of the account. */
  readonly createKeyOnce: (
    accountId: string,
    key: StoredApiKey & { readonly name: string },
    maxKeys: number,
    operation: CreationOperation,
  ) => Promise<OnceCreation>;
  /**
   * Opens an account with a key, at most once for each operation. The caller must derive the account's id from the
   * operation.
   */
  readonly createAccountOnce: (account: NewAccount, operation: CreationOperation) => Promise<OnceCreation>;
  /** Deletes encrypted keys that were created more than a day ago, so that repeated requests no longer get them. */
  readonly forgetSealedKeys: () => Promise<void>;
  /** Returns the hashes of the keys that begin with a prefix, valid keys first. */
  readonly findKeys: (prefix: string) => Promise<{ readonly sha256: Buffer; readonly revoked: boolean }[]>;
  /**
   * Revokes a key. When the key was revoked before, the time of the first revocation stays. Returns undefined for an
   * unknown key.
   */
  readonly revokeKey: (sha256: Buffer) => Promise<RevokedApiKey | undefined>;
  /** Changes the rate limit of an account. Returns undefined for an unknown id. */
  readonly setRateLimit: (id: string, limitPerMinute: number) => Promise<Account | undefined>;
  readonly addCredits: (
    accountId: string,
    operationId: string,
    creditMicros: string,
  ) => Promise<{ readonly outcome: CreditOutcome; readonly balanceMicros: string }>;
  /** Returns the holds of one trace, oldest first, each with its ledger entries. */
  readonly charges: (traceId: string) => Promise<Charge[]>;
  /** Returns the holds of one trace that belong to an account, oldest first, without their ledger entries. */
  readonly accountCharges: (accountId: string, traceId: string) => Promise<Charge[]>;
};

/** A row of the table `accounts`. */
export type AccountRow = {
  id: string;
  name: string;
  balance_micros: string;
  held_micros: string;
  rate_limit_per_minute: number;
  created_at: Date;
};
/** The columns of the table `key_creations` that contain the encrypted key. */
export type SealedKeyRow = { sealed_key: Buffer | null; secret_key_id: string | null };
type OnceRow = SealedKeyRow & {
  outcome: OnceCreation['outcome'];
  created_at?: Date | null;
  key_sha256: Buffer;
};
type RevokedRow = { sha256: Buffer; prefix: string; account_id: string; revoked_at: Date };
/** The columns of `AccountRow`, for a statement. */
export const accountColumns = 'id, name, balance_micros, held_micros, rate_limit_per_minute, created_at';

type Run = <Row extends Record<string, unknown>>(
  name: string,
  text: string,
  values: readonly unknown[],
) => Promise<Row[]>;

/** Creates the account store. The connections of `query` must use the schema `billing`. */
export function createAccountStore(query: Postgres['query']): AccountStore {
  const run: Run = <Row extends Record<string, unknown>>(name: string, text: string, values: readonly unknown[]) =>
    runStatement(() => query<Row>({ name, text, values }));
  return { ...keyStatements(run), ...onceStatements(run), ...accountStatements(run) };
}

function keyStatements(run: Run): Pick<AccountStore, 'createKey' | 'findKeys' | 'revokeKey'> {
  return {
    createKey: async (accountId, { sha256, prefix, name }, maxKeys) => {
      const rows = await run<{ outcome: KeyCreation['outcome']; created_at: Date | null }>(
        'create_key',
        'SELECT * FROM create_key($1, $2, $3, $4, $5)',
        [accountId, sha256, prefix, name, maxKeys],
      );
      const row = onlyRow(rows);
      return { outcome: row.outcome, createdAt: row.created_at?.toISOString() ?? '' };
    },
    findKeys: (prefix) =>
      run<{ sha256: Buffer; revoked: boolean }>(
        'find_keys',
        'SELECT sha256, revoked_at IS NOT NULL AS revoked FROM keys WHERE prefix = $1 ORDER BY revoked LIMIT 3',
        [prefix],
      ),
    revokeKey: async (sha256) => {
      const text = `UPDATE keys SET revoked_at = coalesce(revoked_at, clock()) WHERE sha256 = $1
        RETURNING sha256, prefix, account_id, revoked_at`;
      const [row] = await run<RevokedRow>('revoke_key', text, [sha256]);
      return row === undefined
        ? undefined
        : {
            sha256: row.sha256,
            prefix: row.prefix,
            accountId: row.account_id,
            revokedAt: row.revoked_at.toISOString(),
          };
    },
  };
}

type OnceStatements = Pick<AccountStore, 'createKeyOnce' | 'createAccountOnce' | 'forgetSealedKeys'>;

function onceStatements(run: Run): OnceStatements {
  return {
    createKeyOnce: async (accountId, { sha256, prefix, name }, maxKeys, { id, fingerprint, sealedKey }) => {
      const text = 'SELECT * FROM create_key_once($1, $2, $3, $4, $5, $6, $7, $8, $9)';
      const values = [accountId, sha256, prefix, name, maxKeys, id, fingerprint, sealedKey.sealed, sealedKey.keyId];
      return onceCreationOf(onlyRow(await run<OnceRow>('create_key_once', text, values)));
    },
    createAccountOnce: async (account, { id, fingerprint, sealedKey }) => {
      const text = 'SELECT * FROM create_account_once($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)';
      const { name, rateLimitPerMinute, creditMicros, operationId, key } = account;
      const opened = [account.id, name, rateLimitPerMinute, creditMicros, operationId, key.sha256, key.prefix];
      const values = [...opened, id, fingerprint, sealedKey.sealed, sealedKey.keyId];
      return onceCreationOf(onlyRow(await run<OnceRow>('create_account_once', text, values)));
    },
    forgetSealedKeys: async () => {
      const text = `UPDATE key_creations SET sealed_key = NULL, secret_key_id = NULL
        WHERE sealed_key IS NOT NULL AND created_at < (SELECT clock()) - interval '24 hours'`;
      await run('forget_sealed_keys', text, []);
    },
  };
}

function onceCreationOf(row: OnceRow): OnceCreation {
  return {
    outcome: row.outcome,
    createdAt: row.created_at?.toISOString() ?? '',
    keySha256: row.key_sha256,
    sealedKey: sealedKeyOf(row),
  };
}

/** Returns the encrypted key in a row of `key_creations`. Returns undefined when the row is more than a day old. */
export function sealedKeyOf({ sealed_key: sealed, secret_key_id: keyId }: SealedKeyRow): SealedText | undefined {
  return sealed === null || keyId === null ? undefined : { sealed, keyId };
}

function accountStatements(
  run: Run,
): Omit<AccountStore, 'createKey' | 'findKeys' | 'revokeKey' | keyof OnceStatements> {
  return {
    createAccount: async (account) => {
      const rows = await run<AccountRow>('create_account', createAccountText, [
        account.id,
        account.name,
        account.rateLimitPerMinute,
        account.creditMicros,
        account.operationId,
        account.key.sha256,
        account.key.prefix,
      ]);
      return accountOf(onlyRow(rows));
    },
    findAccount: async (id) => {
      const text = `SELECT ${accountColumns} FROM accounts WHERE id = $1`;
      const [row] = await run<AccountRow>('find_account', text, [id]);
      return row === undefined ? undefined : accountOf(row);
    },
    openAccount: async (account) => {
      const { id, name, rateLimitPerMinute, creditMicros, operationId, trialClaims = [] } = account;
      const values = [id, name, rateLimitPerMinute, creditMicros, operationId, trialClaims];
      const [row] = await run<AccountRow>('open_account', openAccountText, values);
      return row === undefined ? undefined : accountOf(row);
    },
    listAccounts: async (ids) => {
      const text = `SELECT ${accountColumns} FROM accounts WHERE id = ANY ($1) ORDER BY created_at, id`;
      return (await run<AccountRow>('list_accounts', text, [ids])).map(accountOf);
    },
    setRateLimit: async (id, limitPerMinute) => {
      const text = `UPDATE accounts SET rate_limit_per_minute = $2 WHERE id = $1 RETURNING ${accountColumns}`;
      const [row] = await run<AccountRow>('set_rate_limit', text, [id, limitPerMinute]);
      return row === undefined ? undefined : accountOf(row);
    },
    addCredits: async (accountId, operationId, creditMicros) => {
      const rows = await run<{ outcome: CreditOutcome; balance_micros: string }>(
        'add_credits',
        'SELECT * FROM add_credits($1, $2, $3)',
        [accountId, operationId, creditMicros],
      );
      const row = onlyRow(rows);
      return { outcome: row.outcome, balanceMicros: row.balance_micros };
    },
    charges: async (traceId) => chargesOf(await run<ChargeRow>('charges', chargesText, [traceId])),
    accountCharges: async (accountId, traceId) =>
      chargesOf(await run<ChargeRow>('account_charges', accountChargesText, [accountId, traceId])),
  };
}

const creditedText = `
    INSERT INTO ledger (operation_id, account_id, kind, amount_micros, at)
    SELECT $5, entry.account_id, 'credit', entry.amount, account.created_at
    FROM account
    CROSS JOIN LATERAL (VALUES (account.id, $4::bigint), ('system:credits', -$4::bigint)) AS entry (account_id, amount)
    WHERE $4::bigint > 0`;

const createAccountText = `
  WITH account AS (
    INSERT INTO accounts (id, name, rate_limit_per_minute, balance_micros, usage_counted_from)
    VALUES ($1, $2, $3, $4::bigint, '-infinity')
    RETURNING ${accountColumns}
  ), key AS (
    INSERT INTO keys (sha256, prefix, account_id) SELECT $6, $7, id FROM account
  ), credit AS (${creditedText}
  )
  SELECT ${accountColumns} FROM account`;

/**
 * Opens an account. The claims decide whether the account gets the credit. Of two concurrent requests with the same
 * claim, the later one waits until the earlier one is committed. It then finds the claim in the table, and its account
 * gets no credit. All requests insert their claims in sorted order, so they never deadlock.
 */
const openAccountText = `
  WITH claimed AS (
    INSERT INTO trials (claim, account_id)
    SELECT claim, $1 FROM (SELECT DISTINCT unnest($6::text[]) AS claim ORDER BY 1) AS sorted
    ON CONFLICT (claim) DO NOTHING RETURNING 1
  ), trial AS (
    SELECT CASE WHEN (SELECT count(*) FROM claimed) = (SELECT count(DISTINCT c) FROM unnest($6::text[]) AS c)
                THEN $4::bigint ELSE 0 END AS micros
  ), account AS (
    INSERT INTO accounts (id, name, rate_limit_per_minute, balance_micros, usage_counted_from)
    SELECT $1, $2, $3, micros, '-infinity' FROM trial
    ON CONFLICT (id) DO NOTHING
    RETURNING ${accountColumns}
  ), credit AS (
    INSERT INTO ledger (operation_id, account_id, kind, amount_micros, at)
    SELECT $5, entry.account_id, 'credit', entry.amount, account.created_at
    FROM account
    CROSS JOIN trial
    CROSS JOIN LATERAL (VALUES (account.id, trial.micros), ('system:credits', -trial.micros)) AS entry (account_id, amount)
    WHERE trial.micros > 0
  )
  SELECT ${accountColumns} FROM account`;

/** Returns the row of a statement that always returns one row. Throws when there is no row. */
export function onlyRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) {
    throw new Error('a statement returned no row');
  }
  return row;
}

/** Converts a row to the account in a response. */
export function accountOf(row: AccountRow): Account {
  return { ...row, created_at: row.created_at.toISOString() };
}
