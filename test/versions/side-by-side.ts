import { fork, spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type ConnectedClient } from '@assay/rpc/client';
import { rootContext } from '@assay/rpc/context';
import type { BillingServiceDefinition } from '@assay/rpc/gen/assay/billing/v1/BillingService';
import { services } from '@assay/rpc/load';
import { hashApiKey } from '@assay/identifiers/api-key';
import { pause } from '@assay/runtime/clock';
import { newHoldId } from '@assay/identifiers/time-ordered-id';
import { migrateAll } from '@assay/stack/migrations';
import { freePort } from '@assay/stack/ports';
import { startPostgres } from '@assay/stack/postgres';
import pg from 'pg';
import { decisionWorkerSource } from './decision-worker.ts';
import { checkOut, earlierCommit, repositoryRoot } from './earlier-version.ts';

/**
 * Runs an earlier version and this version on one database under load. First the earlier version runs alone, and the
 * schema is migrated while it runs. Then both versions run side by side, and finally the earlier one ends. Fails unless
 * every call succeeded, every decision was found and the ledger balances.
 *
 *     make test-versions [BASE=<commit>]
 */
const phaseMs = 4_000;
const callers = 4;
const deadlineMs = 20_000;
const adminToken = 'token-of-the-operator';
const sourceFlags = ['--conditions=@assay/source'];

type Billing = { readonly client: ConnectedClient<BillingServiceDefinition>; readonly stop: () => Promise<void> };

async function startBilling(root: string, postgresUrl: string): Promise<Billing> {
  const child = fork(join(root, 'services/billing/src/main.ts'), {
    cwd: root,
    execArgv: sourceFlags,
    env: {
      PATH: process.env['PATH'],
      ASSAY_BIND_HOST: '127.0.0.1',
      ASSAY_PG_URL: postgresUrl,
      ASSAY_NATS_URL: `nats://127.0.0.1:${await freePort()}`,
      ASSAY_ADMIN_TOKEN: adminToken,
      ASSAY_BILLING_SECRET_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64url')}`,
      ASSAY_RATE_LIMIT_PER_MINUTE: '1000000',
      ASSAY_DRAIN_SECONDS: '0',
      ASSAY_MUTUAL_TLS: 'off',
      ASSAY_LOG_LEVEL: 'error',
    },
  });
  const ports = await new Promise<Record<string, number>>((resolve, reject) => {
    child.once('message', (message) => resolve((message as { ports: Record<string, number> }).ports));
    child.once('exit', (code) => reject(new Error(`billing of ${root} ended with ${code}`)));
  });
  const hot = ['Admit', 'Hold', 'Settle', 'Confirm'] as const;
  const client = connect(services.billing, `127.0.0.1:${ports['rpc']}`, { streamed: hot, idempotent: hot, adminToken });
  await client.ready(deadlineMs);
  const stop = async (): Promise<void> => {
    client.close();
    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await exited;
  };
  return { client, stop };
}

/**
 * Writes and reads decisions with the store of one version, until `stop` is called. `stop` returns the result as text.
 */
