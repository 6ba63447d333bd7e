import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Ending } from './store.ts';
import { delivered, leaseMs, startReplicas, triggerOf, waitMs, type Replicas } from '../testing/replicas.ts';
import { putWatch, runOf } from '../testing/watches.ts';

let database: Replicas['database'];
let store: Replicas['store'];
let other: Replicas['other'];
let takeUp: Replicas['takeUp'];
let sending: Replicas['sending'];

beforeAll(async () => {
  ({ database, store, other, takeUp, sending } = await startReplicas());
}, 60_000);

afterAll(() => database.close());

async function recordOf(watchId: string): Promise<Record<string, unknown>> {
  const [row] = await database.sql<Record<string, unknown>>(
    `SELECT last_attempt_outcome AS outcome, last_attempt_http_status AS status, last_attempt_error AS error,
            compared_value::text AS compared, last_delivered_at = clock() AS "deliveredNow",
            last_attempt_at = clock() AS "attemptedNow"
     FROM watches WHERE id = $1`,
    [watchId],
  );
  return row ?? {};
}

async function owedFor(watchId: string): Promise<string[]> {
  const rows = await database.sql<{ owed: string }>(
    `SELECT s.hold_id || ' ' || s.capture_micros AS owed FROM settlements s
     WHERE s.hold_id IN (SELECT hold_id FROM deliveries WHERE watch_id = $1) ORDER BY 1`,
    [watchId],
  );
  return rows.map(({ owed }) => owed);
}

test('a trigger is one run`s alone: whoever comes meanwhile is told so, whoever comes after is told that it is over', async () => {
  const watch = await putWatch(database);
  const run = runOf(watch, 'a');
  expect(await takeUp(run)).toBe('taken');
  expect(await takeUp(runOf(watch, 'a'), other)).toBe('running');
  expect(await store.end(run, delivered, [])).toBe(true);
  expect(await takeUp(runOf(watch, 'a'), other)).toBe('repeated');
});

test('a run that died before it sent is taken over after its lease, and can do nothing any more', async () => {
  const watch = await putWatch(database);
  const [dead, next] = [runOf(watch, 'a'), runOf(watch, 'a')];
  expect(await takeUp(dead)).toBe('taken');
  await database.stepClock(leaseMs);
  expect(await takeUp(next, other)).toBe('taken');
  expect(await store.startSending(dead, [])).toBe(false);
  expect(await store.end(dead, delivered, [])).toBe(false);
  await store.putBack(dead, true);
  expect(await other.startSending(next, [])).toBe(true);
  const owed = await database.sql('SELECT capture_micros FROM settlements WHERE hold_id = $1', [dead.holdId]);
  expect(owed).toEqual([{ capture_micros: '0' }]);
});

test('a run that died while it sent is never sent again and never charged, and the watch`s record says that it is unknown', async () => {
  const watch = await putWatch(database, { condition: { field: 'overallRisk', changes: true } });
  const run = await sending(watch, 'a');
  await database.stepClock(leaseMs);
  expect(await takeUp(runOf(watch, 'a'), other)).toBe('lost');
  expect(await takeUp(runOf(watch, 'a'), other)).toBe('repeated');
  expect(await store.end(run, { ...delivered, comparedJson: '7' }, [])).toBe(false);
  expect(await owedFor(watch)).toEqual([`${run.holdId} 0`]);
  expect(await recordOf(watch)).toMatchObject({ outcome: 'lost', status: null, compared: null, deliveredNow: null });
  expect(await takeUp(runOf(watch, 'b'), other)).toBe('taken');
});

test('sending begins a lease of its own', async () => {
  const watch = await putWatch(database);
  const run = runOf(watch, 'a');
  await takeUp(run);
  await database.stepClock(leaseMs - 1);
  expect(await store.startSending(run, [])).toBe(true);
  await database.stepClock(leaseMs - 1);
  expect(await takeUp(runOf(watch, 'a'), other)).toBe('running');
});

test('one delivery of a watch at a time: one further trigger waits, and those after it are merged into it', async () => {
  const watch = await putWatch(database);
  const run = await sending(watch, 'a');
  expect(await takeUp(runOf(watch, 'b'), other)).toBe('waits');
  expect(await takeUp(runOf(watch, 'c'))).toBe('merged');
  expect(await takeUp(runOf(watch, 'b'))).toBe('waits');
  await store.end(run, delivered, []);
  expect(await takeUp(runOf(watch, 'b'), other)).toBe('taken');
  expect(await takeUp(runOf(watch, 'd'))).toBe('waits');
});

