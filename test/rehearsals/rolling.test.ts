import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { pause } from '@assay/runtime/clock';
import { startStack, type Stack } from '@assay/stack/stack';
import { balanceOf, createAccount, type TestAccount } from '@assay/stack/testing/accounts';
import { openTestPool } from '@assay/stack/testing/test-pool';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { readChainFixtures } from '../e2e/support/chain-fixtures.ts';
import { until } from '../e2e/support/system.ts';
import { mixedRequests, startSteadyLoad, type RequestOutcome, type SteadyLoad } from '../faults/support/steady-load.ts';

/** Number of rounds. The default is one; `make rehearse-restarts` runs ten. */
const rounds = Number(process.env['ASSAY_RESTART_ROUNDS'] ?? 1);
const services = ['gateway', 'engine', 'billing'];
const replicas = services.flatMap((service) => [`${service}-1`, `${service}-2`]);
const startMicros = 1_000_000_000n;
const minRequestsPerRestart = 50;
const perRoundMs = 100_000;
/** Time in milliseconds that a rollout waits after a replica has become ready, before it ends the next one. */
const calmMs = 1_000;
/** Maximum time until the operating system reports a broken connection to the test, in milliseconds. */
const reportMs = 1_000;

let stack: Stack;
let dataDir: string;
let database: pg.Pool;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'assay-rolling-'));
  stack = await startStack({
    dataDir,
    sources: 'sandbox',
    replicas: { gateway: 2, engine: 2, billing: 2 },
    restart: false,
    quiet: true,
    environment: {
      ASSAY_PORT: '0',
      ASSAY_DRAIN_SECONDS: '1',
      ASSAY_DRAIN_MS: '10000',
      ASSAY_HOLD_LIFETIME_MS: '12000',
      ASSAY_CONFIRM_WITHIN_MS: '12000',
      ASSAY_SWEEP_INTERVAL_MS: '500',
      ASSAY_SWEEP_GRACE_MS: '3000',
    },
  });
  database = openTestPool(stack.postgresUrl, 1, 'billing');
}, 120_000);

afterAll(async () => {
  await database.end();
  await stack.stop();
  rmSync(dataDir, { recursive: true, force: true });
}, 60_000);

async function startLoad(): Promise<{ readonly account: TestAccount; readonly load: SteadyLoad }> {
  const account = await createAccount(stack, { creditMicros: startMicros });
  const fixtures = await readChainFixtures({ sandboxUrl: stack.sandboxUrl ?? '' });
  return { account, load: startSteadyLoad(stack.gatewayUrls, account.key, mixedRequests(fixtures.pool('cpmm'))) };
}

/**
 * Waits until every hold of an account is final. Then no hold is open, and no captured hold waits for its confirmation.
 */
async function untilSettled(accountId: string): Promise<void> {
  const pending = `SELECT 1 FROM holds WHERE account_id = $1 AND state IN ('open', 'captured') LIMIT 1`;
  await until(
    async () => (await database.query(pending, [accountId])).rowCount,
    (count) => count === 0,
    40_000,
  );
}

async function confirmedTraceIds(accountId: string): Promise<string[]> {
  const { rows } = await database.query<{ trace_id: string }>(
    `SELECT trace_id FROM holds WHERE account_id = $1 AND state = 'confirmed' AND captured_micros > 0`,
    [accountId],
  );
  return rows.map(({ trace_id }) => `tr_${trace_id}`);
}

async function chargedMicros(accountId: string): Promise<bigint> {
  const { balanceMicros, heldMicros } = await balanceOf(stack, accountId);
  expect(heldMicros).toBe(0n);
  return startMicros - balanceMicros;
}

function totalMicros(outcomes: readonly RequestOutcome[]): bigint {
  return outcomes.reduce((sum, { debitedMicros }) => sum + debitedMicros, 0n);
}

function failuresOf({ outcomes }: SteadyLoad): RequestOutcome[] {
  return outcomes.filter(({ status }) => status !== 200);
}

test(
  'each replica ends with SIGTERM in turn under load: no request fails and the ledger is exact',
  async () => {
    const { account, load } = await startLoad();
    for (let round = 0; round < rounds; round += 1) {
      for (const replica of replicas) {
        await stack.kill(replica, 'SIGTERM');
        await stack.restart(replica);
        await stack.waitUntilReady(replica);
        stack.gatewayUrls.forEach(load.add);
        await pause(calmMs);
      }
    }
    await load.stop();
    expect(failuresOf(load)).toEqual([]);
    expect(load.outcomes.length).toBeGreaterThan(rounds * replicas.length * minRequestsPerRestart);
    await untilSettled(account.accountId);
    expect(await chargedMicros(account.accountId)).toBe(totalMicros(load.outcomes));
    expect((await database.query('SELECT * FROM audit()')).rows).toEqual([]);
  },
  rounds * perRoundMs,
);

test(
  'each replica ends with kill -9 in turn under load: only the requests in flight on a gateway fail, uncharged',
  async () => {
    const { account, load } = await startLoad();
    const kills: { readonly gatewayUrl: string | undefined; readonly atMs: number }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      // Each round ends one replica of each service. The first and the second replica alternate.
      for (const service of services) {
        const replica = `${service}-${(round % 2) + 1}`;
        const gatewayUrl = service === 'gateway' ? stack.gatewayUrls[round % 2] : undefined;
        await pause(500);
        load.remove(gatewayUrl ?? '');
        kills.push({ gatewayUrl, atMs: performance.now() });
        await stack.kill(replica, 'SIGKILL');
        await stack.restart(replica);
        await stack.waitUntilReady(replica);
        stack.gatewayUrls.forEach(load.add);
      }
    }
    await load.stop();
    const wasInFlight = ({ gatewayUrl, startedAtMs, endedAtMs }: RequestOutcome): boolean =>
      kills.some(
        (kill) => kill.gatewayUrl === gatewayUrl && startedAtMs <= kill.atMs && endedAtMs < kill.atMs + reportMs,
      );
    expect(failuresOf(load).filter((outcome) => !wasInFlight(outcome))).toEqual([]);
    await untilSettled(account.accountId);
    const delivered = new Map(load.outcomes.map((outcome) => [outcome.traceId, outcome.debitedMicros]));
    const confirmed = await confirmedTraceIds(account.accountId);
    expect(confirmed.filter((traceId) => !delivered.has(traceId))).toEqual([]);
    expect(await chargedMicros(account.accountId)).toBe(
      confirmed.reduce((sum, traceId) => sum + (delivered.get(traceId) ?? 0n), 0n),
    );
    expect((await database.query('SELECT * FROM audit()')).rows).toEqual([]);
  },
  rounds * perRoundMs,
);
