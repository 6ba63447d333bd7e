import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect as connectNats, type NatsConnection } from '@nats-io/transport-node';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { subjects } from '@assay/rpc/subjects';
import { startStack, type Stack } from '@assay/stack/stack';
import { pause } from '@assay/runtime/clock';
import { createAccount } from '@assay/stack/testing/accounts';
import { openTestPool } from '@assay/stack/testing/test-pool';
import { setLamports } from '../e2e/support/sandbox-control.ts';
import { until } from '../e2e/support/system.ts';
import { answering, createWatch, freshAddress, startReceiver, type WebhookReceiver } from '../e2e/support/watch.ts';

const addressCount = 50;
const watchesPerAddress = 4;
const killsPerReplica = 25;
const minTriggers = 2_000;
const replicas = ['watch-1', 'watch-2'];

let stack: Stack;
let dataDir: string;
let database: pg.Pool;
let nats: NatsConnection;
let receiver: WebhookReceiver;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'assay-chaos-'));
  stack = await startStack({
    dataDir,
    sources: 'sandbox',
    replicas: { watch: 2 },
    restart: false,
    quiet: true,
    environment: {
      ASSAY_PORT: '0',
      ASSAY_EGRESS_ALLOW: '127.0.0.0/8',
      ASSAY_POLL_INTERVAL_MS: '200',
      ASSAY_WATCH_LEASE_MS: '1000',
      ASSAY_DELIVERY_LEASE_MS: '4000',
      // Allow more than the default. The test makes more attempts fail per minute than an account may have by default.
      ASSAY_WATCH_UNPAID_PER_MINUTE: '100000',
      ASSAY_WATCH_FAILED_PER_MINUTE: '100000',
      ASSAY_WATCH_FAILED_PER_DAY: '100000',
      // Allow more than the default, because all watches of the test notify the same host.
      ASSAY_WATCH_DESTINATION_PER_MINUTE: '100000',
      ASSAY_WATCH_DESTINATION_IN_FLIGHT: '10000',
      ASSAY_WEBHOOK_TIMEOUT_MS: '1500',
      // The test stops billing for longer than this lifetime. Afterwards it expects a charge although the hold has
      // expired.
      ASSAY_HOLD_LIFETIME_MS: '6000',
      ASSAY_SWEEP_INTERVAL_MS: '500',
    },
  });
  // Sets the search path, because billing's audit function names its tables without their schema.
  database = openTestPool(stack.postgresUrl, 2, 'billing');
  nats = await connectNats({ servers: stack.natsUrl });
  receiver = await startReceiver();
}, 120_000);

afterAll(async () => {
  await receiver.close();
  await nats.close();
  await database.end();
  await stack.stop();
  rmSync(dataDir, { recursive: true, force: true });
}, 60_000);

/** Returns a generator of numbers from 0 to below 1. The same seed gives the same numbers. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

const sandbox = (): { readonly sandboxUrl: string } => ({ sandboxUrl: stack.sandboxUrl ?? '' });

async function queueState(): Promise<{ readonly published: number; readonly waiting: number }> {
  const manager = await jetstreamManager(nats, { checkAPI: false });
  const { state } = await manager.streams.info(subjects.watchTriggered.stream);
  return { published: state.last_seq, waiting: state.messages };
}

/** Changes random addresses until it is stopped. Each change sets a value that no address had before. */
function startChanges(
  addresses: readonly string[],
  random: () => number,
): { stop: () => Promise<void>; last: () => number } {
  let value = 1_000;
  let stopped = false;
  const run = async (): Promise<void> => {
    while (!stopped) {
      value += 1;
      await setLamports(sandbox(), addresses[Math.floor(random() * addresses.length)] ?? '', value);
      await pause(8);
    }
  };
  const running = run();
  return {
    last: () => value,
    stop: async () => {
      stopped = true;
      await running;
    },
  };
}

