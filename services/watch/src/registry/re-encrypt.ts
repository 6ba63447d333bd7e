import type { Postgres } from '@assay/service/postgres';
import type { SecretKeys } from '../secrets.ts';

/** What a pass over the secrets came to. */
export type Resealed = {
  /** Secrets that are under the newest key from now on. */
  readonly resealed: number;
  /** Secrets that stay under an older key, since the ring lacks it or they do not open. */
  readonly stuck: number;
};

const rowsPerRound = 100;

/**
 * Seals every secret that is under an older key with the newest one, so that an older key can be taken out of the ring once
 * nothing is under it. Replicas that do so at the same time take different rows.
 * @param failed told of each secret that does not open; the others are gone on with.
 */
export async function resealSecrets(
  postgres: Postgres,
  keys: SecretKeys,
  failed: (error: unknown) => void,
): Promise<Resealed> {
  let resealed = 0;
  let stuck = 0;
  for (let after = ''; ;) {
    const round = await postgres.transaction(async (client) => {
      // Two ranges rather than one inequality, which no index serves.
      const { rows } = await client.query<{ id: string; secret_encrypted: Buffer; secret_key_id: string }>(
        `SELECT id, secret_encrypted, secret_key_id FROM watches
         WHERE (secret_key_id < $1 OR secret_key_id > $1) AND id > $2
         ORDER BY id LIMIT $3 FOR UPDATE SKIP LOCKED`,
        [keys.currentId, after, rowsPerRound],
      );
      const sealed = rows.flatMap((row) => {
        try {
          const secret = keys.open({ keyId: row.secret_key_id, sealed: row.secret_encrypted }, row.id);
          return [{ id: row.id, ...keys.seal(secret, row.id) }];
        } catch (error) {
          failed(error);
          return [];
        }
      });
      await client.query(
        `UPDATE watches w SET secret_encrypted = given.sealed, secret_key_id = $3
         FROM unnest($1::text[], $2::bytea[]) AS given (id, sealed) WHERE w.id = given.id`,
        [sealed.map(({ id }) => id), sealed.map((secret) => secret.sealed), keys.currentId],
      );
      return { taken: rows.length, sealed: sealed.length, last: rows.at(-1)?.id ?? '' };
    });
    resealed += round.sealed;
    stuck += round.taken - round.sealed;
    if (round.taken < rowsPerRound) {
      return { resealed, stuck };
    }
    after = round.last;
  }
}
