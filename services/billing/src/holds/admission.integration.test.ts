import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { AdmitResponse } from '@assay/rpc/gen/assay/billing/v1/AdmitResponse';
import type { Postgres } from '@assay/service/postgres';
import {
  admission,
  context,
  freshHoldId,
  holdOf,
  openCustomer,
  openReplica,
  type Customer,
} from '../testing/customers.ts';
import { startTestDatabase, type TestDatabase } from '../testing/database.ts';

let database: TestDatabase;
let postgres: Postgres;
let replicas: ReturnType<typeof openReplica>[];

beforeAll(async () => {
  database = await startTestDatabase();
  postgres = database.open();
  replicas = [openReplica(postgres), openReplica(database.open())];
}, 60_000);

afterAll(async () => {
  expect(await database.sql('SELECT * FROM audit()')).toEqual([]);
  await database.close();
});

function admit(request: ReturnType<typeof admission>, replica = 0): Promise<AdmitResponse> {
  const chosen = replicas[replica % replicas.length];
  if (chosen === undefined) {
    throw new Error('no replica');
  }
  return chosen.admit.submit(request, context());
}

function tally(answers: readonly AdmitResponse[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { admission: outcome } of answers) {
    counts[String(outcome)] = (counts[String(outcome)] ?? 0) + 1;
  }
  return counts;
}

test('of 30 concurrent requests on a 10 per minute key exactly 10 pass, over two replicas', async () => {
  const customer = await openCustomer(postgres);
  const keyRow = { text: 'SELECT FROM keys WHERE sha256 = $1 FOR UPDATE', values: [customer.keySha256] };
  const answers = await database.whileLocked(keyRow, 2, () =>
    Promise.all(Array.from({ length: 30 }, (_, index) => admit(admission(customer), index))),
  );
  expect(tally(answers)).toEqual({ ADMISSION_ADMITTED: 10, ADMISSION_RATE_LIMITED: 20 });
  const remaining = answers
    .filter((answer) => answer.admission === 'ADMISSION_ADMITTED')
    .map((answer) => answer.remaining);
  expect(remaining.toSorted((left, right) => Number(left) - Number(right))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('64 concurrent requests on an account that affords 10 take exactly 10 holds, over two replicas', async () => {
  const customer = await openCustomer(postgres, { creditMicros: 10_000, rateLimit: 1_000 });
  const second = await openCustomer(postgres);
  // Two keys of one account, so that nothing but the account's own row stands between the replicas.
  await database.sql('UPDATE keys SET account_id = $1 WHERE account_id = $2', [customer.accountId, second.accountId]);
  const keys = [customer, { ...customer, keySha256: second.keySha256 }];
  const accountRow = { text: 'SELECT FROM accounts WHERE id = $1 FOR UPDATE', values: [customer.accountId] };
  const answers = await database.whileLocked(accountRow, 2, () =>
    Promise.all(Array.from({ length: 64 }, (_, index) => admit(admission(keys[index % 2] ?? customer, 1_000), index))),
  );
  expect(tally(answers)).toEqual({ ADMISSION_ADMITTED: 10, ADMISSION_INSUFFICIENT_CREDITS: 54 });
  expect(answers.every((answer) => answer.balance_micros === '10000')).toBe(true);
  const [account] = await database.sql('SELECT held_micros FROM accounts WHERE id = $1', [customer.accountId]);
  expect(account).toEqual({ held_micros: '10000' });
});

test('a request too large for what is left does not stop a smaller one after it in the same statement', async () => {
  const customer = await openCustomer(postgres, { creditMicros: 1_000 });
  const other = await openCustomer(postgres, { creditMicros: 50 });
  const requests: [Customer, number][] = [
    [customer, 700],
    [other, 60],
    [customer, 400],
    [customer, 300],
    [other, 50],
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

test('an unknown key and a revoked key are refused alike, and count nothing', async () => {
  const customer = await openCustomer(postgres, { creditMicros: 1_000 });
  const unknown = { ...customer, keySha256: Buffer.alloc(32, 7) };
  await database.sql('UPDATE keys SET revoked_at = clock() WHERE sha256 = $1', [customer.keySha256]);
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

test('a request without credit counts to the limit, and its repetition is refused again without counting', async () => {
  const customer = await openCustomer(postgres, { creditMicros: 100 });
  const request = admission(customer, 101);
  const first = await admit(request);
  const again = await admit(request, 1);
  expect([first.admission, first.remaining]).toEqual(['ADMISSION_INSUFFICIENT_CREDITS', 9]);
  expect([again.admission, again.remaining]).toEqual(['ADMISSION_INSUFFICIENT_CREDITS', 9]);
});

test('an admission sent 24 times at once over two replicas counts once, holds once, and is always admitted', async () => {
  const customer = await openCustomer(postgres, { creditMicros: 1_000 });
  const request = admission(customer, 600);
  const answers = await Promise.all(Array.from({ length: 24 }, (_, index) => admit(request, index)));
  expect(tally(answers)).toEqual({ ADMISSION_ADMITTED: 24 });
  expect(new Set(answers.map((answer) => answer.remaining))).toEqual(new Set([9]));
  const [account] = await database.sql('SELECT held_micros FROM accounts WHERE id = $1', [customer.accountId]);
  expect(account).toEqual({ held_micros: '600' });
});

test('a hold id that another account used is refused as a bug, and the rest of its statement is decided', async () => {
  const [first, second] = [
    await openCustomer(postgres, { creditMicros: 1_000 }),
    await openCustomer(postgres, { creditMicros: 1_000 }),
  ];
  const holdId = freshHoldId();
  await admit(admission(first, 10, holdId));
  const [foreign, fine] = await Promise.allSettled([
    admit(admission(second, 10, holdId)),
    admit(admission(second, 10)),
  ]);
  expect(foreign).toMatchObject({ status: 'rejected', reason: { code: 'INTERNAL' } });
  expect(fine).toMatchObject({ status: 'fulfilled', value: { admission: 'ADMISSION_ADMITTED' } });
});

test('a hold for an account is idempotent, conditional, and NOT_FOUND where there is no account', async () => {
  const customer = await openCustomer(postgres, { creditMicros: 1_000 });
  const request = holdOf(customer, 800);
  const [replica, other] = replicas;
  const answers = await Promise.all([
    replica?.hold.submit(request, context()),
    other?.hold.submit(request, context()),
    replica?.hold.submit(request, context()),
  ]);
  expect(answers).toEqual(Array.from({ length: 3 }, () => ({ held: true, balance_micros: '1000' })));
  expect(await replica?.hold.submit(holdOf(customer, 201), context())).toEqual({ held: false, balance_micros: '1000' });
  const nobody = { ...customer, accountId: `acc_${'0'.repeat(22)}` };
  await expect(replica?.hold.submit(holdOf(nobody, 1), context())).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('admissions of many keys and accounts in opposite orders over two replicas never deadlock', async () => {
  const customers = await Promise.all(
    Array.from({ length: 12 }, () => openCustomer(postgres, { creditMicros: 1_000_000, rateLimit: 10_000 })),
  );
  const failures: unknown[] = [];
  const watched: Postgres = {
    ...postgres,
    query: async (statement, traces) => {
      try {
        return await postgres.query(statement, traces);
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
    const answers = await database.whileLocked(keyRow, 2, () =>
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
