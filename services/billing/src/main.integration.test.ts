import { fork, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { connect, type ConnectedClient } from '@assay/rpc/client';
import { rootContext } from '@assay/rpc/context';
import type { BillingServiceDefinition } from '@assay/rpc/gen/assay/billing/v1/BillingService';
import { services } from '@assay/rpc/load';
import { hashOperatorToken } from '@assay/rpc/operator-access';
import { subjects } from '@assay/rpc/subjects';
import { hashApiKey } from '@assay/identifiers/api-key';
import { createLogger } from '@assay/telemetry/log';
import { openNats } from '@assay/messaging/nats';
import { startNats } from '@assay/stack/nats';
import { freePort } from '@assay/stack/ports';
import { startPostgres, type PostgresServer } from '@assay/stack/postgres';
import { openPostgres } from '@assay/storage/postgres';
import { operatorMethods } from './handlers.ts';
import { traceId } from './testing/customers.ts';

const adminToken = 'token-of-the-operator';
let dataDir: string;
let natsPort: number;
let postgres: PostgresServer;
let billing: ChildProcess;
let ports: Record<string, number>;
let gateway: ConnectedClient<BillingServiceDefinition>;
let operator: ConnectedClient<BillingServiceDefinition>;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'assay-billing-'));
  natsPort = await freePort();
  postgres = await startPostgres({ dataDir, log: () => undefined });
  billing = fork(fileURLToPath(new URL('main.ts', import.meta.url)), {
    execArgv: ['--conditions=@assay/source'],
    env: {
      PATH: process.env['PATH'],
      ASSAY_BIND_HOST: '127.0.0.1',
      ASSAY_MODE: 'sandbox',
      ASSAY_PG_URL: postgres.url,
      ASSAY_NATS_URL: `nats://127.0.0.1:${natsPort}`,
      ASSAY_ADMIN_TOKEN: adminToken,
      ASSAY_BILLING_SECRET_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64url')}`,
      ASSAY_LOG_LEVEL: 'error',
      // Lifetime of a hold. It is long enough for a settlement on a busy machine, and short enough for a test to wait
      // until a hold lapses.
      ASSAY_HOLD_LIFETIME_MS: '3000',
      ASSAY_SWEEP_INTERVAL_MS: '50',
    },
  });
  ports = await new Promise((resolve, reject) => {
    billing.once('message', (message) => resolve((message as { ports: Record<string, number> }).ports));
    billing.once('exit', (code) => reject(new Error(`billing ended with ${code}`)));
  });
  const address = `127.0.0.1:${ports['rpc']}`;
  gateway = connect(services.billing, address, {
    streamed: ['Admit', 'Hold', 'Settle', 'Confirm'],
    idempotent: ['Admit', 'Hold', 'Settle', 'Confirm'],
  });
  operator = connect(services.billing, address, { adminToken });
  await gateway.ready(10_000);
}, 60_000);

afterAll(async () => {
  gateway.close();
  operator.close();
  const exited = new Promise((resolve) => billing.once('exit', resolve));
  billing.kill('SIGTERM');
  expect(await exited).toBe(0);
  await postgres.remove();
  rmSync(dataDir, { recursive: true, force: true });
}, 30_000);

test('billing is ready and charges while NATS is unavailable', async () => {
  const ready = await fetch(`http://127.0.0.1:${ports['ops']}/readyz`);
  expect(ready.status).toBe(200);
  const { account, key } = await operator.methods.CreateAccount(
    { name: 'Acme', credit_micros: '1000' },
    rootContext(5_000),
  );
  const admitted = await gateway.methods.Admit(
    { key_sha256: hashApiKey(key), hold_micros: '600', hold_id: 'h1', trace_id: traceId, operation: 'ask' },
    rootContext(5_000),
  );
  expect(admitted).toMatchObject({ admission: 'ADMISSION_ADMITTED', account_id: account?.id, limit: 10, remaining: 9 });
  const settled = await gateway.methods.Settle({ hold_id: 'h1', capture_micros: '250' }, rootContext(5_000));
  expect(settled).toEqual({ settlement: 'SETTLEMENT_SETTLED', balance_micros: '750', captured_micros: '250' });
  await gateway.methods.Confirm({ delivered_hold_ids: ['h1'] }, rootContext(5_000));
  const { charges } = await operator.methods.GetCharges({ trace_id: traceId }, rootContext(5_000));
  expect(charges).toMatchObject([{ hold_id: 'h1', state: 'confirmed', captured_micros: '250' }]);
});

