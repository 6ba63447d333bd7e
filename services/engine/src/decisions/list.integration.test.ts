import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { rootContext } from '@assay/rpc/context';
import type { Decision__Output } from '@assay/rpc/gen/assay/events/v1/Decision';
import { subjects } from '@assay/rpc/subjects';
import { recordPlans, type PlanRecorder } from '@assay/stack/testing/query-plans';
import { startServiceDatabase, type ServiceDatabase } from '@assay/stack/testing/service-database';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Postgres } from '@assay/storage/postgres';
import {
  deleteOldStates,
  holdLeaderLease,
  loadStates,
  loadVerdictSnapshot,
  releaseLeaderLease,
  saveStates,
  saveVerdictSnapshot,
} from '../monitoring/store.ts';
import { holdStreamLeases, releaseStreamLeases } from '../streams/store.ts';
import { listDecisions, selectDecisions } from './list.ts';
import { drainOutbox, findDecisions, insertDecisions, insertIntoOutbox } from './store.ts';

const startMs = Date.UTC(2026, 0, 2);
let database: ServiceDatabase;
let plans: PlanRecorder;

beforeAll(async () => {
  database = await startServiceDatabase('engine', fileURLToPath(new URL('../../migrations', import.meta.url)));
  plans = await recordPlans(database.url, 'engine');
}, 60_000);

afterAll(async () => {
  await plans.close();
  await database.close();
});

/** Returns a decision as the stream delivers it. */
function decisionOf(fields: Partial<Decision__Output>): Decision__Output {
  const { decisions } = subjects.decisionRecorded.decode(subjects.decisionRecorded.encode({ decisions: [fields] }));
  const [decision] = decisions;
  if (decision === undefined) {
    throw new Error('no decision was decoded');
  }
  return decision;
}

let lastTrace = 0;
const newTraceId = (): string => (lastTrace += 1).toString(16).padStart(32, '0');

const request = {
  account_id: '',
  from_ms: '0',
  to_ms: '0',
  type: '',
  outcome: '',
  level: '',
  page_size: 0,
  cursor: '',
};
const list = (changed: Partial<typeof request>, postgres: Pick<Postgres, 'query'> = plans) =>
  listDecisions({ ...request, ...changed }, rootContext(10_000), {
    listDecisions: (filter, after, limit) => selectDecisions(postgres, filter, after, limit, []),
  });

test('the decisions of an account are listed newest first in pages, with filters, for the account alone', async () => {
  const common = { account_id: 'acc_a', params_json: '{"symbol":"BTC"}', latency_ms: 7, reason: 'agreed' };
  const decisions = ['delivered', 'refused', 'delivered', 'no_source', 'delivered'].map((outcome, index) =>
    decisionOf({
      ...common,
      trace_id: newTraceId(),
      // Two of the decisions have the same time, so only their trace ids order them.
      decided_at_ms: String(startMs + Math.max(1, index) * 1_000),
      type: index === 4 ? 'token.price' : 'spot.price',
      outcome,
      level: outcome === 'delivered' ? 'consensus' : '',
    }),
  );
  await insertDecisions(database.open(), decisions, []);
  const foreign = decisionOf({
    ...common,
    account_id: 'acc_b',
    trace_id: newTraceId(),
    decided_at_ms: String(startMs),
  });
  await insertDecisions(database.open(), [foreign], []);

  const ids = decisions.map(({ trace_id: id }) => id).toReversed();
  const pages: (string | undefined)[][] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined;) {
    const { decisions: page = [], next_cursor: next } = await list({ account_id: 'acc_a', page_size: 2, cursor });
    pages.push(page.map(({ trace_id: id }) => id));
    cursor = next === '' ? undefined : next;
  }
  expect(pages).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]);

  const idsOf = async (changed: Partial<typeof request>): Promise<unknown[]> =>
    ((await list({ account_id: 'acc_a', ...changed })).decisions ?? []).map(({ trace_id: id }) => id);
  expect(await idsOf({ outcome: 'refused' })).toEqual([ids[3]]);
  expect(await idsOf({ type: 'token.price' })).toEqual([ids[0]]);
  expect(await idsOf({ level: 'consensus' })).toEqual([ids[0], ids[2], ids[4]]);
  expect(await idsOf({ from_ms: String(startMs + 2_000), to_ms: String(startMs + 4_000) })).toEqual([ids[1], ids[2]]);
  expect(await idsOf({ account_id: 'acc_b' })).toEqual([foreign.trace_id]);
  expect(await idsOf({ account_id: 'acc_c' })).toEqual([]);

  const [newest] = (await list({ account_id: 'acc_a' })).decisions ?? [];
  expect(newest).toMatchObject({
    decided_at_ms: String(startMs + 4_000),
    params_json: '{"symbol":"BTC"}',
    latency_ms: 7,
    reason: 'agreed',
    level: 'consensus',
  });
});

