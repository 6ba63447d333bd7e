import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createLogger } from '@assay/telemetry/log';
import { migrate } from '@assay/storage/migrate';
import { openPostgres } from '@assay/storage/postgres';
import { startPostgres, type PostgresServer } from '@assay/stack/postgres';

const migrations = fileURLToPath(new URL('../../migrations', import.meta.url));
const patienceMs = 60_000;
let directory: string;
let server: PostgresServer;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'assay-engine-'));
  server = await startPostgres({ dataDir: directory, log: () => undefined });
}, patienceMs);

afterAll(async () => {
  await server.remove();
  rmSync(directory, { recursive: true, force: true });
});

test(
  'the migration loses no decision, and afterwards one trace id can have several',
  async () => {
    const before = join(directory, 'before');
    mkdirSync(before);
    for (const name of readdirSync(migrations).filter((each) => each < '0003')) {
      cpSync(join(migrations, name), join(before, name));
    }
    await migrate(server.url, 'engine', before);
    const closers: (() => unknown)[] = [];
    const postgres = openPostgres({ ASSAY_PG_URL: server.url, ASSAY_PG_POOL_SIZE: 1 }, 'engine', {
      log: createLogger('engine', 'silent'),
      defer: (_name, close) => void closers.push(close),
      check: () => undefined,
    });
    const insert = (type: string): Promise<unknown> =>
      postgres.query({
        name: 'insert_thousand',
        text: `INSERT INTO decisions (trace_id, decided_at, account_id, type, outcome, document)
               SELECT ('4bf92f3577b34da6a3ce929d' || lpad(to_hex(each), 8, '0'))::uuid, now(), 'acc_1', $1, 'delivered', '{}'
               FROM generate_series(1, 1000) AS each`,
        values: [type],
      });
    try {
      await insert('token.price');
      expect(await migrate(server.url, 'engine', migrations)).toBeGreaterThanOrEqual(1);
      await insert('chain.swap_quote');
      const counted = await postgres.query({
        name: 'count_decisions',
        text: 'SELECT count(*)::int AS decisions, count(DISTINCT trace_id)::int AS traces FROM decisions',
      });
      expect(counted).toEqual([{ decisions: 2_000, traces: 1_000 }]);
      await expect(insert('token.price')).rejects.toMatchObject({ code: '23505' });
    } finally {
      await closers[0]?.();
    }
  },
  patienceMs,
);
