import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { connect } from '@assay/rpc/client';
import { rootContext } from '@assay/rpc/context';
import { services } from '@assay/rpc/load';
import { startStack, type Stack } from '@assay/stack/stack';
import { pause } from '@assay/runtime/clock';
import { balanceOf, createAccount, type TestAccount } from '@assay/stack/testing/accounts';
import { openTestPool } from '@assay/stack/testing/test-pool';
import { getData, until } from '../e2e/support/system.ts';

const maxCalls = 20_000;
const startMicros = 1_000_000_000n;
const requests = [
  ['token.price', { token: 'SOL' }],
  ['spot.price', { symbol: 'BTC' }],
  ['funding.rate', { symbol: 'ETH', venue: 'bybit' }],
  ['game.players', { game: 'Dota 2' }],
] as const;

type Delivery = { readonly traceId: string; readonly debitedMicros: bigint };
type Load = { readonly deliveries: Delivery[]; readonly stop: () => Promise<void> };

let stack: Stack;
let dataDir: string;
let database: pg.Pool;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'assay-faults-'));
  stack = await startStack({
    dataDir,
    sources: 'sandbox',
    restart: false,
    quiet: true,
    environment: {
      ASSAY_PORT: '0',
      ASSAY_HOLD_LIFETIME_MS: '12000',
      ASSAY_CONFIRM_WITHIN_MS: '12000',
      ASSAY_SWEEP_INTERVAL_MS: '500',
      ASSAY_SWEEP_GRACE_MS: '3000',
    },
  });
  database = openTestPool(stack.postgresUrl, 2);
}, 120_000);

afterAll(async () => {
  await database.end();
  await stack.stop();
  rmSync(dataDir, { recursive: true, force: true });
}, 60_000);

/**
 * Starts eight callers, each of which sends its next call after the answer to the previous one. They stop at a maximum
 * number of calls. Records deliveries and ignores failures.
 */
function startLoad(account: TestAccount): Load {
  const deliveries: Delivery[] = [];
  let stopped = false;
  const caller = async (offset: number): Promise<void> => {
    for (let call = offset; !stopped && call < maxCalls; call += 1) {
      const [type, params] = requests[call % requests.length] ?? requests[0];
      try {
        const { status, body } = await getData(stack.gatewayUrl, account.key, type, params);
        if (status === 200 && body['status'] === 'delivered') {
          deliveries.push({
            traceId: String(body['traceId']),
            debitedMicros: BigInt(Math.round(Number(body['debitedCredits']) * 1e6)),
          });
        }
      } catch {
        // Connections may break here, because the killed process may be the gateway.
      }
      await pause(5);
    }
  };
  const callers = Array.from({ length: 8 }, (_, index) => caller(index));
  return {
    deliveries,
    stop: async () => {
      stopped = true;
      await Promise.all(callers);
    },
  };
}

async function untilServing(account: TestAccount): Promise<void> {
  await until(
    async () => {
      try {
        return (await getData(stack.gatewayUrl, account.key, 'token.price', {})).status;
      } catch {
        return 0;
      }
    },
    (status) => status === 200,
    30_000,
  );
}

async function decisionOf(traceId: string): Promise<boolean> {
  const engine = connect(services.engine, stack.engineAddress, { adminToken: stack.adminToken });
  try {
    return (await engine.methods.GetDecision({ trace_id: traceId.slice(3) }, rootContext(5_000))).found;
  } finally {
    engine.close();
  }
}

async function missingDecisions(traceIds: readonly string[]): Promise<string[]> {
  const storedDecisions = await database.query<{ trace_id: string }>(
    `SELECT replace(trace_id::text, '-', '') AS trace_id FROM engine.decisions WHERE trace_id = ANY($1::uuid[])`,
    [traceIds.map((traceId) => traceId.slice(3))],
  );
  const storedTraceIds = new Set(storedDecisions.rows.map(({ trace_id }) => trace_id));
  return traceIds.filter((traceId) => !storedTraceIds.has(traceId.slice(3)));
}

async function ledgerFaults(): Promise<unknown[]> {
  const result = await database.query(`
    SELECT a.id, a.balance_micros, a.held_micros, coalesce(l.total, 0) AS ledger, coalesce(h.total, 0) AS holds
    FROM billing.accounts a
    LEFT JOIN (SELECT account_id, sum(amount_micros) AS total FROM billing.ledger GROUP BY 1) l ON l.account_id = a.id
    LEFT JOIN (SELECT account_id, sum(held_micros) AS total FROM billing.holds WHERE state = 'open' GROUP BY 1) h
      ON h.account_id = a.id
    WHERE a.balance_micros <> coalesce(l.total, 0) OR a.held_micros <> coalesce(h.total, 0) OR a.balance_micros < 0`);
  const whole = await database.query<{ total: string }>(
    'SELECT coalesce(sum(amount_micros), 0) AS total FROM billing.ledger',
  );
  return [...result.rows, ...whole.rows.filter(({ total }) => BigInt(total) !== 0n)];
}

test.each(['engine', 'resolver', 'billing', 'nats', 'postgres', 'gateway'])(
  'kill -9 of %s under load leaves no open hold, no lost decision and no charge without an answer',
  async (victim) => {
    const account = await createAccount(stack, { creditMicros: startMicros });
    await untilServing(account);
    const load = startLoad(account);
    await until(
      async () => load.deliveries.length,
      (count) => count >= 40,
      20_000,
    );
    await stack.kill(victim, 'SIGKILL');
    await pause(1_500);
    await stack.restart(victim);
    await untilServing(account);
    const countAtRecovery = load.deliveries.length;
    await until(
      async () => load.deliveries.length,
      (count) => count >= countAtRecovery + 40,
      20_000,
    );
    await load.stop();

    await until(
      () => balanceOf(stack, account.accountId),
      ({ heldMicros }) => heldMicros === 0n,
      40_000,
    );
    await until(
      async () =>
        (
          await database.query(`SELECT 1 FROM billing.holds WHERE account_id = $1 AND state IN ('open', 'captured')`, [
            account.accountId,
          ])
        ).rowCount,
      (open) => open === 0,
      40_000,
    );
    const { balanceMicros } = await balanceOf(stack, account.accountId);
    // Billing also charges the calls of `untilServing`. So the sum must leave out their holds.
    const delivered = load.deliveries.reduce((sum, { debitedMicros }) => sum + debitedMicros, 0n);
    const probes = await database.query<{ total: string }>(
      `SELECT coalesce(sum(captured_micros), 0) AS total FROM billing.holds
       WHERE account_id = $1 AND state = 'confirmed' AND NOT (trace_id = ANY($2))`,
      [account.accountId, load.deliveries.map(({ traceId }) => traceId.slice(3))],
    );
    const charged = startMicros - balanceMicros - BigInt(probes.rows[0]?.total ?? '0');
    if (victim === 'gateway') {
      expect(charged).toBeLessThanOrEqual(delivered);
    } else {
      expect(charged).toBe(delivered);
    }
    expect(await ledgerFaults()).toEqual([]);
    const traceIds = load.deliveries.map(({ traceId }) => traceId);
    await until(
      () => missingDecisions(traceIds),
      (missing) => missing.length === 0,
      20_000,
    );
    expect(new Set(traceIds).size).toBe(traceIds.length);
    expect(await decisionOf(traceIds[0] ?? '')).toBe(true);
  },
  120_000,
);