/**
 * Kills and restarts a replica at random times, at least `killsPerReplica` times and until `isEnough` returns true. On
 * a slow machine, the replica runs for longer after each further kill.
 */
async function killRepeatedly(
  name: string,
  random: () => number,
  isEnough: () => boolean | Promise<boolean>,
): Promise<void> {
  for (let kill = 0; kill < killsPerReplica || !(await isEnough()); kill += 1) {
    const extraMs = Math.max(0, kill - killsPerReplica) * 250;
    await pause(150 + random() * 850 + extraMs);
    await stack.kill(name, 'SIGKILL');
    await stack.restart(name);
  }
}

type Row = {
  readonly trigger_id: string;
  readonly trace_id: string;
  readonly hold_id: string;
  readonly outcome: string;
};

test('50 kills during 2,000 triggers of 200 watches cause no second attempt and no charge without a receipt', async () => {
  const random = randomOf(20_261_121);
  const account = await createAccount(stack, { creditMicros: 1_000_000_000n });
  const addresses = Array.from({ length: addressCount }, freshAddress);
  for (const address of addresses) {
    await setLamports(sandbox(), address, 1_000);
    await Promise.all(
      Array.from({ length: watchesPerAddress }, (_, index) =>
        createWatch(stack.gatewayUrl, account.key, {
          webhookUrl: receiver.url,
          address,
          ...(index === 0 ? { condition: { field: 'lamports', changes: true } } : {}),
        }),
      ),
    );
  }
  // The first verification of a watch with a condition sends no notification. Wait for its end before the first kill.
  await Promise.all(addresses.map((address) => setLamports(sandbox(), address, 999)));
  await until(
    async () => (await database.query("SELECT 1 FROM watch.deliveries WHERE outcome = 'unmet'")).rowCount,
    (count) => count === addressCount,
    30_000,
  );
  receiver.handle = (response, request) => answering(random() < 0.05 ? 500 : 204)(response, request);

  const notifiedBefore = receiver.received.length;
  const changes = startChanges(addresses, random);
  const countLost = async (): Promise<number> =>
    (await database.query("SELECT 1 FROM watch.deliveries WHERE outcome = 'lost'")).rowCount ?? 0;
  // The test is meaningful only if the service sent notifications between kills, and a kill interrupted a delivery.
  const isEnough = async (): Promise<boolean> =>
    receiver.received.length - notifiedBefore > 20 && (await countLost()) > 0;
  await Promise.all(replicas.map((name) => killRepeatedly(name, random, isEnough)));
  await Promise.all(replicas.map((name) => stack.waitUntilReady(name)));
  await until(queueState, ({ published }) => published >= minTriggers, 30_000);
  await changes.stop();

  receiver.handle = answering(204);
  const lastValue = String(changes.last() + 1);
  await Promise.all(addresses.map((address) => setLamports(sandbox(), address, lastValue)));
  const notified = await until(
    async () =>
      new Set(
        receiver.received.filter(({ value }) => value['lamports'] === lastValue).map(({ body }) => body['watchId']),
      ).size,
    (watches) => watches === addressCount * watchesPerAddress,
    30_000,
  );
  expect(notified).toBe(200);
  await until(queueState, ({ waiting }) => waiting === 0, 20_000);
  await until(
    async () =>
      (
        await database.query(
          "SELECT 1 FROM watch.deliveries WHERE state <> 'ended' UNION ALL SELECT 1 FROM watch.settlements",
        )
      ).rowCount,
    (open) => open === 0,
    20_000,
  );

  const { rows } = await database.query<Row>('SELECT trigger_id, trace_id, hold_id, outcome FROM watch.deliveries');
  const byTrace = new Map(rows.map((row) => [row.trace_id, row]));
  const notifiedTraces = receiver.received.map(({ body }) => String(body['traceId']).slice(3));
  const attempted = notifiedTraces.map((trace) => byTrace.get(trace)?.trigger_id);
  expect(attempted).not.toContain(undefined);
  expect(new Set(attempted).size).toBe(attempted.length);

  const holds = await database.query<{ id: string; trace_id: string; state: string }>(
    'SELECT id, trace_id, state FROM billing.holds WHERE account_id = $1',
    [account.accountId],
  );
  const charged = holds.rows.filter(({ state }) => state === 'confirmed' || state === 'captured');
  const received = new Set(notifiedTraces);
  expect(charged.filter(({ trace_id }) => !received.has(trace_id))).toEqual([]);
  const delivered = rows.filter(({ outcome }) => outcome === 'delivered').map(({ hold_id }) => hold_id);
  expect(charged.map(({ id }) => id).toSorted()).toEqual(delivered.toSorted());
  const audit = await database.query('SELECT * FROM billing.audit()');
  expect(audit.rows).toEqual([]);
}, 400_000);