test('a gate is one row with its verdict and level, and a direct call of the type of its parts is a row of its own', async () => {
  const common = { account_id: 'acc_gate', params_json: '{}', decided_at_ms: String(startMs) };
  const gate = newTraceId();
  const direct = newTraceId();
  const delivered = { outcome: 'delivered', level: 'anchored' };
  await insertDecisions(
    database.open(),
    [
      decisionOf({ ...common, ...delivered, trace_id: gate, type: 'chain.swap_quote' }),
      decisionOf({ ...common, ...delivered, trace_id: gate, type: 'chain.token_risk' }),
      decisionOf({ ...common, trace_id: gate, type: 'gate', outcome: 'refuse', level: 'anchored' }),
      decisionOf({ ...common, ...delivered, trace_id: direct, type: 'chain.swap_quote' }),
    ],
    [],
  );
  const rowsOf = async (changed: Partial<typeof request>): Promise<unknown[]> =>
    ((await list({ account_id: 'acc_gate', ...changed })).decisions ?? []).map(
      ({ trace_id: id, type, outcome, level }) => [id, type, outcome, level],
    );
  const gateRow = [gate, 'gate', 'refuse', 'anchored'];
  const directRow = [direct, 'chain.swap_quote', 'delivered', 'anchored'];
  expect(await rowsOf({})).toEqual([directRow, gateRow]);
  expect(await rowsOf({ type: 'chain.swap_quote' })).toEqual([directRow]);
  expect(await rowsOf({ type: 'chain.token_risk' })).toEqual([]);
  expect(await rowsOf({ outcome: 'refuse', level: 'anchored' })).toEqual([gateRow]);
  const first = await list({ account_id: 'acc_gate', page_size: 1 });
  expect(first.decisions).toMatchObject([{ trace_id: direct }]);
  expect(await rowsOf({ page_size: 1, cursor: first.next_cursor ?? '' })).toEqual([gateRow]);
});

test('a decision of the previous version is found by the level in its document', async () => {
  await database.sql(
    `INSERT INTO decisions (trace_id, decided_at, account_id, type, outcome, document)
     VALUES (gen_random_uuid(), now(), 'acc_old', 'spot.price', 'delivered', '{"level":"anchored"}')`,
  );
  expect((await list({ account_id: 'acc_old', level: 'anchored' })).decisions).toHaveLength(1);
  expect((await list({ account_id: 'acc_old', level: 'consensus' })).decisions).toEqual([]);
});

test.each([
  ['cursor', { cursor: 'x' }],
  ['page_size', { page_size: 201 }],
  ['from_ms', { from_ms: '2', to_ms: '1' }],
  ['type', { type: 'a\0' }],
  ['level', { level: 'Anchored' }],
])('a list with a malformed %s is refused', async (field, wrong) => {
  await expect(list({ account_id: 'acc_a', ...wrong })).rejects.toMatchObject({
    code: 'INVALID_PARAM',
    message: expect.stringContaining(field),
  });
});

test('a list that names no account is refused', async () => {
  await expect(list({})).rejects.toMatchObject({ code: 'INTERNAL' });
});

