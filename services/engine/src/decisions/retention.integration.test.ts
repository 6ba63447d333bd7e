import { fileURLToPath } from 'node:url';
import type { Postgres } from '@assay/storage/postgres';
import { timeOrderedId } from '@assay/identifiers/time-ordered-id';
import { subjects } from '@assay/rpc/subjects';
import { recordPlans } from '@assay/stack/testing/query-plans';
import { startServiceDatabase, type ServiceDatabase } from '@assay/stack/testing/service-database';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { keepPartitions } from './retention.ts';
import { findDecisions, insertDecisions } from './store.ts';

const dayMs = 86_400_000;
const options = { retentionDays: 30, daysAhead: 7 };
let database: ServiceDatabase;
let postgres: Postgres;

beforeAll(async () => {
  database = await startServiceDatabase('engine', fileURLToPath(new URL('../../migrations', import.meta.url)));
  postgres = database.open();
}, 60_000);

afterAll(() => database.close());

/** Records a decision that was made some days ago, and returns its trace id. */
async function record(daysAgo: number, traceId = timeOrderedId(Date.now() - daysAgo * dayMs)): Promise<string> {
  const decided = { trace_id: traceId, decided_at_ms: Date.now() - daysAgo * dayMs, type: 'spot.price', outcome: 'a' };
  const { decisions } = subjects.decisionRecorded.decode(subjects.decisionRecorded.encode({ decisions: [decided] }));
  await insertDecisions(postgres, decisions, []);
  return traceId;
}

/** Returns the partition that contains a decision. */
async function partitionOf(traceId: string): Promise<string | undefined> {
  const rows = await database.sql<{ partition: string }>(
    'SELECT tableoid::regclass::text AS partition FROM decisions WHERE trace_id = $1::uuid',
    [traceId],
  );
  return rows[0]?.partition;
}

const nameOf = (daysAhead: number): string =>
  `decisions_${new Date(Date.now() + daysAhead * dayMs).toISOString().slice(0, 10).replaceAll('-', '')}`;

/** Makes the partition of a past day. In production, the engine makes it before that day begins. */
async function makePartition(daysAgo: number): Promise<void> {
  const day = `date_trunc('day', now() AT TIME ZONE 'UTC') - ${daysAgo} * interval '1 day'`;
  await database.sql(
    `DO $$ BEGIN EXECUTE format('CREATE TABLE %I PARTITION OF decisions FOR VALUES FROM (%L) TO (%L)',
       'decisions_' || to_char(${day}, 'YYYYMMDD'), first_trace_of((${day}) AT TIME ZONE 'UTC'),
       first_trace_of((${day} + interval '1 day') AT TIME ZONE 'UTC')); END $$`,
  );
}

test('a decision is stored in the partition of its day, and one with a random trace id in the default partition', async () => {
  expect(await partitionOf(await record(0))).toBe(nameOf(0));
  expect(await partitionOf(await record(0, 'f'.repeat(32)))).toBe('decisions_other');
});

test('a decision of a higher attempt replaces another one in its partition', async () => {
  const traceId = await record(0);
  const again = { trace_id: traceId, decided_at_ms: Date.now(), type: 'spot.price', outcome: 'b', attempt_rank: 2 };
  const { decisions } = subjects.decisionRecorded.decode(subjects.decisionRecorded.encode({ decisions: [again] }));
  await insertDecisions(postgres, decisions, []);
  const recorded = await findDecisions(postgres, traceId, []);
  expect(recorded.map(({ decisionJson }) => JSON.parse(decisionJson) as object)).toMatchObject([{ outcome: 'b' }]);
});

test('old decisions go by whole days, from the default partition by their time, and younger ones stay', async () => {
  await makePartition(31);
  await makePartition(30);
  const old = [await record(31), await record(31, 'e'.repeat(32))];
  const [dropped, deleted] = old;
  const kept = [await record(30), await record(1), await record(29, 'd'.repeat(32))];
  expect(await partitionOf(dropped ?? '')).toBe(nameOf(-31));
  const pass = await keepPartitions(postgres, options);
  expect(pass).toMatchObject({ dropped: 1, deleted: 1 });
  for (const traceId of [dropped, deleted]) {
    expect(await findDecisions(postgres, traceId ?? '', [])).toEqual([]);
  }
  for (const traceId of kept) {
    expect(await findDecisions(postgres, traceId, [])).toHaveLength(1);
  }
  expect(await keepPartitions(postgres, options)).toMatchObject({ made: 0, dropped: 0, deleted: 0, daysAhead: 61 });
});

test('decisions that arrived before their partition move to it when it is made', async () => {
  await database.sql(`DROP TABLE ${nameOf(3)}`);
  const early = await record(-3);
  expect(await partitionOf(early)).toBe('decisions_other');
  expect(await keepPartitions(postgres, options)).toMatchObject({ made: 1, daysAhead: 61 });
  expect(await partitionOf(early)).toBe(nameOf(3));
});

test('several replicas at once make each partition once, while decisions are written', async () => {
  await database.sql(`DROP TABLE ${nameOf(5)}`);
  await database.sql(`DROP TABLE ${nameOf(6)}`);
  let over = false;
  const recorded: string[] = [];
  const writer = (async () => {
    while (!over) {
      const traceId = timeOrderedId(Date.now() + 5 * dayMs);
      // A write can fail because it waits for the lock on the new partition. The test repeats it, as the recorder does.
      await record(-5, traceId).catch(() => record(-5, traceId));
      recorded.push(traceId);
    }
  })();
  const passes = await Promise.all(Array.from({ length: 4 }, () => keepPartitions(database.open(), options)));
  over = true;
  await writer;
  expect(passes.reduce((sum, { made }) => sum + made, 0)).toBe(2);
  for (const traceId of recorded) {
    expect(await findDecisions(postgres, traceId, [])).toHaveLength(1);
  }
});

test('a lookup by trace id reads one partition', async () => {
  const plans = await recordPlans(database.url, 'engine');
  try {
    const traceId = await record(0);
    const accesses = await plans.accessesOf(() => findDecisions(plans, traceId, []));
    expect(accesses.map(({ index }) => index)).toEqual([`${nameOf(0)}_pkey`]);
  } finally {
    await plans.close();
  }
});
