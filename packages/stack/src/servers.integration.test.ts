import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import pg from 'pg';
import { startNats } from './nats.ts';
import { startPostgres, type PostgresServer } from './postgres.ts';
import { freePort } from './ports.ts';

jest.setTimeout(60_000);

let closed: string;
let dataDir: string;
let servers: PostgresServer[];
const log = (): void => undefined;

beforeEach(() => {
  closed = mkdtempSync(join(tmpdir(), 'assay-closed-'));
  chmodSync(closed, 0o700);
  dataDir = join(closed, 'data');
  servers = [];
});

afterEach(async () => {
  for (const server of servers) {
    await server.remove();
  }
  rmSync(closed, { recursive: true, force: true });
});

async function started(port?: number): Promise<PostgresServer> {
  const server = await startPostgres({ dataDir, log, port });
  servers.push(server);
  return server;
}

async function ask(server: PostgresServer, text: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  try {
    const result = await client.query<string[]>({ text, rowMode: 'array' });
    return result.rows.map((row) => row.join('|'));
  } finally {
    await client.end();
  }
}

test('PostgreSQL starts in a directory that only its owner can enter, in UTF-8, with fsync, on loopback only', async () => {
  const server = await started();
  expect(
    await ask(
      server,
      `SELECT current_setting('server_encoding'), current_setting('fsync'), current_setting('listen_addresses'),
              current_setting('synchronous_commit'), current_setting('max_connections')`,
    ),
  ).toEqual(['UTF8|on|127.0.0.1|on|200']);
  expect(statSync(join(dataDir, 'postgres-password')).mode & 0o777).toBe(0o600);
});

test('after kill -9 PostgreSQL starts on the same port with all committed rows', async () => {
  const first = await started();
  await ask(first, 'CREATE TABLE stored (value int)');
  await ask(first, 'INSERT INTO stored VALUES (42)');
  first.process.signal('SIGKILL');
  await first.process.exited;
  const second = await started(first.port);
  expect(second.url).toBe(first.url);
  expect(await ask(second, 'SELECT value FROM stored')).toEqual(['42']);
});

test('a server that outlived its supervisor ends before the next server uses its data', async () => {
  const first = await started();
  const second = await started();
  expect((await first.process.exited).code).toBe(0);
  expect(await ask(second, 'SELECT 1')).toEqual(['1']);
});

test('an incomplete cluster is replaced', async () => {
  const half = await started();
  await half.remove();
  writeFileSync(join(dataDir, 'postgres-password'), 'left-by-an-interrupted-start\n', { mode: 0o600 });
  mkdirSync(join(half.cluster, 'base'), { recursive: true });
  mkdirSync(`${half.cluster}.partial`, { recursive: true });
  const server = await started();
  expect(await ask(server, 'SELECT 1')).toEqual(['1']);
});

test('two concurrent starts get different ports', async () => {
  const [a, b] = await Promise.all([started(), startPostgres({ dataDir: join(closed, 'b'), log })]);
  servers.push(b);
  expect(a.port).not.toBe(b.port);
});

test('nats-server starts with JetStream files in the data directory, and stops', async () => {
  const port = await freePort();
  const server = await startNats({ dataDir, log, port });
  expect(server.url).toBe(`nats://127.0.0.1:${port}`);
  expect(existsSync(join(dataDir, 'nats', 'jetstream'))).toBe(true);
  await server.stop();
  expect(server.process.exit()).toBeDefined();
});

test('a missing nats-server rejects with its configured path', async () => {
  await expect(startNats({ dataDir, log, program: '/nowhere/nats-server' })).rejects.toThrow(
    /ASSAY_NATS_SERVER_BIN.*\/nowhere\/nats-server/,
  );
});