test('on an aged table a page and a trace are found by their indexes, and a write reads no other row', async () => {
  await database.sql('ALTER TABLE decisions_other SET (autovacuum_enabled = off)');
  await database.sql(
    `INSERT INTO decisions (trace_id, decided_at, account_id, type, outcome, level, document)
     SELECT md5(n::text)::uuid, now() - n * interval '1 second', 'acc_' || n % 10, 'spot.price', 'delivered', 'consensus',
            '{}'
     FROM generate_series(1, 100000) AS n`,
  );
  await database.sql(
    `INSERT INTO decisions (trace_id, decided_at, account_id, type, outcome, level, document)
     SELECT md5(n::text)::uuid, now() - n * interval '1 second', 'acc_' || n % 10, type, 'delivered', 'anchored', '{}'
     FROM generate_series(100001, 110000) AS n, unnest(ARRAY['chain.swap_quote', 'gate']) AS type`,
  );
  await database.sql('UPDATE decisions SET attempt_rank = 2');
  const accesses = await plans.accessesOf(async () => {
    await list({ account_id: 'acc_7' });
    await list({ account_id: 'acc_7', from_ms: String(Date.now() - 86_400_000), level: 'consensus' });
    await findDecisions(plans, '0'.repeat(32), [], 'acc_7');
    await insertDecisions(plans, [decisionOf({ trace_id: newTraceId() })], []);
  });
  const unexpected = accesses.filter(({ index = '' }) => !/(_by_account|_account_id_decided_at.*|_pkey)$/.test(index));
  expect(unexpected).toEqual([]);
  expect(accesses.map(({ index }) => index)).toContain('decisions_other_by_account');
  expect(accesses.reduce((sum, { removedRows }) => sum + removedRows, 0)).toBeLessThanOrEqual(10);
}, 60_000);

test('on an aged table the outbox is written and drained by its primary key', async () => {
  await database.sql('ALTER TABLE outbox SET (autovacuum_enabled = off)');
  await database.sql(
    `INSERT INTO outbox (message_id, payload) SELECT 'aged-' || n, '' FROM generate_series(1, 50000) AS n`,
  );
  await database.sql('DELETE FROM outbox');
  const accesses = await plans.accessesOf(async () => {
    const batch = { messageId: 'new', payload: Buffer.alloc(1), traceparents: [] };
    await insertIntoOutbox(plans, batch, []);
    expect(await drainOutbox(plans, async () => undefined, 100)).toEqual({ published: 1, taken: 1 });
  });
  expect(new Set(accesses.map(({ index }) => index))).toEqual(new Set(['outbox_pkey']));
}, 60_000);

test('on aged tables the measurement finds its keys and its lease by their indexes, and leases of streams read no dead row', async () => {
  for (const table of ['measured_keys', 'measurement_lead', 'stream_leases']) {
    await database.sql(`ALTER TABLE ${table} SET (autovacuum_enabled = off)`);
  }
  const holder = randomUUID();
  await database.sql(
    `INSERT INTO measured_keys (key, state, format, observations) SELECT 'key-' || n, 's', 1, 1 FROM generate_series(1, 50000) AS n`,
  );
  await database.sql('UPDATE measured_keys SET observations = 2');
  await database.sql(`INSERT INTO measurement_lead (holder, until) VALUES ($1, now())`, [holder]);
  await database.sql(`INSERT INTO stream_leases (stream, holder, until) VALUES ('s', $1, now())`, [holder]);
  // All updates run in one transaction. While it is open, PostgreSQL cannot remove the old versions of the row.
  const age = (table: string): Promise<object[]> =>
    database.sql(`DO $$BEGIN FOR n IN 1..5000 LOOP UPDATE ${table} SET until = now(); END LOOP; END$$`);
  await age('measurement_lead');
  await age('stream_leases');
  const postgres = plans as unknown as Postgres;
  const accesses = await plans.accessesOf(async () => {
    expect(await holdLeaderLease(postgres, holder, 60_000)).toBe(true);
    await saveStates(postgres, holder, [{ key: 'key-7', state: 't', format: 1, observations: 3 }]);
    expect(await loadStates(postgres, ['key-7', 'key-8'])).toHaveLength(2);
    await deleteOldStates(postgres);
    await saveVerdictSnapshot(postgres, holder, '{}');
    expect(await loadVerdictSnapshot(postgres, '')).toBeDefined();
    await releaseLeaderLease(postgres, holder);
    expect(await holdStreamLeases(postgres, holder, ['s'], 1_000)).toEqual(['s']);
    await releaseStreamLeases(postgres, holder, ['s']);
  });
  const intended = ['measured_keys_pkey', 'measured_keys_by_age', 'measurement_lead_pkey', 'stream_leases_pkey'];
  expect(accesses.filter(({ index = '' }) => !intended.includes(index))).toEqual([]);
  expect(new Set(accesses.map(({ index }) => index))).toEqual(new Set(intended));
}, 60_000);
