import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import pg from 'pg';
import { generateApiKey } from '@assay/identifiers/api-key';
import { balanceOf, createAccount, type TestAccount } from '@assay/stack/testing/accounts';
import { faultOf } from './support/fuzz-checks.ts';
import { fuzzRequests, type FuzzRequest } from './support/fuzz-requests.ts';
import { createRawClient, type RawClient } from './support/raw-http.ts';
import { send, sharedSystem, until } from './support/system.ts';

const system = sharedSystem();
const requestCount = Number(process.env['ASSAY_FUZZ_REQUESTS'] ?? 20_000);
const seed = Number(process.env['ASSAY_FUZZ_SEED'] ?? Date.now() % 2 ** 31);
const inFlight = 32;
const batchSize = 250;
const nobodyListens = 'http://127.0.0.1:9/hook';

let accounts: { readonly funded: TestAccount; readonly unfunded: TestAccount; readonly limited: TestAccount };
let clients: RawClient[];

beforeAll(async () => {
  accounts = {
    funded: await createAccount(system),
    unfunded: await createAccount(system, { creditMicros: 0n }),
    limited: await createAccount(system, { rateLimitPerMinute: 10 }),
  };
  clients = Array.from({ length: inFlight }, (_unused, index) =>
    createRawClient(system.gatewayUrls[index % system.gatewayUrls.length] ?? system.gatewayUrl),
  );
});

afterAll(async () => {
  clients.forEach((client) => client.close());
  for (const { key } of [accounts.funded, accounts.unfunded]) {
    const { body } = await send(`${system.gatewayUrl}/v1/watch`, { key });
    const watches = (body['watches'] ?? []) as readonly { readonly id: string }[];
    await Promise.all(watches.map(({ id }) => send(`${system.gatewayUrl}/v1/watch/${id}`, { key, method: 'DELETE' })));
  }
});

test('no request causes an undocumented error, ends a process or spoils the ledger', async () => {
  const keys = {
    funded: accounts.funded.key,
    unfunded: accounts.unfunded.key,
    limited: accounts.limited.key,
    unknown: generateApiKey(),
  };
  const statuses = new Map<number, number>();
  const traceIds = new Set<string>();
  const startedAt = performance.now();
  process.stdout.write(`fuzz: ${requestCount} requests with ASSAY_FUZZ_SEED=${seed}\n`);
  try {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fuzzRequests(keys, nobodyListens), { minLength: batchSize, maxLength: batchSize }),
        async (batch) => {
          const remainingRequests = batch.values();
          const faults = await Promise.all(
            clients.map((client) => sendAll(client, remainingRequests, statuses, traceIds)),
          );
          expect(faults.flat().slice(0, 10)).toEqual([]);
        },
      ),
      // Shrinking is off. The error already lists the failed requests, and shrinking would send thousands of further
      // requests.
      { seed, numRuns: Math.ceil(requestCount / batchSize), endOnFailure: true, asyncReporter: throwCause },
    );
  } finally {
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    const counts = [...statuses].toSorted(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
    process.stdout.write(`fuzz: ended after ${seconds} s; responses by status: ${counts.join(', ')}\n`);
  }
  expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 400, 401, 402, 404, 405, 413, 415, 429]));
  await expectRunningProcesses();
  await expectSoundLedger();
}, 600_000);

/** Throws the error of a failed run itself. The default report would print every byte of a batch. */
async function throwCause({ errorInstance }: { readonly errorInstance: unknown }): Promise<void> {
  if (errorInstance !== null) {
    throw errorInstance;
  }
}

/**
 * Sends requests one after another until none is left. Returns a description of each request whose response broke the
 * contract.
 */
async function sendAll(
  client: RawClient,
  remainingRequests: Iterator<FuzzRequest>,
  statuses: Map<number, number>,
  traceIds: Set<string>,
): Promise<string[]> {
  const faults: string[] = [];
  for (let next = remainingRequests.next(); next.done !== true; next = remainingRequests.next()) {
    const request = next.value;
    try {
      const responses = await client.send(request);
      for (const { status } of responses) {
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
      const fault = faultOf(request, responses, traceIds);
      if (fault !== undefined) {
        faults.push(fault);
      }
    } catch (thrown) {
      faults.push(
        `${String(thrown)}: ${JSON.stringify(Buffer.concat(request.pieces).toString('latin1').slice(0, 2_000))}`,
      );
    }
  }
  return faults;
}

/**
 * Expects that every process of the stack still runs and that every service reports ready. The stack does not restart
 * processes.
 */
async function expectRunningProcesses(): Promise<void> {
  for (const pid of Object.values(system.pids)) {
    expect(() => process.kill(pid, 0)).not.toThrow();
  }
  for (const url of Object.values(system.opsUrls)) {
    expect((await send(`${url}/healthz`)).status).toBe(200);
  }
  for (const url of system.gatewayUrls) {
    expect((await send(`${url}/v1/types`, { key: accounts.funded.key })).status).toBe(200);
  }
}

async function expectSoundLedger(): Promise<void> {
  for (const { accountId } of Object.values(accounts)) {
    const { balanceMicros } = await until(
      () => balanceOf(system, accountId),
      ({ heldMicros }) => heldMicros === 0n,
      20_000,
    );
    expect(balanceMicros).toBeGreaterThanOrEqual(0n);
  }
  const database = new pg.Client({ connectionString: system.postgresUrl, options: '-c search_path=billing' });
  await database.connect();
  try {
    expect((await database.query('SELECT * FROM billing.audit()')).rows).toEqual([]);
  } finally {
    await database.end();
  }
}
