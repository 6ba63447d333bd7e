import { expect, test } from '@jest/globals';
import { delivered, leaseMs, useReplicas } from '../testing/replicas.ts';
import { claimOf, insertWatch } from '../testing/watches.ts';

const replicas = useReplicas();

test('a delivery is found by its trace id, in flight and ended', async () => {
  const watch = await insertWatch(replicas.database);
  const claim = await replicas.startSending(watch, 'a');
  const traceId = claim.traceparent.slice(3, 35);
  expect(await replicas.a.find(traceId)).toMatchObject({ watch_id: watch, state: 'sending', outcome: null });
  await replicas.a.end(claim, delivered, []);
  expect(await replicas.a.find(traceId)).toMatchObject({
    trigger_id: claim.triggerId,
    outcome: 'delivered',
    http_status: 204,
  });
  expect(await replicas.a.find('f'.repeat(32))).toBeUndefined();
});

test('expired claims end: a sending one as lost at once, any other as superseded after ten minutes', async () => {
  await replicas.database.sql("DELETE FROM deliveries WHERE state <> 'ended'");
  const [lost, unsent] = [await insertWatch(replicas.database), await insertWatch(replicas.database)];
  await replicas.startSending(lost, 'a');
  await replicas.claim(claimOf(unsent, 'a'));
  await replicas.database.stepClock(leaseMs + 1);
  await replicas.startSending(await insertWatch(replicas.database), 'alive');
  expect(await replicas.a.endExpired(100)).toEqual(['lost']);
  await replicas.database.sql("UPDATE deliveries SET leased_until = 'infinity' WHERE trigger_id LIKE '%alive'");
  await replicas.database.stepClock(600_000);
  expect(await replicas.a.endExpired(100)).toEqual(['superseded']);
  expect(await replicas.a.endExpired(100)).toEqual([]);
});

test('old deliveries are deleted in bounded numbers, and none that is in flight', async () => {
  await replicas.database.sql("DELETE FROM deliveries WHERE state <> 'ended'");
  const [first, second] = [await insertWatch(replicas.database), await insertWatch(replicas.database)];
  await replicas.a.end(await replicas.startSending(first, 'a'), delivered, []);
  await replicas.startSending(second, 'a');
  await replicas.database.stepClock(7 * 86_400_000);
  await replicas.a.deleteOld(7, 1_000);
  const states = async (): Promise<unknown[]> =>
    replicas.database.sql('SELECT state FROM deliveries WHERE watch_id = ANY ($1) ORDER BY state', [[first, second]]);
  expect(await states()).toEqual([{ state: 'ended' }, { state: 'sending' }]);
  await replicas.database.stepClock(1);
  expect(await replicas.a.deleteOld(7, 1)).toBe(1);
  while ((await replicas.a.deleteOld(7, 1_000)) > 0) {}
  expect(await states()).toEqual([{ state: 'sending' }]);
});
