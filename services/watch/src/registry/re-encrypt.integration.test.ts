import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { createSealer, type SealingKey } from '@assay/storage/sealing';
import { startTestServers, type WatchTestServers } from '../testing/servers.ts';
import { reEncryptSecrets } from './re-encrypt.ts';

jest.setTimeout(60_000);
const key = (id: string): SealingKey => ({ id, key: randomBytes(32) });
const [older, newer, lost] = [key('older'), key('newer'), key('lost')];
let servers: WatchTestServers;

beforeAll(async () => {
  servers = await startTestServers();
});
afterAll(() => servers.close());
beforeEach(async () => {
  await servers.sql('DELETE FROM watches');
  await servers.sql("INSERT INTO addresses VALUES ('a', 0) ON CONFLICT DO NOTHING");
});

async function insertSecret(id: string, ring: SealingKey): Promise<void> {
  const { keyId, sealed } = createSealer([ring], 'ASSAY_WATCH_SECRET_KEYS').seal(`secret of ${id}`, id);
  await servers.sql(
    `INSERT INTO watches (id, account_id, type, params, webhook_url, min_interval_seconds, watched_address,
                          secret_encrypted, secret_key_id) VALUES ($1, 'acc', 't', '{}', 'u', 0, 'a', $2, $3)`,
    [id, sealed, keyId],
  );
}

/** Returns every secret that one key encrypts, by watch. */
async function openedWith(ring: SealingKey): Promise<Map<string, string>> {
  const rows = await servers.sql<{ id: string; secret_encrypted: Buffer; secret_key_id: string }>(
    'SELECT id, secret_encrypted, secret_key_id FROM watches WHERE secret_key_id = $1',
    [ring.id],
  );
  const keys = createSealer([ring], 'ASSAY_WATCH_SECRET_KEYS');
  return new Map(
    rows.map((row) => [row.id, keys.open({ keyId: row.secret_key_id, sealed: row.secret_encrypted }, row.id)]),
  );
}

test('secrets of an older key are encrypted with the newest one and open without the older one', async () => {
  const ids = Array.from({ length: 250 }, (_unused, index) => `w_${index}`);
  for (const id of ids) {
    await insertSecret(id, older);
  }
  await insertSecret('w_new', newer);
  const keys = createSealer([newer, older], 'ASSAY_WATCH_SECRET_KEYS');
  expect(await reEncryptSecrets(servers.postgres, keys, () => undefined)).toEqual({ reEncrypted: 250, stuck: 0 });
  const opened = await openedWith(newer);
  expect(opened.size).toBe(251);
  expect(ids.every((id) => opened.get(id) === `secret of ${id}`)).toBe(true);
  expect(await reEncryptSecrets(servers.postgres, keys, () => undefined)).toEqual({ reEncrypted: 0, stuck: 0 });
});

test('a secret whose key the ring lacks stays as it is, and the others are encrypted again', async () => {
  for (let index = 0; index < 120; index += 1) {
    await insertSecret(`w_${String(index).padStart(3, '0')}`, lost);
  }
  await insertSecret('w_z', older);
  const failures: unknown[] = [];
  const keys = createSealer([newer, older], 'ASSAY_WATCH_SECRET_KEYS');
  const result = await reEncryptSecrets(servers.postgres, keys, (error) => failures.push(error));
  expect(result).toEqual({ reEncrypted: 1, stuck: 120 });
  expect(String(failures[0])).toContain('"lost"');
  expect((await openedWith(lost)).size).toBe(120);
  expect([...(await openedWith(newer)).keys()]).toEqual(['w_z']);
});