/**
 * Creates a watch, changes its address, and waits until the webhook receives the notification. `answer` responds to
 * that request.
 */
async function pendingDelivery(): Promise<{
  readonly accountId: string;
  readonly traceId: string;
  readonly answer: () => void;
}> {
  const { key, accountId } = await createAccount(stack, { creditMicros: 1_000_000n });
  const address = freshAddress();
  const before = receiver.received.length;
  let answer = (): void => undefined;
  receiver.handle = (response) => {
    answer = () => void response.writeHead(204).end();
  };
  await createWatch(stack.gatewayUrl, key, { webhookUrl: receiver.url, address });
  await setLamports(sandbox(), address, 5);
  await until(
    async () => receiver.received.length,
    (count) => count > before,
    15_000,
  );
  const traceId = String(receiver.received.at(-1)?.body['traceId']).slice(3);
  return { accountId, traceId, answer };
}

async function outcomeOf(traceId: string): Promise<string | null> {
  const { rows } = await database.query<{ outcome: string | null }>(
    'SELECT outcome FROM watch.deliveries WHERE trace_id = $1',
    [traceId],
  );
  return rows[0]?.outcome ?? null;
}

async function chargeOf(traceId: string): Promise<string | undefined> {
  const { rows } = await database.query<{ charge: string }>(
    "SELECT state || ' ' || captured_micros AS charge FROM billing.holds WHERE trace_id = $1",
    [traceId],
  );
  return rows[0]?.charge;
}

test('a receipt is charged even when billing was down until the hold had lapsed', async () => {
  const { accountId, traceId, answer } = await pendingDelivery();
  await stack.kill('billing', 'SIGKILL');
  answer();
  await until(
    () => outcomeOf(traceId),
    (outcome) => outcome !== null,
    10_000,
  );
  expect(await outcomeOf(traceId)).toBe('delivered');
  expect(await chargeOf(traceId)).toBe('open 0');
  await pause(6_500);
  await stack.restart('billing');
  const charge = await until(
    () => chargeOf(traceId),
    (holdState) => holdState?.startsWith('confirmed') === true,
    30_000,
  );
  const { rows } = await database.query<{ balance: string }>(
    'SELECT (1000000 - balance_micros)::text AS balance FROM billing.accounts WHERE id = $1 AND held_micros = 0',
    [accountId],
  );
  expect(rows).toEqual([{ balance: charge?.split(' ')[1] }]);
  expect((await database.query('SELECT * FROM billing.audit()')).rows).toEqual([]);
}, 90_000);

test('stopping replicas finish the notifications in flight', async () => {
  const { traceId, answer } = await pendingDelivery();
  const stopped = Promise.all(replicas.map((name) => stack.kill(name, 'SIGTERM')));
  await pause(300);
  answer();
  await stopped;
  expect(await outcomeOf(traceId)).toBe('delivered');
  await Promise.all(replicas.map((name) => stack.restart(name)));
  await until(
    () => chargeOf(traceId),
    (holdState) => holdState?.startsWith('confirmed') === true,
    30_000,
  );
}, 90_000);
