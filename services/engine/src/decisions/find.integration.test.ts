import { fileURLToPath } from 'node:url';
import { timeOrderedId } from '@assay/identifiers/time-ordered-id';
import { rootContext } from '@assay/rpc/context';
import type { FindTracesResponse } from '@assay/rpc/gen/assay/engine/v1/FindTracesResponse';
import { subjects } from '@assay/rpc/subjects';
import { recordPlans } from '@assay/stack/testing/query-plans';
import { startServiceDatabase, type ServiceDatabase } from '@assay/stack/testing/service-database';
import type { Postgres } from '@assay/storage/postgres';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { findTraces, selectTraces } from './find.ts';
import { keepPartitions } from './retention.ts';
import { insertDecisions } from './store.ts';

const dayMs = 86_400_000;
const rows = 5_000;
let database: ServiceDatabase;
let postgres: Postgres;

beforeAll(async () => {
  database = await startServiceDatabase('engine', fileURLToPath(new URL('../../migrations', import.meta.url)));
  postgres = database.open();
  // An account with many decisions. They are older than the decisions that the tests find.
  await database.sql(
    `INSERT INTO decisions (trace_id, decided_at, account_id, type, outcome, document)
     SELECT (substr(first_trace_of(now())::text, 1, 14) || '1111-1111-' || lpad(to_hex(n), 8, '0') || '1111')::uuid,
            now(), 'acc_many', 'spot.price', 'delivered', '{}' FROM generate_series(1, $1::integer) AS n`,
    [rows],
  );
}, 60_000);

afterAll(() => database.close());

/** Stores a decision of an account, and returns its trace id. */
async function decide(accountId: string, traceId: string, type = 'spot.price', atMs = Date.now()): Promise<string> {
  const decided = { trace_id: traceId, account_id: accountId, decided_at_ms: atMs, type, outcome: 'delivered' };
  const { decisions } = subjects.decisionRecorded.decode(subjects.decisionRecorded.encode({ decisions: [decided] }));
  await insertDecisions(postgres, decisions, []);
  return traceId;
}

/** Stores a failed call of an account, and returns its trace id. */
async function fail(accountId: string, traceId: string): Promise<string> {
  await database.sql(
    `INSERT INTO failed_calls (trace_id, failed_at, account_id, type, outcome, document)
     VALUES ($1, now(), $2, '', 'rejected', '{}')`,
    [traceId, accountId],
  );
  return traceId;
}

const find = (accountId: string, digits: string, on: Pick<Postgres, 'query'> = postgres): Promise<FindTracesResponse> =>
  findTraces({ account_id: accountId, digits }, rootContext(10_000), {
    findTraces: (account, wanted, limit) => selectTraces(on, account, wanted, limit, []),
  });

test('the first and the last digits of any trace id find the decision and the failed call of the account alone', async () => {
  const decided = await decide('acc_many', `${timeOrderedId(Date.now()).slice(0, 24)}00c0ffee`);
  const failed = await fail('acc_many', `${timeOrderedId(Date.now()).slice(0, 24)}00decade`);
  await decide('acc_other', `${timeOrderedId(Date.now()).slice(0, 24)}11c0ffee`);
  for (const traceId of [decided, failed]) {
    for (const digits of [traceId.slice(-4), traceId.slice(-8), traceId.slice(-13), traceId.slice(0, 31), traceId]) {
      expect([digits, await find('acc_many', digits)]).toEqual([digits, { trace_ids: [traceId], has_more: false }]);
    }
  }
  expect(await find('acc_none', decided)).toEqual({ trace_ids: [], has_more: false });
});

test('a request of a past day and one with a random trace id are found', async () => {
  const past = await decide('acc_past', timeOrderedId(Date.now() - 5 * dayMs), 'spot.price', Date.now() - 5 * dayMs);
  const random = await decide('acc_past', 'fedcba9876543210fedcba98765c0de5');
  expect(await find('acc_past', past.slice(0, 14))).toMatchObject({ trace_ids: [past] });
  expect(await find('acc_past', past.slice(-9))).toMatchObject({ trace_ids: [past] });
  expect(await find('acc_past', random.slice(-9))).toMatchObject({ trace_ids: [random] });
});

test('the parts of a gate call are one request, and too many requests are cut off', async () => {
  const gate = timeOrderedId(Date.now());
  for (const type of ['gate', 'chain.swap_quote', 'chain.token_risk']) {
    await decide('acc_gate', gate, type);
  }
  expect(await find('acc_gate', gate.slice(-6))).toEqual({ trace_ids: [gate], has_more: false });
  const many = await find('acc_many', '1111');
  expect([many.trace_ids?.length, many.has_more]).toEqual([20, true]);
});

test.each(['', 'abc', 'ABCD', 'xyz1', '%%%%', 'a'.repeat(33)])('the digits %j are refused', async (digits) => {
  await expect(find('acc_many', digits)).rejects.toMatchObject({ code: 'INVALID_PARAM' });
});

test('the search reads only indexes of the account', async () => {
  const plans = await recordPlans(database.url, 'engine');
  try {
    const accesses = await plans.accessesOf(() => find('acc_many', '00c0ffee', plans));
    const wrong = accesses.filter(({ index }) => !/by_account|account_id/.test(index ?? ''));
    expect(wrong).toEqual([]);
  } finally {
    await plans.close();
  }
});

test('the retention indexes partitions with rows that lack the index, and new partitions have it', async () => {
  const indexed = (): Promise<{ partition: string }[]> =>
    database.sql(
      `SELECT x.indrelid::regclass::text AS partition FROM pg_inherits AS i JOIN pg_index AS x ON x.indexrelid = i.inhrelid
       WHERE i.inhparent = 'decisions_by_account_end'::regclass`,
    );
  const partitions = await database.sql("SELECT FROM pg_inherits WHERE inhparent = 'decisions'::regclass");
  expect(await indexed()).toHaveLength(partitions.length);
  // A partition can have rows but no index, if an older version created it. The test creates this state.
  await database.sql('DROP INDEX decisions_by_account_end');
  await database.sql(
    'CREATE INDEX decisions_by_account_end ON ONLY decisions (account_id, (reverse(right(trace_id::text, 8))) COLLATE "C")',
  );
  expect(await indexed()).toEqual([]);
  const pass = await keepPartitions(postgres, { retentionDays: 30, daysAhead: 90 });
  expect(pass.indexed).toBe(1);
  const now = (await indexed()).map(({ partition }) => partition);
  expect(now).toContain('decisions_other');
  expect(now).toHaveLength(1 + pass.made);
  expect(await find('acc_many', '00c0ffee')).toMatchObject({ trace_ids: [expect.stringMatching(/00c0ffee$/)] });
});
