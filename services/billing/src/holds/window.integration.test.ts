import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { AdmitResponse } from '@assay/rpc/gen/assay/billing/v1/AdmitResponse';
import type { Postgres } from '@assay/service/postgres';
import { admission, context, openCustomer, openReplica, type Customer } from '../testing/customers.ts';
import { startTestDatabase, type TestDatabase } from '../testing/database.ts';

let database: TestDatabase;
let postgres: Postgres;
let replica: ReturnType<typeof openReplica>;

beforeAll(async () => {
  database = await startTestDatabase();
  postgres = database.open();
  replica = openReplica(postgres);
  await database.stepClock(0);
}, 60_000);

afterAll(() => database.close());

/** Sends requests at the clock's present moment and says how many passed. */
async function passing(customer: Customer, count: number): Promise<number> {
  const answers = await Promise.all(Array.from({ length: count }, () => admit(customer)));
  return answers.filter((answer) => answer.admission === 'ADMISSION_ADMITTED').length;
}

function admit(customer: Customer): Promise<AdmitResponse> {
  return replica.admit.submit(admission(customer), context());
}

test('a request leaves the window exactly 60 seconds after it was counted', async () => {
  const customer = await openCustomer(postgres);
  expect(await passing(customer, 4)).toBe(4);
  await database.stepClock(30_000);
  expect(await passing(customer, 9)).toBe(6);
  await database.stepClock(29_999);
  expect(await passing(customer, 1)).toBe(0);
  await database.stepClock(1);
  expect(await passing(customer, 9)).toBe(4);
  await database.stepClock(30_000);
  expect(await passing(customer, 9)).toBe(6);
});

test('a request that was limited is not counted, and learns when the oldest counted one leaves', async () => {
  const customer = await openCustomer(postgres, { rateLimit: 2 });
  expect(await admit(customer)).toMatchObject({ limit: 2, remaining: 1, reset_ms: 60_000 });
  await database.stepClock(20_000);
  expect(await admit(customer)).toMatchObject({ remaining: 0, reset_ms: 40_000 });
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await database.stepClock(5_000);
    expect(await admit(customer)).toMatchObject({
      admission: 'ADMISSION_RATE_LIMITED',
      remaining: 0,
      reset_ms: 35_000 - attempt * 5_000,
    });
  }
  await database.stepClock(15_000);
  expect(await admit(customer)).toMatchObject({ admission: 'ADMISSION_ADMITTED', remaining: 0, reset_ms: 20_000 });
});

test('two keys of one account have a limit each', async () => {
  const customer = await openCustomer(postgres);
  const second = { ...customer, keySha256: Buffer.alloc(32, 9) };
  await database.sql('INSERT INTO keys (sha256, prefix, account_id) VALUES ($1, $2, $3)', [
    second.keySha256,
    'asy_2222',
    customer.accountId,
  ]);
  expect([await passing(customer, 12), await passing(second, 12)]).toEqual([10, 10]);
});

test('a clock that is set back an hour makes the limit neither lenient nor shut for longer than a window', async () => {
  const customer = await openCustomer(postgres);
  expect(await passing(customer, 10)).toBe(10);
  await database.stepClock(-3_600_000);
  expect(await passing(customer, 1)).toBe(0);
  await database.stepClock(59_999);
  expect(await passing(customer, 1)).toBe(0);
  await database.stepClock(1);
  expect(await passing(customer, 12)).toBe(10);
});

test('above 600 a minute the state stays small and a request is never forgotten early, nor more than 100 ms late', async () => {
  const customer = await openCustomer(postgres, { rateLimit: 1_000 });
  for (let step = 0; step < 900; step += 1) {
    await database.stepClock(7);
    expect(await passing(customer, 1)).toBe(1);
  }
  expect(await passing(customer, 300)).toBe(100);
  const [state] = await database.sql<{ entries: number }>(
    'SELECT cardinality(window_moments) AS entries FROM keys WHERE sha256 = $1',
    [customer.keySha256],
  );
  expect(state?.entries).toBeLessThanOrEqual(65);
  await database.stepClock(60_000 - 900 * 7 + 6);
  expect(await passing(customer, 1)).toBe(0);
  await database.stepClock(101);
  expect(await passing(customer, 1)).toBe(1);
}, 30_000);

/** What may pass by the rule itself: every counted moment kept, and those of the last 60 seconds looked at. */
function passesByTheRule(counted: number[], nowMs: number, limit: number, requests: number): number {
  const inWindow = counted.filter((moment) => moment > nowMs - 60_000).length;
  const passed = Math.max(0, Math.min(requests, limit - inWindow));
  counted.push(...Array.from({ length: passed }, () => nowMs));
  return passed;
}

test('whatever the rhythm of requests, exactly those pass that the rule lets pass', async () => {
  const rhythm = fc.array(
    fc.record({
      afterMs: fc.oneof(fc.integer({ min: 0, max: 2_000 }), fc.integer({ min: 0, max: 70_000 })),
      requests: fc.integer({ min: 1, max: 8 }),
    }),
    { minLength: 1, maxLength: 20 },
  );
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 12 }), rhythm, async (limit, steps) => {
      const customer = await openCustomer(postgres, { rateLimit: limit });
      const counted: number[] = [];
      let nowMs = 0;
      for (const { afterMs, requests } of steps) {
        nowMs += afterMs;
        await database.stepClock(afterMs);
        expect(await passing(customer, requests)).toBe(passesByTheRule(counted, nowMs, limit, requests));
      }
    }),
    { numRuns: 40 },
  );
}, 60_000);