test('operator methods need the token', async () => {
  for (const method of operatorMethods) {
    await expect(gateway.methods[method]({}, rootContext(5_000))).rejects.toMatchObject({ code: 'FORBIDDEN' });
  }
});

/** Returns the rows of the audit table about an operator, oldest first: the action, its arguments and the outcome. */
async function auditOf(actor: string): Promise<unknown[]> {
  const closers: (() => unknown)[] = [];
  const { query } = openPostgres({ ASSAY_PG_URL: postgres.url, ASSAY_PG_POOL_SIZE: 1 }, 'billing', {
    defer: (_name, close) => closers.push(close),
    check: () => undefined,
    log: createLogger('audit', 'silent'),
  });
  try {
    const text = 'SELECT action, arguments, outcome FROM operator_actions WHERE actor = $1 ORDER BY at';
    const rows = await query({ name: 'audit', text, values: [actor] });
    return rows.map(({ action, arguments: given, outcome }) => [action, given, outcome]);
  } finally {
    for (const close of closers) {
      await close();
    }
  }
}

test('a named operator acts under its own name until its token is rotated or revoked', async () => {
  const { methods } = operator;
  const { token: first } = await methods.CreateOperator({ name: 'ann' }, rootContext(5_000));
  expect(first).toMatch(/^aop_[0-9A-Za-z]{32}$/);
  await expect(methods.CreateOperator({ name: 'ann' }, rootContext(5_000))).rejects.toMatchObject({
    code: 'INVALID_PARAM',
  });
  await expect(methods.RotateOperator({ name: 'root' }, rootContext(5_000))).rejects.toMatchObject({
    code: 'INVALID_PARAM',
  });
  const actAs = async (adminToken: string): Promise<string | undefined> => {
    const ann = connect(services.billing, `127.0.0.1:${ports['rpc']}`, { adminToken });
    try {
      const { account, key } = await ann.methods.CreateAccount({ name: 'By Ann' }, rootContext(5_000));
      await ann.methods.RevokeKey({ key }, rootContext(5_000));
      return account?.id;
    } finally {
      ann.close();
    }
  };
  expect(await actAs(first)).toMatch(/^acc_/);
  const { token: second } = await methods.RotateOperator({ name: 'ann' }, rootContext(5_000));
  await expect(actAs(first)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  expect(await actAs(second)).toMatch(/^acc_/);
  const { revoked_at: revokedAt } = await methods.RevokeOperator({ name: 'ann' }, rootContext(5_000));
  await expect(actAs(second)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(methods.RotateOperator({ name: 'ann' }, rootContext(5_000))).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  expect(await methods.RevokeOperator({ name: 'ann' }, rootContext(5_000))).toEqual({ revoked_at: revokedAt });
  const { operators } = await methods.ListOperators({}, rootContext(5_000));
  expect(operators).toMatchObject([{ name: 'ann', revoked_at: revokedAt }]);

  const acts = [
    ['billing.CreateAccount', { name: 'By Ann' }, 'started'],
    ['billing.CreateAccount', { name: 'By Ann' }, 'OK'],
    ['billing.RevokeKey', { key_prefix: expect.stringMatching(/^asy_.{4}$/) }, 'started'],
    ['billing.RevokeKey', { key_prefix: expect.stringMatching(/^asy_.{4}$/) }, 'OK'],
  ];
  const audited = await auditOf('ann');
  expect(audited).toEqual([...acts, ...acts, ['billing.CreateAccount', { name: 'By Ann' }, 'FORBIDDEN']]);
  expect(await auditOf('root')).toContainEqual(['billing.RotateOperator', { name: 'ann' }, 'NOT_FOUND']);
  expect(await auditOf('unknown')).toContainEqual(['billing.CreateAccount', { name: 'By Ann' }, 'FORBIDDEN']);
  const metrics = await (await fetch(`http://127.0.0.1:${ports['ops']}/metrics`)).text();
  expect(metrics).toMatch(/assay_operator_refusals_total\{[^}]*method="CreateAccount"[^}]*\} [2-9]/);
});

