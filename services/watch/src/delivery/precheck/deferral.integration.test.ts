import { expect, test } from '@jest/globals';
import type { DeliveryClaim } from '../claim/claim.ts';
import { deferMs, delivered, leaseMs, useReplicas } from '../testing/replicas.ts';
import { claimOf, insertWatch, triggerOf } from '../testing/watches.ts';

const replicas = useReplicas();

test('a deferred trigger is covered only by a verification that covers everything merged into it', async () => {
  const watch = await insertWatch(replicas.database);
  const [early, late] = [Date.now() - 60_000, Date.now() - 1_000];
  for (const [round, isChecked] of [false, true].entries()) {
    const slot = BigInt(round * 1_000);
    const first = await replicas.startSending(watch, `${round}-first`);
    const deferred = claimOf(watch, `${round}-waits`, slot + 10n, early);
    expect(await replicas.claim(deferred)).toBe('waits');
    expect(await replicas.claim(claimOf(watch, `${round}-merged`, slot + 30n, late))).toBe('merged');
    // The first verification covers the deferred trigger, but not the one merged into it.
    await replicas.a.end(first, { ...delivered, slot: slot + 20n }, []);
    if (isChecked) {
      expect(await replicas.a.precheck(triggerOf(deferred))).toMatchObject({ isDeferred: true });
    }
    expect(await replicas.claim(deferred)).toBe('taken');
    await replicas.a.end(deferred, { ...delivered, slot: slot + 30n }, []);
  }
});

test('a deferred trigger that needs no delivery loses its mark', async () => {
  const watch = await insertWatch(replicas.database);
  const first = await replicas.startSending(watch, 'first');
  const deferred = claimOf(watch, 'waits', 10n, Date.now() - 60_000);
  expect(await replicas.claim(deferred)).toBe('waits');
  await replicas.a.end(first, { ...delivered, slot: 20n }, []);
  expect(await replicas.a.precheck(triggerOf(deferred))).toEqual({ noDelivery: 'covered' });
  const second = await replicas.startSending(watch, 'second');
  expect(await replicas.claim(claimOf(watch, 'third'))).toBe('waits');
  await replicas.a.end(second, delivered, []);
});

test('without a permit one trigger of a watch is deferred, later ones are merged, and none is merged into a claim', async () => {
  const watch = await insertWatch(replicas.database, { accountId: 'acc_busy' });
  const [first, second, third] = [claimOf(watch, 'first'), claimOf(watch, 'second'), claimOf(watch, 'third')];
  const at = { accountId: 'acc_busy', webhookUrl: 'https://receiver.example/hook', isWaitRecorded: false };
  expect(await replicas.a.precheck(triggerOf(first))).toEqual({ ...at, isDeferred: false });
  expect(await replicas.a.defer(triggerOf(first))).toBe('waits');
  expect(await replicas.a.precheck(triggerOf(first))).toEqual({ ...at, isDeferred: true });
  expect(await replicas.b.defer(triggerOf(second))).toBe('merged');
  await replicas.database.stepClock(deferMs / 2);
  expect(await replicas.a.precheck(triggerOf(first))).toEqual({ ...at, isDeferred: false });
  expect(await replicas.a.defer(triggerOf(first))).toBe('waits');
  expect(await replicas.claim(first)).toBe('taken');
  expect(await replicas.b.defer(triggerOf(third))).toBe('waits');
});

test('deferring many triggers never waits for a lock: the trigger of a locked watch stays unmarked', async () => {
  const [locked, free] = [await insertWatch(replicas.database), await insertWatch(replicas.database)];
  const triggers = [locked, free, free].map((watch, index) => triggerOf(claimOf(watch, String(index))));
  const replica = replicas.database.open();
  const answers = await replica.transaction(async (client) => {
    await client.query('SELECT FROM watches WHERE id = $1 FOR UPDATE', [locked]);
    return Promise.all(triggers.map(replicas.a.defer));
  });
  expect(answers).toEqual(['waits', 'waits', 'merged']);
  const checked = await Promise.all(triggers.map(replicas.a.precheck));
  expect(checked.map((result) => 'isDeferred' in result && result.isDeferred)).toEqual([false, true, false]);
});

test('no trigger is merged into an expired claim, because another trigger may supersede it', async () => {
  const watch = await insertWatch(replicas.database);
  const begun = claimOf(watch, 'begun');
  expect(await replicas.claim(begun)).toBe('taken');
  expect(await replicas.b.defer(triggerOf(begun))).toBe('waits');
  await replicas.database.stepClock(leaseMs);
  const next = await replicas.startSending(watch, 'next');
  expect(await replicas.claim(claimOf(watch, 'begun'), replicas.b)).toBe('repeated');
  expect(await replicas.claim(claimOf(watch, 'later'), replicas.b)).toBe('waits');
  await replicas.a.end(next, delivered, []);
  expect(await replicas.claim(claimOf(watch, 'later'), replicas.b)).toBe('taken');
});

test.each<[string, (watch: string, dead: DeliveryClaim) => Promise<DeliveryClaim>]>([
  ['the next claim of its trigger', async (_watch, dead) => dead],
  ['the trigger that supersedes it', async (watch) => claimOf(watch, 'other', 5n, Date.now() - 60_000)],
  [
    'its own trigger after a release',
    async (_watch, dead) => {
      await replicas.a.release(dead, true);
      return dead;
    },
  ],
])('everything that the claim of a dead worker covered is verified by %s', async (_who, next) => {
  const watch = await insertWatch(replicas.database);
  const [early, late] = [Date.now() - 60_000, Date.now() - 1_000];
  const first = await replicas.startSending(watch, 'first');
  const dead = claimOf(watch, 'dead', 10n, early);
  expect(await replicas.claim(dead)).toBe('waits');
  expect(await replicas.claim(claimOf(watch, 'merged', 30n, late))).toBe('merged');
  await replicas.a.end(first, { ...delivered, slot: 20n }, []);
  expect(await replicas.claim(dead)).toBe('taken');
  const again = await next(watch, dead);
  await replicas.database.stepClock(leaseMs);
  // A later verification covers the trigger's own observation, but not the merged trigger's.
  const claim = { ...again, id: `${again.id}-again`, holdId: `${again.holdId}-again` };
  if (again.triggerId === dead.triggerId) {
    expect(await replicas.b.precheck(triggerOf(claim))).not.toHaveProperty('noDelivery');
  }
  expect(await replicas.claim(claim, replicas.b)).toBe('taken');
});
