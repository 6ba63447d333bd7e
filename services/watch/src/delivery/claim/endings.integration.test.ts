import { expect, test } from '@jest/globals';
import type { DeliveryEnding } from './claim.ts';
import { delivered, useReplicas } from '../testing/replicas.ts';
import { claimOf, insertWatch, triggerOf } from '../testing/watches.ts';

const replicas = useReplicas();

test('a change in the quiet time after a received notification is dropped, and a change at its end is not', async () => {
  const watch = await insertWatch(replicas.database, { minIntervalSeconds: 30 });
  await replicas.a.end(await replicas.startSending(watch, 'a'), delivered, []);
  await replicas.database.stepClock(29_999);
  expect(await replicas.claim(claimOf(watch, 'b'))).toBe('debounced');
  await replicas.database.stepClock(1);
  expect(await replicas.claim(claimOf(watch, 'c'))).toBe('taken');
});

test('only a received notification starts the quiet time', async () => {
  const watch = await insertWatch(replicas.database, { minIntervalSeconds: 30 });
  const endings: DeliveryEnding[] = [
    { outcome: 'failed', httpStatus: 500, error: 'answered 500', captureMicros: 0n },
    { outcome: 'unmet', comparedJson: '1', captureMicros: 0n },
    { outcome: 'no_credits', error: 'too little credit', captureMicros: 0n },
    { outcome: 'refused', captureMicros: 0n },
  ];
  for (const [index, ending] of endings.entries()) {
    await replicas.a.end(await replicas.startSending(watch, String(index)), ending, []);
  }
  expect(await replicas.claim(claimOf(watch, 'last'))).toBe('taken');
});

test('the outcome, the pending settlement, the last attempt and the compared value are stored together', async () => {
  const watch = await insertWatch(replicas.database, { condition: { field: 'overallRisk', changes: true } });
  const claim = await replicas.startSending(watch, 'a');
  await replicas.a.end(claim, { ...delivered, comparedJson: '41' }, []);
  expect(await replicas.pendingOf(watch)).toEqual([`${claim.holdId} 500`]);
  const received = { outcome: 'delivered', status: 204, error: null, compared: '41' };
  expect(await replicas.recordOf(watch)).toEqual({ ...received, deliveredNow: true, attemptedNow: true });
});

test('a failed attempt keeps the compared value; an unmet condition changes it and is no attempt', async () => {
  const watch = await insertWatch(replicas.database, { condition: { field: 'overallRisk', changes: true } });
  await replicas.a.end(
    await replicas.startSending(watch, 'a'),
    { outcome: 'unmet', comparedJson: 'null', captureMicros: 0n },
    [],
  );
  expect(await replicas.recordOf(watch)).toMatchObject({ outcome: null, compared: 'null' });
  const failure = { outcome: 'failed', httpStatus: 302, error: 'a redirect', captureMicros: 0n } as const;
  await replicas.a.end(await replicas.startSending(watch, 'b'), failure, []);
  expect(await replicas.recordOf(watch)).toMatchObject({
    outcome: 'failed',
    status: 302,
    error: 'a redirect',
    compared: 'null',
    deliveredNow: null,
  });
});

test('an older trigger is covered by a verification that read the same slot or a later one', async () => {
  const watch = await insertWatch(replicas.database);
  await replicas.a.end(await replicas.startSending(watch, 'newest'), { ...delivered, slot: 500n }, []);
  const before = Date.now() - 60_000;
  for (const [slot, observedAtMs, answer] of [
    [499n, before, 'covered'],
    [500n, before, 'covered'],
    [501n, before, 'taken'],
    // A node states a slot that is too low for a change after the verification. The verification must not cover this
    // change.
    [400n, Date.now() + 1e12, 'taken'],
  ] as const) {
    const claim = claimOf(watch, `at ${slot}`, slot, observedAtMs);
    const checked = await replicas.a.precheck(triggerOf(claim));
    expect('noDelivery' in checked ? checked.noDelivery : 'taken').toBe(answer);
    expect(await replicas.claim(claim)).toBe(answer);
    await replicas.a.end(claim, { outcome: 'refused', captureMicros: 0n }, []);
  }
});

test('a failed attempt and a refusal cover no trigger', async () => {
  const watch = await insertWatch(replicas.database);
  const failure = { outcome: 'failed', httpStatus: 500, error: 'answered 500', captureMicros: 0n } as const;
  await replicas.a.end(await replicas.startSending(watch, 'a'), failure, []);
  expect(await replicas.claim(claimOf(watch, 'b', 1n, 0))).toBe('taken');
});
