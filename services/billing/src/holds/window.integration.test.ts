import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { AdmitResponse } from '@assay/rpc/gen/assay/billing/v1/AdmitResponse';
import { useBilling } from '../testing/billing-world.ts';
import { admission, context, openCustomer, type Customer } from '../testing/customers.ts';

const billing = useBilling({ steppedClock: true });

/** Sends requests at a single time of the clock. Returns how many of them were admitted. */
async function admittedOf(customer: Customer, count: number): Promise<number> {
  const answers = await Promise.all(Array.from({ length: count }, () => admit(customer)));
  return answers.filter((answer) => answer.admission === 'ADMISSION_ADMITTED').length;
}

function admit(customer: Customer): Promise<AdmitResponse> {
  return billing.replicaAt(0).admit.submit(admission(customer), context());
}

test('a request leaves the window exactly 60 seconds after it was counted', async () => {
  const customer = await openCustomer(billing.postgres);
  expect(await admittedOf(customer, 4)).toBe(4);
  await billing.database.stepClock(30_000);
  expect(await admittedOf(customer, 9)).toBe(6);
  await billing.database.stepClock(29_999);
  expect(await admittedOf(customer, 1)).toBe(0);
  await billing.database.stepClock(1);
  expect(await admittedOf(customer, 9)).toBe(4);
  await billing.database.stepClock(30_000);
  expect(await admittedOf(customer, 9)).toBe(6);
});

test('a limited request is not counted, and its response says when the oldest counted request leaves', async () => {
  const customer = await openCustomer(billing.postgres, { rateLimit: 2 });
  expect(await admit(customer)).toMatchObject({ limit: 2, remaining: 1, reset_ms: 60_000 });
  await billing.database.stepClock(20_000);
  expect(await admit(customer)).toMatchObject({ remaining: 0, reset_ms: 40_000 });
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await billing.database.stepClock(5_000);
    expect(await admit(customer)).toMatchObject({
      admission: 'ADMISSION_RATE_LIMITED',
      remaining: 0,
      reset_ms: 35_000 - attempt * 5_000,
    });
  }
  await billing.database.stepClock(15_000);
  expect(await admit(customer)).toMatchObject({ admission: 'ADMISSION_ADMITTED', remaining: 0, reset_ms: 20_000 });
});

test('each key of an account has its own limit', async () => {
  const customer = await openCustomer(billing.postgres);
  const second = { ...customer, keySha256: Buffer.alloc(32, 9) };
  await billing.database.sql('INSERT INTO keys (sha256, prefix, account_id) VALUES ($1, $2, $3)', [
    second.keySha256,
    'asy_2222',
    customer.accountId,
  ]);
  expect([await admittedOf(customer, 12), await admittedOf(second, 12)]).toEqual([10, 10]);
});

test('a clock that is set back an hour neither raises the limit nor blocks a key for longer than one window', async () => {
  const customer = await openCustomer(billing.postgres);
  expect(await admittedOf(customer, 10)).toBe(10);
  await billing.database.stepClock(-3_600_000);
  expect(await admittedOf(customer, 1)).toBe(0);
  await billing.database.stepClock(59_999);
  expect(await admittedOf(customer, 1)).toBe(0);
  await billing.database.stepClock(1);
  expect(await admittedOf(customer, 12)).toBe(10);
});

test('above 600 per minute the window stays small, and a request leaves it at most 100 ms late and never early', async () => {
  const customer = await openCustomer(billing.postgres, { rateLimit: 1_000 });
  for (let step = 0; step < 900; step += 1) {
    await billing.database.stepClock(7);
    expect(await admittedOf(customer, 1)).toBe(1);
  }
  expect(await admittedOf(customer, 300)).toBe(100);
  const [state] = await billing.database.sql<{ entries: number }>(
    'SELECT cardinality(window_moments) AS entries FROM keys WHERE sha256 = $1',
    [customer.keySha256],
  );
  expect(state?.entries).toBeLessThanOrEqual(65);
  await billing.database.stepClock(60_000 - 900 * 7 + 6);
  expect(await admittedOf(customer, 1)).toBe(0);
  await billing.database.stepClock(101);
  expect(await admittedOf(customer, 1)).toBe(1);
}, 30_000);

/**
 * Returns how many requests the rate limit should admit. The test computes the number from a list of the times of all
 * counted requests.
 */
function admittedByTheRule(counted: number[], nowMs: number, limit: number, requests: number): number {
  const inWindow = counted.filter((countedAtMs) => countedAtMs > nowMs - 60_000).length;
  const admitted = Math.max(0, Math.min(requests, limit - inWindow));
  counted.push(...Array.from({ length: admitted }, () => nowMs));
  return admitted;
}

test('any sequence of requests is admitted exactly as the rule says', async () => {
  const rhythm = fc.array(
    fc.record({
      afterMs: fc.oneof(fc.integer({ min: 0, max: 2_000 }), fc.integer({ min: 0, max: 70_000 })),
      requests: fc.integer({ min: 1, max: 8 }),
    }),
    { minLength: 1, maxLength: 20 },
  );
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 12 }), rhythm, async (limit, steps) => {
      const customer = await openCustomer(billing.postgres, { rateLimit: limit });
      const counted: number[] = [];
      let nowMs = 0;
      for (const { afterMs, requests } of steps) {
        nowMs += afterMs;
        await billing.database.stepClock(afterMs);
        expect(await admittedOf(customer, requests)).toBe(admittedByTheRule(counted, nowMs, limit, requests));
      }
    }),
    { numRuns: 40 },
  );
}, 60_000);
