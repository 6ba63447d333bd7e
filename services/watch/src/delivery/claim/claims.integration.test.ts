import { expect, test } from '@jest/globals';
import { delivered, leaseMs, deferMs, useReplicas } from '../testing/replicas.ts';
import { claimOf, insertWatch, triggerOf } from '../testing/watches.ts';

const replicas = useReplicas();

test('one claim holds a trigger: another replica cannot claim it meanwhile, nor after the delivery ended', async () => {
  const watch = await insertWatch(replicas.database);
  const claim = claimOf(watch, 'a');
  expect(await replicas.claim(claim)).toBe('taken');
  expect(await replicas.claim(claimOf(watch, 'a'), replicas.b)).toBe('running');
  expect(await replicas.a.end(claim, delivered, [])).toBe(true);
  expect(await replicas.claim(claimOf(watch, 'a'), replicas.b)).toBe('repeated');
});

test('a claim that expired before it sent is replaced, and its worker can change nothing any more', async () => {
  const watch = await insertWatch(replicas.database);
  const [dead, next] = [claimOf(watch, 'a'), claimOf(watch, 'a')];
  expect(await replicas.claim(dead)).toBe('taken');
  await replicas.database.stepClock(leaseMs);
  expect(await replicas.claim(next, replicas.b)).toBe('taken');
  expect(await replicas.a.startSending(dead, [], [])).toBe('gone');
  expect(await replicas.a.end(dead, delivered, [])).toBe(false);
  await replicas.a.release(dead, true);
  expect(await replicas.b.startSending(next, [], [])).toBe('sending');
  const pending = await replicas.database.sql('SELECT capture_micros FROM settlements WHERE hold_id = $1', [
    dead.holdId,
  ]);
  expect(pending).toEqual([{ capture_micros: '0' }]);
});

test('a claim that expired while it was sending is never sent again or charged, and the watch records it as lost', async () => {
  const watch = await insertWatch(replicas.database, { condition: { field: 'overallRisk', changes: true } });
  const claim = await replicas.startSending(watch, 'a');
  await replicas.database.stepClock(leaseMs);
  expect(await replicas.claim(claimOf(watch, 'a'), replicas.b)).toBe('lost');
  expect(await replicas.claim(claimOf(watch, 'a'), replicas.b)).toBe('repeated');
  expect(await replicas.a.end(claim, { ...delivered, comparedJson: '7' }, [])).toBe(false);
  expect(await replicas.pendingOf(watch)).toEqual([`${claim.holdId} 0`]);
  expect(await replicas.recordOf(watch)).toMatchObject({
    outcome: 'lost',
    status: null,
    compared: null,
    deliveredNow: null,
  });
  expect(await replicas.claim(claimOf(watch, 'b'), replicas.b)).toBe('taken');
});

test('sending starts a new lease', async () => {
  const watch = await insertWatch(replicas.database);
  const claim = claimOf(watch, 'a');
  await replicas.claim(claim);
  await replicas.database.stepClock(leaseMs - 1);
  expect(await replicas.a.startSending(claim, [], [])).toBe('sending');
  await replicas.database.stepClock(leaseMs - 1);
  expect(await replicas.claim(claimOf(watch, 'a'), replicas.b)).toBe('running');
});

test('one trigger of a watch is delivered at a time: the next one is deferred, and later ones are merged into it', async () => {
  const watch = await insertWatch(replicas.database);
  const claim = await replicas.startSending(watch, 'a');
  expect(await replicas.claim(claimOf(watch, 'b'), replicas.b)).toBe('waits');
  expect(await replicas.claim(claimOf(watch, 'c'))).toBe('merged');
  expect(await replicas.claim(claimOf(watch, 'b'))).toBe('waits');
  await replicas.a.end(claim, delivered, []);
  expect(await replicas.claim(claimOf(watch, 'b'), replicas.b)).toBe('taken');
  expect(await replicas.claim(claimOf(watch, 'd'))).toBe('waits');
});

test('a deferred trigger that never comes back loses its mark', async () => {
  const watch = await insertWatch(replicas.database);
  await replicas.startSending(watch, 'a');
  expect(await replicas.claim(claimOf(watch, 'ghost'))).toBe('waits');
  await replicas.database.sql(
    "UPDATE deliveries SET leased_until = leased_until + interval '1 hour' WHERE watch_id = $1",
    [watch],
  );
  await replicas.database.stepClock(deferMs - 1);
  expect(await replicas.claim(claimOf(watch, 'b'))).toBe('merged');
  await replicas.database.stepClock(1);
  expect(await replicas.claim(claimOf(watch, 'c'))).toBe('waits');
});

test('a trigger supersedes the expired claim of another trigger of its watch', async () => {
  const watch = await insertWatch(replicas.database);
  await replicas.claim(claimOf(watch, 'a'));
  await replicas.database.stepClock(leaseMs);
  expect(await replicas.claim(claimOf(watch, 'b'), replicas.b)).toBe('taken');
  expect(await replicas.claim(claimOf(watch, 'a'))).toBe('repeated');
});