function startDecisions(
  root: string,
  postgresUrl: string,
  randomIds: boolean,
): { readonly stop: () => Promise<string> } {
  const file = join(root, 'services/engine/src/decisions', `side-by-side-${randomUUID()}.ts`);
  writeFileSync(file, decisionWorkerSource(root));
  const child: ChildProcess = spawn(process.execPath, [...sourceFlags, file], {
    cwd: root,
    env: { PATH: process.env['PATH'], ASSAY_PG_URL: postgresUrl, RANDOM_IDS: String(randomIds) },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return {
    stop: async () => {
      const exited = new Promise((resolve) => child.once('exit', resolve));
      child.stdin?.end();
      await exited;
      rmSync(file);
      return output.trim();
    },
  };
}

/**
 * Calls billing until it is stopped. For each hold, three replicas in a row get one call each: the first takes it, the
 * next settles it, and the one after that confirms it.
 */
function startCalls(replicas: readonly Billing[], keySha256: Buffer) {
  const counts = { calls: 0, captured: 0 };
  const failures: string[] = [];
  let over = false;
  let isMigrated = false;
  const call = async (offset: number): Promise<void> => {
    for (let turn = offset; !over; turn += 1) {
      const replica = (step: number) => (replicas[(turn + step) % replicas.length] as Billing).client.methods;
      // Gateways of the earlier version may generate ids of the other form. These gateways run until the end.
      const id = isMigrated && turn % 2 === 0 ? newHoldId() : `h_${randomUUID()}`;
      const trace = randomUUID().replaceAll('-', '');
      const context = () => rootContext(deadlineMs);
      try {
        const hold = {
          key_sha256: keySha256,
          hold_micros: '10',
          hold_id: id,
          trace_id: trace,
          operation: 'get_data x',
        };
        const { admission } = await replica(0).Admit(hold, context());
        const { settlement } = await replica(1).Settle({ hold_id: id, capture_micros: '3' }, context());
        if (admission !== 'ADMISSION_ADMITTED' || settlement !== 'SETTLEMENT_SETTLED') {
          throw new Error(`${admission} ${settlement}`);
        }
        await replica(2).Confirm({ delivered_hold_ids: [id] }, context());
        counts.calls += 1;
        counts.captured += 3;
      } catch (error) {
        failures.push(String(error));
      }
    }
  };
  const running = Promise.all(Array.from({ length: callers }, (_unused, index) => call(index)));
  const stop = async (): Promise<void> => {
    over = true;
    await running;
  };
  return { counts, failures, stop, migrated: () => void (isMigrated = true) };
}

async function run(): Promise<boolean> {
  const commit = earlierCommit(process.env['BASE'] === '' ? undefined : process.env['BASE']);
  process.stdout.write(`earlier version: ${commit}\n`);
  const before = checkOut(commit);
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-versions-'));
  const server = await startPostgres({ dataDir, log: () => undefined });
  try {
    // The migrations of the earlier version run first. Its billing applies its own at its start; the engine's are
    // applied by the command of that version's tree.
    const migrated = spawn(process.execPath, [...sourceFlags, 'packages/stack/src/migrate.ts'], {
      cwd: before,
      env: { PATH: process.env['PATH'], ASSAY_PG_URL: server.url },
      stdio: 'inherit',
    });
    await new Promise((resolve) => migrated.once('exit', resolve));
    return await rehearse(before, server.url);
  } finally {
    await server.remove();
    rmSync(dataDir, { recursive: true, force: true });
    rmSync(before, { recursive: true, force: true });
  }
}

async function rehearse(before: string, url: string): Promise<boolean> {
  const earlier = await startBilling(before, url);
  const opened = await earlier.client.methods.CreateAccount(
    { name: 'Acme', credit_micros: '1000000000', rate_limit_per_minute: 1_000_000 },
    rootContext(deadlineMs),
  );
  const keySha256 = hashApiKey(opened.key);
  const replicas = [earlier];
  const calls = startCalls(replicas, keySha256);
  const earlierDecisions = startDecisions(before, url, true);
  const report = (phase: string): void =>
    void process.stdout.write(`${phase}: ${calls.counts.calls} calls, ${calls.failures.length} failed\n`);
  await pause(phaseMs);
  report('the earlier version alone');
  process.stdout.write(`${await migrateAll(url)} migrations applied under load\n`);
  calls.migrated();
  await pause(phaseMs);
  report('the earlier version on the new schema');
  replicas.push(await startBilling(repositoryRoot, url));
  const laterDecisions = startDecisions(repositoryRoot, url, false);
  await pause(phaseMs);
  report('both side by side');
  await calls.stop();
  const decisions = [await earlierDecisions.stop(), await laterDecisions.stop()];
  await Promise.all(replicas.map(({ stop }) => stop()));
  decisions.forEach((text) => process.stdout.write(`decisions: ${text}\n`));
  const problems = await auditOf(url, opened.account?.id ?? '', calls.counts.captured);
  [...calls.failures.slice(0, 5), ...problems].forEach((text) => process.stdout.write(`FAILED: ${text}\n`));
  const isEveryDecisionFound = decisions.every((text) => {
    const { written, missing } = JSON.parse(text) as { written: number; missing: number };
    return written > 0 && missing === 0;
  });
  return calls.counts.calls > 0 && calls.failures.length === 0 && problems.length === 0 && isEveryDecisionFound;
}

/** Returns, as sentences, what is wrong with the ledger. */
async function auditOf(url: string, accountId: string, captured: number): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, options: '-c search_path=billing' });
  await client.connect();
  const audited = await client.query<{ problem: string; subject: string }>('SELECT * FROM audit()');
  const { rows } = await client.query<{ balance: string }>(
    'SELECT balance_micros AS balance FROM accounts WHERE id = $1',
    [accountId],
  );
  await client.end();
  const expected = 1_000_000_000 - captured;
  return [
    ...audited.rows.map(({ problem, subject }) => `${problem}: ${subject}`),
    ...(Number(rows[0]?.balance) === expected ? [] : [`the balance is ${rows[0]?.balance}, not ${expected}`]),
  ];
}

process.exitCode = (await run()) ? 0 : 1;