test('a waiting trigger that never came back is not counted on for ever', async () => {
  const watch = await putWatch(database);
  await sending(watch, 'a');
  expect(await takeUp(runOf(watch, 'ghost'))).toBe('waits');
  await database.sql("UPDATE deliveries SET leased_until = leased_until + interval '1 hour' WHERE watch_id = $1", [
    watch,
  ]);
  await database.stepClock(waitMs - 1);
  expect(await takeUp(runOf(watch, 'b'))).toBe('merged');
  await database.stepClock(1);
  expect(await takeUp(runOf(watch, 'c'))).toBe('waits');
});

test('a trigger whose watch another one left half done begins in its place', async () => {
  const watch = await putWatch(database);
  await takeUp(runOf(watch, 'a'));
  await database.stepClock(leaseMs);
  expect(await takeUp(runOf(watch, 'b'), other)).toBe('taken');
  expect(await takeUp(runOf(watch, 'a'))).toBe('repeated');
});

test('a change within the interval after a received notification is dropped, and one at its end is not', async () => {
  const watch = await putWatch(database, { minIntervalSeconds: 30 });
  await store.end(await sending(watch, 'a'), delivered, []);
  await database.stepClock(29_999);
  expect(await takeUp(runOf(watch, 'b'))).toBe('debounced');
  await database.stepClock(1);
  expect(await takeUp(runOf(watch, 'c'))).toBe('taken');
});

test('only a received notification begins the interval', async () => {
  const watch = await putWatch(database, { minIntervalSeconds: 30 });
  const endings: Ending[] = [
    { outcome: 'failed', httpStatus: 500, error: 'answered 500', captureMicros: 0n },
    { outcome: 'unmet', comparedJson: '1', captureMicros: 0n },
    { outcome: 'no_credits', error: 'too little credit', captureMicros: 0n },
    { outcome: 'refused', captureMicros: 0n },
  ];
  for (const [place, ending] of endings.entries()) {
    await store.end(await sending(watch, String(place)), ending, []);
  }
  expect(await takeUp(runOf(watch, 'last'))).toBe('taken');
});

test('a receipt, what it owes, the record and the value to compare with are written together', async () => {
  const watch = await putWatch(database, { condition: { field: 'overallRisk', changes: true } });
  const run = await sending(watch, 'a');
  await store.end(run, { ...delivered, comparedJson: '41' }, []);
  expect(await owedFor(watch)).toEqual([`${run.holdId} 500`]);
  const received = { outcome: 'delivered', status: 204, error: null, compared: '41' };
  expect(await recordOf(watch)).toEqual({ ...received, deliveredNow: true, attemptedNow: true });
});

test('a failed attempt leaves the value to compare with, and an unmet condition moves it without being an attempt', async () => {
  const watch = await putWatch(database, { condition: { field: 'overallRisk', changes: true } });
  await store.end(await sending(watch, 'a'), { outcome: 'unmet', comparedJson: 'null', captureMicros: 0n }, []);
  expect(await recordOf(watch)).toMatchObject({ outcome: null, compared: 'null' });
  const failure = { outcome: 'failed', httpStatus: 302, error: 'a redirect', captureMicros: 0n } as const;
  await store.end(await sending(watch, 'b'), failure, []);
  expect(await recordOf(watch)).toMatchObject({
    outcome: 'failed',
    status: 302,
    error: 'a redirect',
    compared: 'null',
    deliveredNow: null,
  });
});

test('what a trigger finds was written by the delivery before it, however close the two were', async () => {
  const watch = await putWatch(database, { condition: { field: 'overallRisk', changes: true } });
  for (let value = 1; value <= 20; value += 1) {
    const run = runOf(watch, String(value));
    const [taken] = await Promise.all([
      store.takeUp(run, []),
      database.sql('UPDATE watches SET last_triggered_at = now() WHERE id = $1', [watch]),
    ]);
    expect(taken).toMatchObject({ answer: 'taken', watch: { comparedJson: value === 1 ? null : String(value - 1) } });
    const next = runOf(watch, `${value}-next`);
    const ended = store.end(run, { outcome: 'unmet', comparedJson: String(value), captureMicros: 0n }, []);
    const [, met] = await Promise.all([ended, other.takeUp(next, [])]);
    if (met.answer === 'taken') {
      expect(met.watch.comparedJson).toBe(String(value));
      await other.putBack(next, true);
    }
    await database.sql('UPDATE watches SET waiting_trigger = NULL, waiting_until = NULL WHERE id = $1', [watch]);
  }
});

