import { fileURLToPath } from 'node:url';
import { timeOrderedId } from '@assay/identifiers/time-ordered-id';
import { rootContext } from '@assay/rpc/context';
import type { FailedCall__Output } from '@assay/rpc/gen/assay/engine/v1/FailedCall';
import { subjects } from '@assay/rpc/subjects';
import { startServiceDatabase, type ServiceDatabase } from '@assay/stack/testing/service-database';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { listDecisions, selectDecisions } from '../decisions/list.ts';
import { insertDecisions } from '../decisions/store.ts';
import { deleteOldFailedCalls } from './retention.ts';
import { findFailedCall, insertFailedCalls, maxCallsPerMinute } from './store.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;
/** The start of a minute, so that all calls of a test fall into the same minute. */
const startMs = Math.floor(Date.now() / minuteMs) * minuteMs - 10 * minuteMs;
let database: ServiceDatabase;

beforeAll(async () => {
  database = await startServiceDatabase('engine', fileURLToPath(new URL('../../migrations', import.meta.url)));
}, 60_000);

afterAll(() => database.close());

function failedCall(given: Partial<FailedCall__Output> & { readonly account_id: string }): FailedCall__Output {
  const atMs = Number(given.failed_at_ms ?? startMs);
  return {
    trace_id: timeOrderedId(atMs),
    failed_at_ms: String(atMs),
    key_id: `key_${'a'.repeat(32)}`,
    method: 'POST',
    path: '/v1/get_data',
    http_status: 404,
    code: 'TYPE_NOT_FOUND',
    message: 'no type "spot.prices" exists',
    type: 'spot.prices',
    body_json: '{"type":"spot.prices"}',
    latency_ms: 3,
    left_out: 0,
    ...given,
  };
}

const store = (calls: FailedCall__Output[], leftOut: { account_id: string; minute_ms: string; calls: number }[] = []) =>
  insertFailedCalls(database.open(), { calls, leftOut }, []);

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
const list = (given: Partial<typeof request>) =>
  listDecisions({ ...request, ...given }, rootContext(10_000), {
    listDecisions: (filter, after, limit) => selectDecisions(database.open(), filter, after, limit, []),
  });

test('a failed call is found by its trace id, for its own account alone, and a repeated batch stores it once', async () => {
  const call = failedCall({ account_id: 'acc_find', message: 'a character that PostgreSQL refuses: \0' });
  expect(await store([call])).toBe(1);
  expect(await store([call])).toBe(0);
  const find = (account?: string) => findFailedCall(database.open(), call.trace_id, [], account);
  expect(await find('acc_find')).toMatchObject({ code: 'TYPE_NOT_FOUND', body_json: '{"type":"spot.prices"}' });
  expect(await find()).toMatchObject({ account_id: 'acc_find', left_out: 0 });
  expect(await find('acc_other')).toBeUndefined();
});

test('the list merges failed calls with decisions in pages, and shows a call with a decision once', async () => {
  const account = { account_id: 'acc_list' };
  const at = (seconds: number): string => String(startMs + seconds * 1_000);
  const calls = [1, 3, 5].map((seconds) =>
    failedCall({ ...account, failed_at_ms: at(seconds), http_status: seconds === 5 ? 503 : 404 }),
  );
  const decisionTraces = [2, 4].map((seconds) => timeOrderedId(startMs + seconds * 1_000));
  const decisions = decisionTraces.map((traceId, index) => ({
    ...account,
    trace_id: traceId,
    decided_at_ms: at(2 + 2 * index),
    type: 'spot.price',
    outcome: 'missing_param',
  }));
  const encoded = subjects.decisionRecorded.encode({ decisions });
  await insertDecisions(database.open(), subjects.decisionRecorded.decode(encoded).decisions, []);
  // The call with the second decision also failed, so it has both a decision and a failed call.
  const decided = failedCall({ ...account, trace_id: decisionTraces[1] ?? '', failed_at_ms: at(4) });
  expect(await store([...calls, decided])).toBe(4);

  const ids = [calls[2], decisions[1], calls[1], decisions[0], calls[0]].map((row) => row?.trace_id);
  const pages: (string | undefined)[] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined;) {
    const { decisions: page = [], next_cursor: next } = await list({ ...account, page_size: 2, cursor });
    pages.push(...page.map(({ trace_id: id }) => id));
    cursor = next === '' ? undefined : next;
  }
  expect(pages).toEqual(ids);
  const idsOf = async (given: Partial<typeof request>) =>
    ((await list({ ...account, ...given })).decisions ?? []).map(({ trace_id: id }) => id);
  expect(await idsOf({ outcome: 'rejected' })).toEqual([ids[2], ids[4]]);
  expect(await idsOf({ outcome: 'error' })).toEqual([ids[0]]);
  expect(await idsOf({ type: 'spot.prices' })).toEqual([ids[0], ids[2], ids[4]]);
  expect(await idsOf({ level: 'consensus' })).toEqual([]);
  expect(await idsOf({ from_ms: at(4) })).toEqual(ids.slice(0, 2));
  expect(await idsOf({ account_id: 'acc_nobody' })).toEqual([]);
  expect((await list(account)).decisions?.[4]).toMatchObject({
    code: 'TYPE_NOT_FOUND',
    path: '/v1/get_data',
    outcome: 'rejected',
    params_json: '{"type":"spot.prices"}',
    left_out: 0,
  });
});

test('the table takes a limited number of calls of an account and minute, and each row says how many were left out', async () => {
  const account = { account_id: 'acc_flood' };
  const flood = Array.from({ length: maxCallsPerMinute + 40 }, () => failedCall(account));
  const other = failedCall({ account_id: 'acc_calm' });
  const later = failedCall({ ...account, failed_at_ms: String(startMs + minuteMs) });
  expect(await store(flood.slice(0, 50))).toBe(50);
  expect(await store([...flood.slice(50), other, later])).toBe(maxCallsPerMinute - 50 + 2);
  const minute = { ...account, minute_ms: String(startMs) };
  await store(
    [],
    [
      { ...minute, calls: 900 },
      { ...minute, calls: 60 },
    ],
  );

  const leftOut = async ({ trace_id: id }: FailedCall__Output) =>
    (await findFailedCall(database.open(), id, []))?.left_out;
  expect(await leftOut(flood[0] ?? later)).toBe(1_000);
  expect(await leftOut(later)).toBe(0);
  expect(await leftOut(other)).toBe(0);
  const { decisions = [] } = await list({ ...account, page_size: 200 });
  expect(decisions).toHaveLength(maxCallsPerMinute + 1);
  expect(decisions.at(-1)?.left_out).toBe(1_000);
});

test('failed calls are deleted with the decisions of their age', async () => {
  const account = { account_id: 'acc_old' };
  const old = failedCall({ ...account, failed_at_ms: String(Date.now() - 31 * dayMs) });
  const young = failedCall({ ...account, failed_at_ms: String(Date.now() - 29 * dayMs) });
  await store([old, young], [{ ...account, minute_ms: old.failed_at_ms, calls: 7 }]);
  await deleteOldFailedCalls(database.open(), 30);
  expect(await findFailedCall(database.open(), old.trace_id, [])).toBeUndefined();
  expect(await findFailedCall(database.open(), young.trace_id, [])).toBeDefined();
  const rows = await database.sql('SELECT FROM failed_calls_left_out WHERE account_id = $1', [account.account_id]);
  expect(rows).toEqual([]);
});
