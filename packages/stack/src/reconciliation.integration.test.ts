import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrateAll } from './migrations.ts';
import { startPostgres, type PostgresServer } from './postgres.ts';
import { runReconcile } from './reconcile-command.ts';
import { createRoles, type RoleUrls } from './roles.ts';

let dataDir: string;
let server: PostgresServer;
let roles: ReadonlyMap<string, RoleUrls>;
let database: pg.Client;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'assay-reconcile-'));
  server = await startPostgres({ dataDir, log: () => undefined });
  roles = await createRoles(server.url);
  await migrateAll(server.url, (schema) => roles.get(schema)?.owner ?? server.url);
  database = new pg.Client({ connectionString: server.url });
  await database.connect();
  await database.query("INSERT INTO billing.accounts (id, name, rate_limit_per_minute) VALUES ('acc_a', 'A', 60)");
}, 60_000);

afterAll(async () => {
  await database.end();
  await server.remove();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Runs the command with the URLs of the schemas' owners. Returns the exit code and the report. */
async function run(args: string[] = []): Promise<{ readonly code: number; readonly report: string }> {
  let report = '';
  const environment = Object.fromEntries(
    [...roles].map(([schema, { owner }]) => [`ASSAY_PG_URL_${schema.toUpperCase()}`, owner]),
  );
  const code = await runReconcile(args, environment, (text) => (report += text));
  return { code, report };
}

const newTraceId = (): string => randomBytes(16).toString('hex');

/** Gives the account credits and charges it once, with the rows that billing would write. */
async function insertCharge(traceId: string, heldAt = new Date()): Promise<string> {
  const id = `h_${traceId}`;
  await database.query(
    `INSERT INTO billing.holds (id, account_id, trace_id, operation, held_micros, captured_micros, state, held_at, due_at, ended_at)
     VALUES ($1, 'acc_a', $2, 'get_data x', 5, 5, 'confirmed', $3, $3, $3)`,
    [id, traceId, heldAt],
  );
  await database.query(
    `INSERT INTO billing.ledger (operation_id, account_id, kind, amount_micros, at) VALUES
       ($1, 'acc_a', 'capture', -5, $2), ($1, 'system:revenue', 'capture', 5, $2),
       ('c' || $1, 'acc_a', 'credit', 5, $2), ('c' || $1, 'system:credits', 'credit', -5, $2)`,
    [id, heldAt],
  );
  return id;
}

async function insertDecision(traceId: string): Promise<void> {
  await database.query(
    `INSERT INTO engine.decisions (trace_id, decided_at, account_id, type, outcome, document)
     VALUES ($1::uuid, now(), 'acc_a', 'x', 'delivered', '{}')`,
    [traceId],
  );
}

async function insertDelivery(traceId: string, holdId: string): Promise<void> {
  await database.query(
    `INSERT INTO watch.deliveries
       (trigger_id, watch_id, run, state, leased_until, traceparent, hold_id, outcome, taken_at, ended_at)
     VALUES ($1, 'w_1', 'r', 'ended', now(), '00-' || $1 || '-0000000000000001-01', $2, 'delivered', now(), now())`,
    [traceId, holdId],
  );
}

test('charges with decisions, and notifications with charges, are no differences', async () => {
  const traceId = newTraceId();
  await insertDecision(traceId);
  await insertDelivery(traceId, await insertCharge(traceId));
  const { code, report } = await run();
  expect(report).toContain('no differences');
  expect(code).toBe(0);
});

test('rows without their counterpart in another schema are named, and the exit code is 1', async () => {
  const [charge, answer, notification] = [newTraceId(), newTraceId(), newTraceId()];
  await insertCharge(charge);
  await insertDecision(answer);
  await insertDelivery(notification, `h_${notification}`);
  const { code, report } = await run();
  expect(code).toBe(1);
  expect(report).toContain(`DIFFERENCE: a charge has no decision (1)\n  ${charge}\n`);
  expect(report).toContain(`DIFFERENCE: a delivered answer has no hold (1)\n  ${answer}\n`);
  expect(report).toContain(`DIFFERENCE: a delivered notification has no charge (1)\n  h_${notification}\n`);
});

test('rows older than the given hours are not compared', async () => {
  const old = newTraceId();
  await insertCharge(old, new Date(Date.now() - 3 * 3_600_000));
  expect((await run(['--hours', '2'])).report).not.toContain(old);
  expect((await run(['--hours', '4', '--json'])).report).toContain(old);
});

test("a violation of billing's own audit is a difference", async () => {
  await database.query("UPDATE billing.accounts SET balance_micros = 1 WHERE id = 'acc_a'");
  const { code, report } = await run();
  expect(code).toBe(1);
  expect(report).toContain('DIFFERENCE: the balance is not the sum of the ledger rows (1)\n  acc_a\n');
});

test.each([
  [['--hours', 'soon'], '--hours must be a number above 0, not "soon"'],
  [['--days', '3'], "Unknown option '--days'"],
])('the arguments %p compare nothing and end with 2', async (args, message) => {
  const { code, report } = await run(args);
  expect(report).toContain(message);
  expect(code).toBe(2);
});

test('a database that cannot be read is no difference: the exit code is 2', async () => {
  const lines: string[] = [];
  const environment = { ASSAY_PG_URL: 'postgresql://nobody@127.0.0.1:1/assay' };
  expect(await runReconcile([], environment, (text) => lines.push(text))).toBe(2);
  expect(lines.join('')).toContain('nothing was compared');
  expect(await runReconcile([], {}, (text) => lines.push(text))).toBe(2);
  expect(lines.join('')).toContain('set ASSAY_PG_URL');
});
