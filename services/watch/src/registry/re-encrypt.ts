import type { Postgres } from '@assay/storage/postgres';
import type { Sealer } from '@assay/storage/sealing';

/** Result of one pass over the webhook secrets. */
export type ReEncryptResult = {
  /** Number of secrets that were re-encrypted with the newest key. */
  readonly reEncrypted: number;
  /**
   * Number of secrets that stay encrypted with an older key, because the key ring lacks that key or decryption fails.
   */
  readonly stuck: number;
};

const maxRowsPerTransaction = 100;

/**
 * Re-encrypts every secret of an older key with the newest key, so that the older key can be removed from the key ring.
 * Concurrent replicas process different rows.
 * @param onFailure receives the error of each secret that cannot be decrypted. The pass continues with the others.
 */
export async function reEncryptSecrets(
  postgres: Postgres,
  keys: Sealer,
  onFailure: (error: unknown) => void,
): Promise<ReEncryptResult> {
  let reEncrypted = 0;
  let stuck = 0;
  for (let after = ''; ;) {
    const batch = await reEncryptBatch(postgres, keys, after, onFailure);
    reEncrypted += batch.reEncrypted;
    stuck += batch.found - batch.reEncrypted;
    if (batch.found < maxRowsPerTransaction) {
      return { reEncrypted, stuck };
    }
    after = batch.lastId;
  }
}

/** Processes the next watches by id. Returns how many had an older key, and how many of them were re-encrypted. */
function reEncryptBatch(
  postgres: Postgres,
  keys: Sealer,
  afterId: string,
  onFailure: (error: unknown) => void,
): Promise<{ readonly found: number; readonly reEncrypted: number; readonly lastId: string }> {
  return postgres.transaction(async (client) => {
    // The condition is two ranges of key ids instead of `<>`, because an index cannot search for `<>`.
    const { rows } = await client.query<{ id: string; secret_encrypted: Buffer; secret_key_id: string }>(
      `SELECT id, secret_encrypted, secret_key_id FROM watches
       WHERE (secret_key_id < $1 OR secret_key_id > $1) AND id > $2
       ORDER BY id LIMIT $3 FOR UPDATE SKIP LOCKED`,
      [keys.currentId, afterId, maxRowsPerTransaction],
    );
    const sealed = rows.flatMap((row) => {
      try {
        const secret = keys.open({ keyId: row.secret_key_id, sealed: row.secret_encrypted }, row.id);
        return [{ id: row.id, ...keys.seal(secret, row.id) }];
      } catch (error) {
        onFailure(error);
        return [];
      }
    });
    await client.query(
      `UPDATE watches w SET secret_encrypted = given.sealed, secret_key_id = $3
       FROM unnest($1::text[], $2::bytea[]) AS given (id, sealed) WHERE w.id = given.id`,
      [sealed.map(({ id }) => id), sealed.map((secret) => secret.sealed), keys.currentId],
    );
    return { found: rows.length, reEncrypted: sealed.length, lastId: rows.at(-1)?.id ?? '' };
  });
}