test('a claim sees the value that the delivery before it stored, however close the two are', async () => {
  const watch = await insertWatch(replicas.database, { condition: { field: 'overallRisk', changes: true } });
  for (let value = 1; value <= 20; value += 1) {
    const claim = claimOf(watch, String(value));
    const [claimed] = await Promise.all([
      replicas.a.claim(claim, []),
      replicas.database.sql('UPDATE watches SET last_triggered_at = now() WHERE id = $1', [watch]),
    ]);
    expect(claimed).toMatchObject({ answer: 'taken', watch: { comparedJson: value === 1 ? null : String(value - 1) } });
    const next = claimOf(watch, `${value}-next`);
    const ended = replicas.a.end(claim, { outcome: 'unmet', comparedJson: String(value), captureMicros: 0n }, []);
    const [, result] = await Promise.all([ended, replicas.b.claim(next, [])]);
    if (result.answer === 'taken') {
      expect(result.watch.comparedJson).toBe(String(value));
      await replicas.b.release(next, true);
    }
    await replicas.database.sql('UPDATE watches SET waiting_trigger = NULL, waiting_until = NULL WHERE id = $1', [
      watch,
    ]);
  }
});

test('a watch that is deleted during its verification is not notified, and its triggers cannot be claimed', async () => {
  const watch = await insertWatch(replicas.database);
  const claim = claimOf(watch, 'a');
  await replicas.claim(claim);
  await replicas.database.sql('DELETE FROM watches WHERE id = $1', [watch]);
  expect(await replicas.a.startSending(claim, [], [])).toBe('gone');
  expect(await replicas.a.end(claim, { outcome: 'gone', captureMicros: 0n }, [])).toBe(true);
  expect(await replicas.pendingOf(watch)).toEqual([`${claim.holdId} 0`]);
  expect(await replicas.claim(claimOf(watch, 'b'))).toBe('gone');
  expect(await replicas.a.precheck(triggerOf(claimOf(watch, 'c')))).toEqual({ noDelivery: 'gone' });
});

test('a covered trigger with an expired claim is ended, and its hold is released', async () => {
  const watch = await insertWatch(replicas.database);
  const dead = claimOf(watch, 'old', 10n, 0);
  await replicas.claim(dead);
  await replicas.database.sql('UPDATE watches SET verified_slot = 10, verified_at = clock() WHERE id = $1', [watch]);
  await replicas.database.stepClock(leaseMs);
  expect(await replicas.claim(claimOf(watch, 'old', 10n, 0), replicas.b)).toBe('covered');
  expect(await replicas.claim(claimOf(watch, 'old', 10n, 0), replicas.b)).toBe('repeated');
  expect(await replicas.pendingOf(watch)).toEqual([`${dead.holdId} 0`]);
});

test('a released trigger is claimed again with another hold, and a claim that is sending cannot be released', async () => {
  const watch = await insertWatch(replicas.database);
  const claim = claimOf(watch, 'a');
  await replicas.claim(claim);
  await replicas.a.release(claim, true);
  const again = await replicas.startSending(watch, 'a');
  await replicas.a.release(again, true);
  expect(await replicas.claim(claimOf(watch, 'a'), replicas.b)).toBe('running');
  const pending = await replicas.database.sql('SELECT capture_micros FROM settlements WHERE hold_id = $1', [
    claim.holdId,
  ]);
  expect(pending).toEqual([{ capture_micros: '0' }]);
});

test('a claim that is released before its hold settles nothing', async () => {
  const watch = await insertWatch(replicas.database);
  const claim = claimOf(watch, 'a');
  await replicas.claim(claim);
  await replicas.a.release(claim, false);
  expect(await replicas.database.sql('SELECT FROM settlements WHERE hold_id = $1', [claim.holdId])).toEqual([]);
});

test('300 concurrent claims in two replicas never hold a trigger or a watch twice', async () => {
  const watches = await Promise.all(Array.from({ length: 5 }, () => insertWatch(replicas.database)));
  const inFlight = new Map<string, number>();
  const claimed: string[] = [];
  const requests = Array.from({ length: 300 }, (_, index) => ({
    watch: watches[index % 5] ?? '',
    trigger: String(index % 60),
    replica: index % 2 === 0 ? replicas.a : replicas.b,
  }));
  await Promise.all(
    requests.map(async ({ watch, trigger, replica }) => {
      const claim = claimOf(watch, trigger);
      if ((await replicas.claim(claim, replica)) === 'taken') {
        inFlight.set(watch, (inFlight.get(watch) ?? 0) + 1);
        claimed.push(claim.triggerId);
        expect(inFlight.get(watch)).toBe(1);
        expect(await replica.startSending(claim, [], [])).toBe('sending');
        inFlight.set(watch, 0);
        await replica.end(claim, delivered, []);
      }
    }),
  );
  expect(new Set(claimed).size).toBe(claimed.length);
  expect(claimed.length).toBeGreaterThanOrEqual(5);
});
