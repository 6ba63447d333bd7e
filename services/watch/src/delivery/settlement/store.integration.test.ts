import { expect, test } from '@jest/globals';
import { delivered, useReplicas } from '../testing/replicas.ts';
import { claimOf, insertWatch } from '../testing/watches.ts';

const replicas = useReplicas();

test('each due settlement goes to one replica, and again later when nobody took it', async () => {
  await replicas.database.sql('DELETE FROM settlements');
  const watches = await Promise.all(Array.from({ length: 20 }, () => insertWatch(replicas.database)));
  for (const watch of watches) {
    await replicas.a.end(await replicas.startSending(watch, 'a'), { ...delivered, level: 'consensus' }, []);
  }
  expect(await replicas.a.claimDue(100)).toEqual([]);
  await replicas.database.stepClock(3_000);
  const [a, b] = await Promise.all([replicas.a.claimDue(10), replicas.b.claimDue(10)]);
  const ids = [...a, ...b].map(({ holdId }) => holdId);
  expect(new Set(ids).size).toBe(20);
  expect(a[0]).toMatchObject({ captureMicros: 500n, outcome: 'delivered', level: 'consensus', tries: 0 });
  await replicas.a.remove(ids.slice(0, 15));
  await replicas.a.postpone(ids.slice(15).map((holdId) => ({ holdId, afterMs: 1_000 })));
  expect(await replicas.a.pending()).toEqual({ count: 5, oldestSeconds: 3 });
  await replicas.database.stepClock(999);
  expect(await replicas.a.claimDue(100)).toEqual([]);
  await replicas.database.stepClock(1);
  expect((await replicas.b.claimDue(100)).map(({ tries }) => tries)).toEqual([1, 1, 1, 1, 1]);
});

test('a due settlement names how its delivery ended, and a released claim is deferred', async () => {
  await replicas.database.sql('DELETE FROM settlements');
  const watch = await insertWatch(replicas.database);
  const unmet = await replicas.startSending(watch, 'a');
  await replicas.a.end(unmet, { outcome: 'unmet', captureMicros: 0n }, []);
  const released = claimOf(watch, 'b');
  expect(await replicas.claim(released)).toBe('taken');
  await replicas.a.release(released, true);
  await replicas.database.stepClock(3_000);
  const due = await replicas.b.claimDue(100);
  expect(new Map(due.map(({ holdId, outcome }) => [holdId, outcome]))).toEqual(
    new Map([
      [unmet.holdId, 'unmet'],
      [released.holdId, 'deferred'],
    ]),
  );
});
