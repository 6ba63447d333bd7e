import type { Operator } from '@assay/rpc/gen/assay/billing/v1/Operator';
import type { OperatorRecord } from '@assay/runtime/operator-access';
import type { Postgres } from '@assay/storage/postgres';
import { runStatement } from '../database-faults.ts';

/** The row of a named operator. */
export type StoredOperator = { readonly name: string; readonly revokedAt: string | undefined };

/** The statements about operators and their actions. */
export type OperatorStore = {
  /** Adds an operator. Returns false when another operator has, or had, this name. */
  readonly create: (name: string, tokenSha256: Buffer) => Promise<boolean>;
  /** Returns all operators, oldest first. */
  readonly list: () => Promise<Operator[]>;
  /**
   * Revokes a token. When the token was revoked before, the time of the first revocation stays. Returns that time, or
   * undefined for an unknown name.
   */
  readonly revoke: (name: string) => Promise<string | undefined>;
  /** Replaces the token of an operator who is not revoked. Returns false when no such operator exists. */
  readonly rotate: (name: string, tokenSha256: Buffer) => Promise<boolean>;
  /** Returns the operator who has a token. The token may be revoked. */
  readonly find: (tokenSha256: Buffer) => Promise<StoredOperator | undefined>;
  /** Adds a row to the audit table. */
  readonly record: (actor: string, row: OperatorRecord) => Promise<void>;
};

type OperatorRow = { name: string; created_at: Date; rotated_at: Date | null; revoked_at: Date | null };

/** Creates the operator store. The connections of `query` must use the schema `billing`. */
export function createOperatorStore(query: Postgres['query']): OperatorStore {
  const run = <Row extends Record<string, unknown>>(
    name: string,
    text: string,
    values: readonly unknown[] = [],
  ): Promise<Row[]> => runStatement(() => query<Row>({ name, text, values }));
  return {
    create: async (name, tokenSha256) => {
      const text = `INSERT INTO operators (name, token_sha256, created_at) VALUES ($1, $2, clock())
        ON CONFLICT (name) DO NOTHING RETURNING name`;
      return (await run('create_operator', text, [name, tokenSha256])).length > 0;
    },
    list: async () => {
      const text = 'SELECT name, created_at, rotated_at, revoked_at FROM operators ORDER BY created_at, name';
      return (await run<OperatorRow>('list_operators', text)).map((row) => ({
        name: row.name,
        created_at: row.created_at.toISOString(),
        rotated_at: row.rotated_at?.toISOString() ?? '',
        revoked_at: row.revoked_at?.toISOString() ?? '',
      }));
    },
    revoke: async (name) => {
      const text =
        'UPDATE operators SET revoked_at = coalesce(revoked_at, clock()) WHERE name = $1 RETURNING revoked_at';
      const [row] = await run<{ revoked_at: Date }>('revoke_operator', text, [name]);
      return row?.revoked_at.toISOString();
    },
    rotate: async (name, tokenSha256) => {
      const text = `UPDATE operators SET token_sha256 = $2, rotated_at = clock()
        WHERE name = $1 AND revoked_at IS NULL RETURNING name`;
      return (await run('rotate_operator', text, [name, tokenSha256])).length > 0;
    },
    find: async (tokenSha256) => {
      const text = 'SELECT name, revoked_at FROM operators WHERE token_sha256 = $1';
      const [row] = await run<{ name: string; revoked_at: Date | null }>('find_operator', text, [tokenSha256]);
      return row === undefined ? undefined : { name: row.name, revokedAt: row.revoked_at?.toISOString() };
    },
    record: async (actor, row) => {
      const text = `INSERT INTO operator_actions (action_id, at, actor, action, arguments, outcome)
        VALUES ($1, clock(), $2, $3, $4, $5)`;
      // PostgreSQL's type jsonb cannot store the character NUL, so U+FFFD replaces it.
      const json = JSON.stringify(row.arguments).replaceAll(String.raw`\u0000`, String.raw`\ufffd`);
      const values = [row.actionId, actor, row.action, json, row.outcome];
      await run('record_operator_action', text, values);
    },
  };
}