test('a watch that is deleted while it is being verified is not notified, and one that is gone is not taken up', async () => {
  const watch = await putWatch(database);
  const run = runOf(watch, 'a');
  await takeUp(run);
  await database.sql('DELETE FROM watches WHERE id = $1', [watch]);
  expect(await store.startSending(run, [])).toBe(false);
  expect(await store.end(run, { outcome: 'gone', captureMicros: 0n }, [])).toBe(true);
  expect(await owedFor(watch)).toEqual([`${run.holdId} 0`]);
  expect(await takeUp(runOf(watch, 'b'))).toBe('gone');
  expect(await store.look(triggerOf(runOf(watch, 'c')))).toEqual({ over: 'gone' });
});

test('what an older trigger saw was verified already: nothing is held, verified or sent for it', async () => {
  const watch = await putWatch(database);
  await store.end(await sending(watch, 'newest'), { ...delivered, slot: 500n }, []);
  const before = Date.now() - 60_000;
  for (const [slot, observedAtMs, answer] of [
    [499n, before, 'covered'],
    [500n, before, 'covered'],
    [501n, before, 'taken'],
    // A slot that a node invented covers nothing that was seen after it.
    [400n, Date.now() + 1e12, 'taken'],
  ] as const) {
    const run = runOf(watch, `at ${slot}`, slot, observedAtMs);
    const looked = await store.look(triggerOf(run));
    expect('over' in looked ? looked.over : 'taken').toBe(answer);
    expect(await takeUp(run)).toBe(answer);
    await store.end(run, { outcome: 'refused', captureMicros: 0n }, []);
  }
});

test('an attempt that failed and a refusal cover nothing: an older trigger that still waits tries again', async () => {
  const watch = await putWatch(database);
  const failure = { outcome: 'failed', httpStatus: 500, error: 'answered 500', captureMicros: 0n } as const;
  await store.end(await sending(watch, 'a'), failure, []);
  expect(await takeUp(runOf(watch, 'b', 1n, 0))).toBe('taken');
});

test('a covered trigger that a dead worker had begun is ended, and its hold given back', async () => {
  const watch = await putWatch(database);
  const dead = runOf(watch, 'old', 10n, 0);
  await takeUp(dead);
  await database.sql('UPDATE watches SET verified_slot = 10, verified_at = clock() WHERE id = $1', [watch]);
  await database.stepClock(leaseMs);
  expect(await takeUp(runOf(watch, 'old', 10n, 0), other)).toBe('covered');
  expect(await takeUp(runOf(watch, 'old', 10n, 0), other)).toBe('repeated');
  expect(await owedFor(watch)).toEqual([`${dead.holdId} 0`]);
});

test('a delivery is found by its trace, under way and ended', async () => {
  const watch = await putWatch(database);
  const run = await sending(watch, 'a');
  const traceId = run.traceparent.slice(3, 35);
  expect(await store.find(traceId)).toMatchObject({ watch_id: watch, state: 'sending', outcome: null });
  await store.end(run, delivered, []);
  expect(await store.find(traceId)).toMatchObject({
    trigger_id: run.triggerId,
    outcome: 'delivered',
    http_status: 204,
  });
  expect(await store.find('f'.repeat(32))).toBeUndefined();
});

test('what is put back begins anew with another hold, and what was being sent cannot be put back', async () => {
  const watch = await putWatch(database);
  const run = runOf(watch, 'a');
  await takeUp(run);
  await store.putBack(run, true);
  const again = await sending(watch, 'a');
  await store.putBack(again, true);
  expect(await takeUp(runOf(watch, 'a'), other)).toBe('running');
  const owed = await database.sql('SELECT capture_micros FROM settlements WHERE hold_id = $1', [run.holdId]);
  expect(owed).toEqual([{ capture_micros: '0' }]);
});

