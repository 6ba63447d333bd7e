import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { balanceOf, createAccount, type TestAccount } from '@assay/stack/testing/accounts';
import { openTestPool } from '@assay/stack/testing/test-pool';
import { ledgerChargesOf } from '../support/charges.ts';
import { openPipelinedClient, type PipelinedClient } from '../support/pipelined-client.ts';
import { send, sharedSystem, until } from '../support/system.ts';

const system = sharedSystem();
const database = openTestPool(system.postgresUrl, 2);
const startMicros = 100_000_000n;
/**
 * Time after which billing reverses an unconfirmed charge, in milliseconds (ASSAY_CONFIRM_WITHIN_MS). Billing checks
 * every three seconds.
 */
const confirmWithinMs = 60_000;
const sweepEveryMs = 3_000;
const settleMs = 30_000;
const freePath = '/docs/llms-full.txt';
const freeRequest = `GET ${freePath} HTTP/1.1\r\nhost: x\r\n\r\n`;
let freeBytes = 0;

/** Returns requests for a free file, whose answers have this many bytes together or a little more. */
function freeRequests(bytes: number): readonly string[] {
  return Array.from({ length: Math.ceil(bytes / freeBytes) }, () => freeRequest);
}

/** Returns 20 requests for a paid answer. */
function paidRequests(account: TestAccount): readonly string[] {
  return Array.from({ length: 20 }, () => paidRequest(account));
}

beforeAll(async () => {
  freeBytes = (await send(`${system.gatewayUrl}${freePath}`)).text.length;
});

let client: PipelinedClient | undefined;
afterEach(() => client?.leave());
afterAll(() => database.end());

function paidRequest({ key }: TestAccount): string {
  const body = '{"type":"game.players","params":{"game":"Dota 2"}}';
  return (
    `POST /v1/get_data HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\n` +
    `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
  );
}

/** Returns the sum of the prices that the delivered answers among the bodies state, in micro-credits. */
function statedMicros(bodies: readonly Record<string, unknown>[]): bigint {
  return bodies.reduce((sum, body) => sum + BigInt(Math.round(Number(body['debitedCredits']) * 1e6)), 0n);
}

/**
 * Fails unless the ledger, the holds and the balance charge exactly these answers. Also fails when a hold is undecided.
 */
async function expectChargedExactly(account: TestAccount, bodies: readonly Record<string, unknown>[]): Promise<void> {
  expect(bodies.map(({ status }) => status)).toEqual(bodies.map(() => 'delivered'));
  const charges = await until(
    () => ledgerChargesOf(database, account.accountId),
    ({ unconfirmed }) => unconfirmed === 0,
    settleMs,
  );
  const micros = statedMicros(bodies);
  expect(charges).toEqual({ captures: bodies.length, capturedMicros: micros, reversals: 0, unconfirmed: 0 });
  expect(await balanceOf(system, account.accountId)).toEqual({ balanceMicros: startMicros - micros, heldMicros: 0n });
}

/**
 * Returns the number of requests for the free answer, by outcome. `gone` means that the connection ended before the
 * answer.
 */
async function endedFree(): Promise<ReadonlyMap<string, number>> {
  const gateways = Object.entries(system.opsUrls).filter(([name]) => name.startsWith('gateway'));
  const texts = await Promise.all(gateways.map(async ([, url]) => (await send(`${url}/metrics`)).text));
  const ended = new Map<string, number>();
  for (const [, labels = '', count] of texts
    .join('\n')
    .matchAll(/^assay_call_duration_seconds_count\{([^}]*method="GET \/docs\/\{path\*\}"[^}]*)\} (\d+)/gm)) {
    const outcome = /outcome="([^"]*)"/.exec(labels)?.[1] ?? '';
    ended.set(outcome, (ended.get(outcome) ?? 0) + Number(count));
  }
  return ended;
}

test('20 paid answers behind 60 MB of free ones, received after the time of confirmation, are charged exactly', async () => {
  const account = await createAccount(system, { creditMicros: startMicros });
  const startedAtMs = performance.now();
  client = await openPipelinedClient(system.gatewayUrl, [...freeRequests(60e6), ...paidRequests(account)]);
  const { bodies, readUntil } = client;
  // The reader needs eight seconds longer than the time after which billing would reverse an unconfirmed charge.
  const bytesPerSecond = 60e6 / ((confirmWithinMs + sweepEveryMs + 8_000) / 1_000);
  await readUntil(() => bodies.length > 0, bytesPerSecond);
  expect(performance.now() - startedAtMs).toBeGreaterThan(confirmWithinMs + sweepEveryMs);
  await readUntil(() => bodies.length === 20);
  expect(bodies).toHaveLength(20);
  await expectChargedExactly(account, bodies);
}, 240_000);

test('a reader who leaves pays for the answers that arrived, and for none behind what it did not read', async () => {
  const account = await createAccount(system, { creditMicros: startMicros });
  // The network buffers of both sides cannot contain 50 MB. So the gateway never reaches the third paid answer.
  const block = [...freeRequests(51e6), paidRequest(account)];
  client = await openPipelinedClient(system.gatewayUrl, [...block, ...block, ...block]);
  const { bodies, readUntil, leave } = client;
  await readUntil(() => bodies.length === 2);
  leave();
  expect(bodies).toHaveLength(2);
  await expectChargedExactly(account, bodies);
}, 120_000);

test('a connection that reads nothing ends, leaves little unread, and has no paid answer made', async () => {
  const account = await createAccount(system, { creditMicros: startMicros });
  const before = (await endedFree()).get('gone') ?? 0;
  client = await openPipelinedClient(system.gatewayUrl, [...freeRequests(45e6), ...paidRequests(account)]);
  await until(endedFree, (ended) => (ended.get('gone') ?? 0) > before, 60_000);
  await client.readUntil(() => false);
  process.stdout.write(`a connection left ${(client.bytes() / 1e6).toFixed(1)} MB unread of 45 MB asked for\n`);
  expect(client.bytes()).toBeLessThan(40e6);
  await expectChargedExactly(account, []);
}, 120_000);
