import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { encodeAddress } from '@assay/catalog/base58';
import { pause } from '@assay/runtime/clock';
import { partitionOf } from '../services/watch/src/partition.ts';

const watchesPerAddress = 5;
/** Maximum time to wait until the watch service has read all new addresses once, in milliseconds. */
const firstReadsMs = 60_000;
const owner = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';

/** The watched addresses. */
export const watchedAddresses: readonly string[] = Array.from({ length: 20_000 }, (_, index) =>
  encodeAddress(createHash('sha256').update(`grown ${index}`).digest()),
);
/** The number of watches on these addresses. Several watches share one address. */
export const watchCount = watchedAddresses.length * watchesPerAddress;

/** Writes the watched accounts into a folder that the sandbox's chain reads (`ASSAY_ACCOUNT_DIR`). */
export function writeAccounts(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const address of watchedAddresses) {
    const data = [randomBytes(165).toString('base64'), 'base64'];
    const account = { lamports: 2_039_280, data, owner, executable: false, rentEpoch: 0 };
    writeFileSync(join(folder, `${address}.json`), JSON.stringify({ pubkey: address, account }));
  }
}

/**
 * Adds watches to the watch service's tables, in the form in which the service stores them. Waits for at most a minute
 * until the service has read their addresses. The accounts never change, so the service sends no notification and needs
 * no signing secret.
 * @param client a connection whose search path is the schema of the watch service.
 * @returns the number of addresses that were read.
 */
export async function addWatches(client: pg.Client, accountId: string): Promise<number> {
  await client.query('INSERT INTO addresses (address, partition) SELECT * FROM unnest($1::text[], $2::smallint[])', [
    watchedAddresses,
    watchedAddresses.map(partitionOf),
  ]);
  for (let copy = 0; copy < watchesPerAddress; copy += 1) {
    const ids = watchedAddresses.map(
      (_, index) => `w_${String(copy).padStart(2, '0')}${String(index).padStart(20, '0')}`,
    );
    await client.query(
      `INSERT INTO watches (id, account_id, type, params, webhook_url, min_interval_seconds, watched_address,
                            secret_encrypted, secret_key_id)
       SELECT id, $1, 'chain.resolve_address', json_build_object('address', address), 'https://example.com/hook', 0, address,
              '\\x00', 'none'
       FROM unnest($2::text[], $3::text[]) AS given (id, address)`,
      [accountId, ids, watchedAddresses],
    );
  }
  await client.query('ANALYZE watches, addresses');
  const untilMs = performance.now() + firstReadsMs;
  let addressesLeft = watchedAddresses.length;
  for (; addressesLeft > 0 && performance.now() < untilMs; await pause(500)) {
    const { rows } = await client.query<{ left: string }>(
      'SELECT count(*) AS left FROM addresses WHERE content_hash IS NULL',
    );
    addressesLeft = Number(rows[0]?.left);
  }
  return watchedAddresses.length - addressesLeft;
}
