import { expect, test } from '@jest/globals';
import type { AdmitResponse } from '@assay/rpc/gen/assay/billing/v1/AdmitResponse';
import type { Postgres } from '@assay/storage/postgres';
import { useBilling } from '../testing/billing-world.ts';
import {
  admission,
  context,
  holdOf,
  newHoldId,
  openCustomer,
  openReplica,
  type Customer,
} from '../testing/customers.ts';

const billing = useBilling();

function admit(request: ReturnType<typeof admission>, replica = 0): Promise<AdmitResponse> {
  return billing.replicaAt(replica).admit.submit(request, context());
}

function tally(answers: readonly AdmitResponse[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { admission: outcome } of answers) {
    counts[String(outcome)] = (counts[String(outcome)] ?? 0) + 1;
  }
  return counts;
}

test('two replicas admit exactly 10 of 30 concurrent requests with a key of 10 per minute', async () => {
  const customer = await openCustomer(billing.postgres);
  const keyRow = { text: 'SELECT FROM keys WHERE sha256 = $1 FOR UPDATE', values: [customer.keySha256] };
  const answers = await billing.database.whileLocked(keyRow, 2, () =>
    Promise.all(Array.from({ length: 30 }, (_, index) => admit(admission(customer), index))),
  );
  expect(tally(answers)).toEqual({ ADMISSION_ADMITTED: 10, ADMISSION_RATE_LIMITED: 20 });
  const remaining = answers
    .filter((answer) => answer.admission === 'ADMISSION_ADMITTED')
    .map((answer) => answer.remaining);
  expect(remaining.toSorted((a, b) => Number(a) - Number(b))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('two replicas take exactly 10 holds for 64 concurrent requests of an account that affords 10', async () => {
  const customer = await openCustomer(billing.postgres, { creditMicros: 10_000, rateLimit: 1_000 });
  const second = await openCustomer(billing.postgres);
  // Both keys get the same account, so that the two replicas compete only for the account's row.
  await billing.database.sql('UPDATE keys SET account_id = $1 WHERE account_id = $2', [
    customer.accountId,
    second.accountId,
  ]);
  const keys = [customer, { ...customer, keySha256: second.keySha256 }];
  const accountRow = { text: 'SELECT FROM accounts WHERE id = $1 FOR UPDATE', values: [customer.accountId] };
  const answers = await billing.database.whileLocked(accountRow, 2, () =>
    Promise.all(Array.from({ length: 64 }, (_, index) => admit(admission(keys[index % 2] ?? customer, 1_000), index))),
  );
  expect(tally(answers)).toEqual({ ADMISSION_ADMITTED: 10, ADMISSION_INSUFFICIENT_CREDITS: 54 });
  expect(answers.every((answer) => answer.balance_micros === '10000')).toBe(true);
  const [account] = await billing.database.sql('SELECT held_micros FROM accounts WHERE id = $1', [customer.accountId]);
  expect(account).toEqual({ held_micros: '10000' });
});

test('a request that exceeds the free credit does not stop a smaller one after it in the same statement', async () => {
  const customer = await openCustomer(billing.postgres, { creditMicros: 1_000 });
  const poorer = await openCustomer(billing.postgres, { creditMicros: 50 });
  const requests: [Customer, number][] = [
    [customer, 700],
    [poorer, 60],
    [customer, 400],
    [customer, 300],
    [poorer, 50],
    [customer, 1],
  ];
  const answers = await Promise.all(requests.map(([who, amount]) => admit(admission(who, amount))));
  expect(answers.map((answer) => answer.admission === 'ADMISSION_ADMITTED')).toEqual([
    true,
    false,
    false,
    true,
    true,
    false,
  ]);
});

test('an unknown key and a revoked key get the same refusal and are not counted', async () => {
  const customer = await openCustomer(billing.postgres, { creditMicros: 1_000 });
  const unknown = { ...customer, keySha256: Buffer.alloc(32, 7) };
  await billing.database.sql('UPDATE keys SET revoked_at = clock() WHERE sha256 = $1', [customer.keySha256]);
  const refused = {
    admission: 'ADMISSION_INVALID_KEY',
    account_id: '',
    limit: 0,
    remaining: 0,
    reset_ms: 0,
    balance_micros: '0',
  };
  expect(await Promise.all([admit(admission(customer, 10)), admit(admission(unknown, 10))])).toEqual([
    refused,
    refused,
  ]);
});

test('a request without credit counts against the limit, and its repetition is refused without counting', async () => {
  const customer = await openCustomer(billing.postgres, { creditMicros: 100 });
  const request = admission(customer, 101);
  const first = await admit(request);
  const again = await admit(request, 1);
  expect([first.admission, first.remaining]).toEqual(['ADMISSION_INSUFFICIENT_CREDITS', 9]);
  expect([again.admission, again.remaining]).toEqual(['ADMISSION_INSUFFICIENT_CREDITS', 9]);
});

test('an admission sent 24 times at once to two replicas counts once and takes one hold', async () => {
  const customer = await openCustomer(billing.postgres, { creditMicros: 1_000 });
  const request = admission(customer, 600);
  const answers = await Promise.all(Array.from({ length: 24 }, (_, index) => admit(request, index)));
  expect(tally(answers)).toEqual({ ADMISSION_ADMITTED: 24 });
  expect(new Set(answers.map((answer) => answer.remaining))).toEqual(new Set([9]));
  const [account] = await billing.database.sql('SELECT held_micros FROM accounts WHERE id = $1', [customer.accountId]);
  expect(account).toEqual({ held_micros: '600' });
});

test('a hold id of another account is INTERNAL, and the other items of the statement are decided', async () => {
  const [first, second] = [
    await openCustomer(billing.postgres, { creditMicros: 1_000 }),
    await openCustomer(billing.postgres, { creditMicros: 1_000 }),
  ];
  const holdId = newHoldId();
  await admit(admission(first, 10, holdId));
  const [foreign, fine] = await Promise.allSettled([
    admit(admission(second, 10, holdId)),
    admit(admission(second, 10)),
  ]);
  expect(foreign).toMatchObject({ status: 'rejected', reason: { code: 'INTERNAL' } });
  expect(fine).toMatchObject({ status: 'fulfilled', value: { admission: 'ADMISSION_ADMITTED' } });
});

test('a hold is idempotent, needs free credit, and is NOT_FOUND for an unknown account', async () => {
  const customer = await openCustomer(billing.postgres, { creditMicros: 1_000 });
  const request = holdOf(customer, 800);
  const answers = await Promise.all([
    billing.replicaAt(0).hold.submit(request, context()),
    billing.replicaAt(1).hold.submit(request, context()),
    billing.replicaAt(0).hold.submit(request, context()),
  ]);
  expect(answers).toEqual(Array.from({ length: 3 }, () => ({ held: true, balance_micros: '1000' })));
  expect(await billing.replicaAt(0).hold.submit(holdOf(customer, 201), context())).toEqual({
    held: false,
    balance_micros: '1000',
  });
  const unknown = { ...customer, accountId: `acc_${'0'.repeat(22)}` };
  await expect(billing.replicaAt(0).hold.submit(holdOf(unknown, 1), context())).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('admissions of many keys and accounts in opposite orders never deadlock two replicas', async () => {
  const customers = await Promise.all(
    Array.from({ length: 12 }, () => openCustomer(billing.postgres, { creditMicros: 1_000_000, rateLimit: 10_000 })),
  );
  const failures: unknown[] = [];
  const watched: Postgres = {
    ...billing.postgres,
    query: async (statement, traces) => {
      try {
        return await billing.postgres.query(statement, traces);
      } catch (error) {
        failures.push(error);
        throw error;
      }
    },
  };
  const pair = [openReplica(watched), openReplica(watched)];
  for (let round = 0; round < 8; round += 1) {
    const middle = customers[round];
    const keyRow = { text: 'SELECT FROM keys WHERE sha256 = $1 FOR UPDATE', values: [middle?.keySha256] };
    const answers = await billing.database.whileLocked(keyRow, 2, () =>
      Promise.all(
        pair.flatMap((replica, index) =>
          (index === 0 ? customers : customers.toReversed()).map((customer) =>
            replica.admit.submit(admission(customer, 5), context()),
          ),
        ),
      ),
    );
    expect(answers.every((answer) => answer.admission === 'ADMISSION_ADMITTED')).toBe(true);
  }
  expect(failures).toEqual([]);
});
