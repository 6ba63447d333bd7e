import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { prepareSchema } from '@assay/storage/migrate';
import { refusePooler, refusePoolerInBackground } from '@assay/storage/postgres-pooler';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from './ports.ts';
import { startPostgres, type PostgresServer } from './postgres.ts';
import { startPooler, type Pooler } from './testing/transaction-pooler.ts';

let dataDir: string;
let server: PostgresServer;
let directory: string;
const poolers: Pooler[] = [];

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'assay-poolers-'));
  server = await startPostgres({ dataDir, log: () => undefined });
  directory = mkdtempSync(join(dataDir, 'migrations-'));
  writeFileSync(join(directory, '0001_items.sql'), 'CREATE TABLE items (id integer PRIMARY KEY);\n');
}, 60_000);

afterAll(async () => {
  await Promise.all(poolers.map((pooler) => pooler.close()));
  await server.remove();
  rmSync(dataDir, { recursive: true, force: true });
});

async function urlBehind(...how: [mode: 'transaction' | 'session', settings: 'refused' | 'ignored']): Promise<string> {
  const pooler = await startPooler(server.url, ...how);
  poolers.push(pooler);
  return pooler.url;
}

type Warn = (fields: object, message: string) => void;
const longWait = { waitMs: 60_000, everyMs: 50 };
const log = { warn: () => undefined };
const page = 'docs/operate/database.md says how under "Poolers"';
const start = (url: string): Promise<void> =>
  prepareSchema({ ASSAY_PG_URL: url, ASSAY_MIGRATE_AT_START: true }, 'example', directory, log, {
    waitMs: 0,
    everyMs: 10,
  });

test('a direct connection passes, before and after the migrations', async () => {
  await start(server.url);
  await start(server.url);
  await refusePooler(server.url);
});

test('a pooler that refuses settings stops the start with the setting and the remedy', async () => {
  const url = await urlBehind('transaction', 'refused');
  await expect(start(url)).rejects.toThrow(
    /behind a pooler that refuses the setting \w+; connect to PostgreSQL directly/,
  );
  await expect(start(url)).rejects.toThrow(page);
});

test('a pooler that ignores settings stops the start, because statements would use another schema', async () => {
  await expect(start(await urlBehind('transaction', 'ignored'))).rejects.toThrow(
    /ignored search_path: statements would use the schema "\$user" instead of example; .*Poolers/,
  );
});

test('a pooler in transaction mode is found though the role sets the settings, and for migrations too', async () => {
  const admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
  await admin.query("CREATE ROLE pooled LOGIN SUPERUSER PASSWORD 'pooled'");
  await admin.query('ALTER ROLE pooled SET search_path = example');
  await admin.query("ALTER ROLE pooled SET statement_timeout = '10s'");
  await admin.end();
  const direct = new URL(server.url);
  direct.username = 'pooled';
  direct.password = 'pooled';
  const transactions = await startPooler(direct.href, 'transaction', 'ignored');
  const sessions = await startPooler(direct.href, 'session', 'ignored');
  poolers.push(transactions, sessions);
  await expect(start(transactions.url)).rejects.toThrow(/a pooler in transaction mode, which loses session locks/);
  await expect(refusePooler(transactions.url)).rejects.toThrow(/transaction mode/);
  await start(sessions.url);
});

test('a server that does not answer is no pooler', async () => {
  await expect(start('postgresql://a:b@127.0.0.1:1/assay')).rejects.toThrow(/does not answer \(ECONNREFUSED\)/);
});

test.each([
  [
    'must have a server',
    (url: string, warn: Warn) =>
      prepareSchema({ ASSAY_PG_URL: url, ASSAY_MIGRATE_AT_START: true }, 'example', directory, { warn }, longWait),
    /^began to wait for PostgreSQL \{"cause":"PostgreSQL at .* does not answer yet \(ECONNREFUSED\)","waitSeconds":60\}$/,
  ],
  [
    'starts without a server',
    (url: string, warn: Warn) => refusePoolerInBackground(url, 'example', { stopping: () => false, log: { warn } }),
    /^began to wait for PostgreSQL, until it answers; .* \{"cause":"PostgreSQL at .* does not answer yet \(ECONNREFUSED\)"\}$/,
  ],
])(
  'a service that %s waits for one, and says once in one line for what and for how long',
  async (_service, startWaiting, line) => {
    const port = await freePort();
    const url = new URL(server.url);
    url.port = String(port);
    const lines: string[] = [];
    let onLine = (): void => undefined;
    const logged = new Promise<void>((resolve) => {
      onLine = resolve;
    });
    const started = startWaiting(url.href, (fields, message) => {
      lines.push(`${message} ${JSON.stringify(fields)}`);
      onLine();
    });
    await logged;
    const door = createServer((socket) => {
      const inner = connect(server.port, '127.0.0.1');
      socket.pipe(inner).on('error', () => undefined);
      inner.pipe(socket).on('error', () => undefined);
    });
    await new Promise<void>((resolve) => door.listen(port, '127.0.0.1', resolve));
    await started;
    door.close();
    expect(lines).toEqual([expect.stringMatching(line)]);
  },
  90_000,
);