test('billing names the operator of a token to other services, and records what they report under that name', async () => {
  const token_sha256 = hashOperatorToken(adminToken);
  expect(await gateway.methods.FindOperator({ token_sha256 }, rootContext(5_000))).toEqual({ name: 'root' });
  const unknown = await gateway.methods.FindOperator({ token_sha256: Buffer.alloc(32) }, rootContext(5_000));
  expect(unknown).toEqual({ name: '' });
  const report = {
    token_sha256,
    action: 'engine.GetDecision',
    arguments_json: '{"trace_id":"1\\u0000"}',
    outcome: 'OK',
    action_id: '00000000-0000-0000-0000-000000000000',
  };
  await gateway.methods.RecordOperatorAction(report, rootContext(5_000));
  expect(await auditOf('root')).toContainEqual(['engine.GetDecision', { trace_id: '1\ufffd' }, 'OK']);
  await expect(
    gateway.methods.RecordOperatorAction({ ...report, arguments_json: '[]' }, rootContext(5_000)),
  ).rejects.toMatchObject({ code: 'INVALID_PARAM' });
});

test('a fault keeps its code and message on the way to the caller', async () => {
  await expect(operator.methods.CreateAccount({ name: '' }, rootContext(5_000))).rejects.toMatchObject({
    code: 'INVALID_PARAM',
    message: expect.stringContaining('name must be'),
  });
});

test('a hold without a settlement lapses and its credit is free again', async () => {
  const { account, key } = await operator.methods.CreateAccount(
    { name: 'Lost', credit_micros: '100' },
    rootContext(5_000),
  );
  const admitted = await gateway.methods.Admit(
    { key_sha256: hashApiKey(key), hold_micros: '100', hold_id: 'h2', trace_id: traceId, operation: 'ask' },
    rootContext(5_000),
  );
  expect(admitted.admission).toBe('ADMISSION_ADMITTED');
  const context = rootContext(10_000);
  for (;;) {
    const read = await operator.methods.GetAccount({ account_id: account?.id ?? '' }, context);
    if (read.account?.held_micros === '0') {
      break;
    }
  }
  const settled = await gateway.methods.Settle({ hold_id: 'h2', capture_micros: '100' }, rootContext(5_000));
  expect(settled).toEqual({ settlement: 'SETTLEMENT_LAPSED', balance_micros: '100', captured_micros: '0' });
  const metrics = await (await fetch(`http://127.0.0.1:${ports['ops']}/metrics`)).text();
  expect(metrics).toMatch(/assay_billing_holds_swept_total\{[^}]*state="lapsed"[^}]*\} 1/);
  expect(metrics).toMatch(/assay_billing_batch_size_count\{[^}]*kind="admit"[^}]*\} [1-9]/);
});

test('a key revoked while NATS is unavailable is refused at once, and its revocation is published later', async () => {
  const { key, key_prefix } = await operator.methods.CreateAccount({ name: 'Leaked' }, rootContext(5_000));
  const revoked = await operator.methods.RevokeKey({ key }, rootContext(5_000));
  expect(revoked.key_prefix).toBe(key_prefix);
  const request = { key_sha256: hashApiKey(key), trace_id: traceId, operation: 'ask' };
  const refused = await gateway.methods.Admit(request, rootContext(5_000));
  expect(refused.admission).toBe('ADMISSION_INVALID_KEY');

  const closers: (() => unknown)[] = [];
  const listening = openNats({ ASSAY_NATS_URL: `nats://127.0.0.1:${natsPort}` }, 'listener', {
    defer: (_name, close) => closers.push(close),
    log: createLogger('listener', 'silent'),
  });
  const server = await startNats({ dataDir, port: natsPort, log: () => undefined });
  try {
    const { connection } = await listening;
    const subscription = connection.subscribe(subjects.keyRevoked.subject);
    await connection.flush();
    // Billing may have published the revocation before this subscription existed. Revoking the key again publishes the
    // revocation again.
    await operator.methods.RevokeKey({ key }, rootContext(5_000));
    const published: string[] = [];
    for await (const message of subscription) {
      // Earlier tests of this file also revoke keys. Billing publishes their revocations first.
      published.push(Buffer.from(subjects.keyRevoked.decode(message.data).key_sha256).toString('hex'));
      if (published.includes(Buffer.from(hashApiKey(key)).toString('hex'))) {
        break;
      }
    }
    expect(published.at(-1)).toBe(Buffer.from(hashApiKey(key)).toString('hex'));
  } finally {
    for (const close of closers) {
      await close();
    }
    await server.stop();
  }
}, 30_000);