test('a trigger that is put back before its hold was asked for owes nothing', async () => {
  const watch = await putWatch(database);
  const run = runOf(watch, 'a');
  await takeUp(run);
  await store.putBack(run, false);
  expect(await database.sql('SELECT FROM settlements WHERE hold_id = $1', [run.holdId])).toEqual([]);
});

test('many triggers of few watches at once over two replicas: never two of one trigger, nor two of one watch', async () => {
  const watches = await Promise.all(Array.from({ length: 5 }, () => putWatch(database)));
  const underWay = new Map<string, number>();
  const takenTriggers: string[] = [];
  const visits = Array.from({ length: 300 }, (_, index) => ({
    watch: watches[index % 5] ?? '',
    trigger: String(index % 60),
    replica: index % 2 === 0 ? store : other,
  }));
  await Promise.all(
    visits.map(async ({ watch, trigger, replica }) => {
      const run = runOf(watch, trigger);
      if ((await takeUp(run, replica)) === 'taken') {
        underWay.set(watch, (underWay.get(watch) ?? 0) + 1);
        takenTriggers.push(run.triggerId);
        expect(underWay.get(watch)).toBe(1);
        expect(await replica.startSending(run, [])).toBe(true);
        underWay.set(watch, 0);
        await replica.end(run, delivered, []);
      }
    }),
  );
  expect(new Set(takenTriggers).size).toBe(takenTriggers.length);
  expect(takenTriggers.length).toBeGreaterThanOrEqual(5);
});

test('sweeping ends what dead workers left: the sent as lost at once, the unsent ten minutes later, the living not', async () => {
  await database.sql("DELETE FROM deliveries WHERE state <> 'ended'");
  const [lost, unsent] = [await putWatch(database), await putWatch(database)];
  await sending(lost, 'a');
  await takeUp(runOf(unsent, 'a'));
  await database.stepClock(leaseMs + 1);
  await sending(await putWatch(database), 'alive');
  expect(await store.endDead(100)).toEqual(['lost']);
  await database.sql("UPDATE deliveries SET leased_until = 'infinity' WHERE trigger_id LIKE '%alive'");
  await database.stepClock(600_000);
  expect(await store.endDead(100)).toEqual(['superseded']);
  expect(await store.endDead(100)).toEqual([]);
});

test('settlements that are due go to one replica each, and come again later when nobody took them', async () => {
  await database.sql('DELETE FROM settlements');
  const watches = await Promise.all(Array.from({ length: 20 }, () => putWatch(database)));
  for (const watch of watches) {
    await store.end(await sending(watch, 'a'), delivered, []);
  }
  expect(await store.dueSettlements(100)).toEqual([]);
  await database.stepClock(3_000);
  const [one, two] = await Promise.all([store.dueSettlements(10), other.dueSettlements(10)]);
  const ids = [...one, ...two].map(({ holdId }) => holdId);
  expect(new Set(ids).size).toBe(20);
  expect(one[0]).toMatchObject({ captureMicros: 500n, tries: 0 });
  await store.settled(ids.slice(0, 15));
  await store.postpone(ids.slice(15).map((holdId) => ({ holdId, afterMs: 1_000 })));
  expect(await store.owed()).toEqual({ count: 5, oldestSeconds: 3 });
  await database.stepClock(999);
  expect(await store.dueSettlements(100)).toEqual([]);
  await database.stepClock(1);
  expect((await other.dueSettlements(100)).map(({ tries }) => tries)).toEqual([1, 1, 1, 1, 1]);
});

test('deliveries that ended long ago are forgotten, a bounded number at a time, and none that is under way', async () => {
  await database.sql("DELETE FROM deliveries WHERE state <> 'ended'");
  const [first, second] = [await putWatch(database), await putWatch(database)];
  await store.end(await sending(first, 'a'), delivered, []);
  await sending(second, 'a');
  await database.stepClock(7 * 86_400_000);
  await store.forget(7, 1_000);
  const left = async (): Promise<unknown[]> =>
    database.sql('SELECT state FROM deliveries WHERE watch_id = ANY ($1) ORDER BY state', [[first, second]]);
  expect(await left()).toEqual([{ state: 'ended' }, { state: 'sending' }]);
  await database.stepClock(1);
  expect(await store.forget(7, 1)).toBe(1);
  while ((await store.forget(7, 1_000)) > 0) {}
  expect(await left()).toEqual([{ state: 'sending' }]);
});
