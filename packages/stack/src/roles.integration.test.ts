import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { prepareSchema } from '@assay/storage/migrate';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrateAll, repositoryRoot } from './migrations.ts';
import { startPostgres, type PostgresServer } from './postgres.ts';
import { changeRoles, createRoles, schemasWithRoles, type RoleUrls } from './roles.ts';

const command = join(import.meta.dirname, 'create-roles.ts');
const makeProgram = process.env['MAKE'] ?? 'make';
let dataDir: string;
let server: PostgresServer;
let roles: ReadonlyMap<string, RoleUrls>;
const clients: pg.Client[] = [];

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'assay-roles-'));
  server = await startPostgres({ dataDir, log: () => undefined });
  // Migrate before creating the roles, as happened to databases of versions without roles.
  await migrateAll(server.url);
  roles = await createRoles(server.url);
  await migrateAll(server.url, (schema) => urlsOf(schema).owner);
}, 60_000);

afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()));
  await server.remove();
  rmSync(dataDir, { recursive: true, force: true });
});

function urlsOf(schema: string): RoleUrls {
  return roles.get(schema) ?? { owner: server.url, service: server.url };
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  clients.push(client);
  await client.connect();
  return client;
}

const denied = { code: '42501' };
const log = { warn: () => undefined };
const never = { waitMs: 0, everyMs: 0 };

describe.each(schemasWithRoles)('the role of %s', (schema) => {
  test('reads its own schema and no other', async () => {
    const client = await connect(urlsOf(schema).service);
    await expect(client.query(`SELECT FROM ${schema}.migrations`)).resolves.toBeDefined();
    for (const other of schemasWithRoles.filter((each) => each !== schema)) {
      await expect(client.query(`SELECT FROM ${other}.migrations`)).rejects.toMatchObject(denied);
    }
  });

  test('waits for no lock for long, and loses a transaction that stands still', async () => {
    const client = await connect(urlsOf(schema).service);
    const { rows } = await client.query(
      `SELECT name, setting::integer FROM pg_settings
       WHERE name IN ('lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout') ORDER BY name`,
    );
    expect(rows).toEqual([
      { name: 'idle_in_transaction_session_timeout', setting: 15_000 },
      { name: 'lock_timeout', setting: 5_000 },
      { name: 'statement_timeout', setting: 15_000 },
    ]);
  });

  test('creates, changes and drops no table or function', async () => {
    const client = await connect(urlsOf(schema).service);
    for (const statement of [
      `CREATE TABLE ${schema}.mine (id integer)`,
      `ALTER TABLE ${schema}.migrations ADD COLUMN note text`,
      `DROP TABLE ${schema}.migrations`,
      `CREATE FUNCTION ${schema}.clock2() RETURNS integer LANGUAGE sql AS 'SELECT 1'`,
      'CREATE SCHEMA mine',
    ]) {
      await expect(client.query(statement)).rejects.toMatchObject(denied);
    }
  });

  test('cannot migrate, and starts only on a migrated schema', async () => {
    const config = { ASSAY_PG_URL: urlsOf(schema).service, ASSAY_MIGRATE_AT_START: false };
    const directory = join(repositoryRoot, 'services', schema, 'migrations');
    await expect(prepareSchema(config, schema, directory, log)).resolves.toBeUndefined();
    const owner = await connect(urlsOf(schema).owner);
    const { rows } = await owner.query<{ name: string }>(
      `DELETE FROM ${schema}.migrations WHERE id = (SELECT max(id) FROM ${schema}.migrations) RETURNING name`,
    );
    const missing = rows[0]?.name ?? '';
    await expect(prepareSchema(config, schema, directory, log, never)).rejects.toThrow(`lacks ${missing}`);
    const waiting = prepareSchema(config, schema, directory, log, { waitMs: 30_000, everyMs: 20 });
    await owner.query(`INSERT INTO ${schema}.migrations (name, run_on) VALUES ($1, now())`, [missing]);
    await expect(waiting).resolves.toBeUndefined();
  });
});

