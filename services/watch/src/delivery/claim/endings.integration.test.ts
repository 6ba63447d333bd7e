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
    // A change happened after the verification, but the node that reports it states a slot that is too low. The
    // verification must not cover this change.
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

test('a claim below the minimum level is released with its reason, counts as unpaid, and the trigger can be claimed again', async () => {
  const accountId = 'acc_below_level';
  const watch = await insertWatch(replicas.database, { accountId, minLevel: 'anchored' });
  const claim = claimOf(watch, 'a');
  const taken = await replicas.a.claim(claim, []);
  expect(taken).toMatchObject({ answer: 'taken', watch: { minLevelText: 'anchored' } });
  await replicas.a.releaseBelowLevel(claim, 'only one node answered');
  const [row] = await replicas.database.sql<Record<string, unknown>>(
    `SELECT not_evaluated_reason AS reason, not_evaluated_at = clock() AS now, last_attempt_at AS attempt,
            (SELECT unpaid FROM shares WHERE account_id = $2) AS unpaid,
            (SELECT capture_micros FROM settlements WHERE hold_id = $3)::int AS captured
     FROM watches WHERE id = $1`,
    [watch, accountId, claim.holdId],
  );
  expect(row).toEqual({ reason: 'only one node answered', now: true, attempt: null, unpaid: 1, captured: 0 });
  expect(await replicas.claim({ ...claimOf(watch, 'a'), triggerId: claim.triggerId }, replicas.b)).toBe('taken');
});

test('a replica of the previous release gets no watch with a minimum level, and every other watch as before', async () => {
  const claimAsBefore = async (watch: string): Promise<unknown> => {
    const { id, triggerId, slot, observedAtMs, traceparent, holdId } = claimOf(watch, 'a');
    const observation = [String(slot), new Date(observedAtMs)];
    const limits = ['30 seconds', '90 seconds', 100, 100, 100];
    const text = 'SELECT answer FROM claim_trigger($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)';
    const values = [triggerId, watch, ...observation, id, traceparent, holdId, ...limits];
    return (await replicas.database.sql<{ answer: unknown }>(text, values))[0]?.answer;
  };
  expect(await claimAsBefore(await insertWatch(replicas.database, { minLevel: 'consensus' }))).toBe('running');
  expect(await claimAsBefore(await insertWatch(replicas.database))).toBe('taken');
});