test.each(['ledger', 'operator_actions'])('billing adds to the table %s and changes nothing in it', async (table) => {
  const client = await connect(urlsOf('billing').service);
  for (const statement of [
    `UPDATE billing.${table} SET at = now()`,
    `DELETE FROM billing.${table}`,
    `TRUNCATE billing.${table}`,
    `DROP TRIGGER ${table === 'ledger' ? 'ledger_is_append_only' : 'operator_actions_are_final'} ON billing.${table}`,
  ]) {
    await expect(client.query(statement)).rejects.toMatchObject(denied);
  }
  await expect(client.query(`SELECT FROM billing.${table}`)).resolves.toBeDefined();
});

test('the roles can be created again, and a right that somebody added by hand goes with the next migration', async () => {
  await (await connect(server.url)).query('GRANT DELETE ON billing.ledger TO assay_billing');
  roles = await createRoles(server.url);
  expect(await migrateAll(server.url, (schema) => urlsOf(schema).owner)).toBe(1);
  const client = await connect(urlsOf('billing').service);
  await expect(client.query('DELETE FROM billing.ledger')).rejects.toMatchObject(denied);
  expect(await migrateAll(server.url, (schema) => urlsOf(schema).owner)).toBe(0);
});

test('a password of a role that exists stays unless it is rotated, and nothing changes before it was printed', async () => {
  const before = urlsOf('watch').service;
  const unchangedRoles: string[] = [];
  await changeRoles(server.url, {
    rotate: false,
    announce: async (urls, names) => {
      unchangedRoles.push(...names);
      expect([...urls.values()]).toEqual(schemasWithRoles.map(() => ({})));
    },
  });
  expect(unchangedRoles).toHaveLength(2 * schemasWithRoles.length);
  await connect(before);
  const noReader = changeRoles(server.url, {
    rotate: true,
    announce: async () => {
      throw new Error('write EPIPE');
    },
  });
  await expect(noReader).rejects.toThrow('write EPIPE');
  await connect(before);
  let after: string | undefined;
  await changeRoles(server.url, {
    rotate: true,
    host: 'assay-postgresql:5433',
    announce: async (urls) => {
      after = urls.get('watch')?.service;
    },
  });
  expect(after).toMatch(/^postgresql:\/\/assay_watch:[\da-f]+@assay-postgresql:5433\/assay$/);
  await expect(connect(before)).rejects.toMatchObject({ code: '28P01' });
});

test('the command prints the URLs and nothing else, and says on standard error what it left alone', async () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, ['--conditions=@assay/source', command, ...args], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], ASSAY_PG_ADMIN_URL: server.url },
    });
  const rotated = run('--rotate', '--host', 'db.internal');
  expect(rotated.status).toBe(0);
  expect(rotated.stdout.trimEnd().split('\n')).toEqual(
    schemasWithRoles.flatMap((schema) => [
      expect.stringMatching(`^${schema}-url=postgresql://assay_${schema}:[0-9a-f]+@db\\.internal/assay$`),
      expect.stringMatching(`^${schema}-owner-url=postgresql://assay_${schema}_owner:`),
    ]),
  );
  const again = run();
  expect([again.status, again.stdout]).toEqual([0, '']);
  expect(again.stderr).toContain('their passwords stay: assay_billing_owner, assay_billing, ');
  expect(run('--host', 'http://x').stderr).toMatch(/^--host must be a host such as/);
}, 60_000);

test('commands whose output programs read show their build on standard error', () => {
  for (const target of ['roles', 'reconcile', 'eval-ask']) {
    const { stdout } = spawnSync(makeProgram, ['-n', '-s', target], {
      cwd: repositoryRoot,
      encoding: 'utf8',
      // Pass only PATH, because the flags of the make that runs the tests must not reach the command.
      env: { PATH: process.env['PATH'] },
    });
    const [first = '', ...rest] = stdout.split('\n').filter((line) => /\b(npm|make|node)\b/.test(line));
    expect({ target, first }).toEqual({
      target,
      first: expect.stringMatching(/make.* (compiled|build-research) 1>&2$/),
    });
    expect(rest.length).toBeGreaterThan(0);
  }
});
