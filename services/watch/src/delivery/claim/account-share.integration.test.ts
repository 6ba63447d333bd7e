import { beforeEach, expect, test } from '@jest/globals';
import { createWatchStore } from '../../registry/store.ts';
import { delivered, openStores, useReplicas, type ReplicaStores } from '../testing/replicas.ts';
import { claimOf, insertWatch, triggerOf } from '../testing/watches.ts';
import type { DeliveryClaim, DeliveryEnding } from './claim.ts';

const replicas = useReplicas();
const minuteMs = 60_000;
const failed: DeliveryEnding = { outcome: 'failed', httpStatus: 500, error: 'answered 500', captureMicros: 0n };
const unmet: DeliveryEnding = { outcome: 'unmet', captureMicros: 0n };

let a: ReplicaStores;
let b: ReplicaStores;
let accounts = 0;

/** Two replicas. An account may have two unpaid verifications and three failed notifications in a minute. */
beforeEach(async () => {
  a = openStores(replicas.database, { maxUnpaid: 2, maxFailed: 3, maxFailedToday: 100_000 });
  b = openStores(replicas.database, { maxUnpaid: 2, maxFailed: 3, maxFailedToday: 100_000 });
  accounts += 1;
  await replicas.database.sql(`UPDATE test_clock SET at = date_trunc('minute', at) + interval '1 minute'`);
});

const newWatch = (): Promise<string> => insertWatch(replicas.database, { accountId: `acc_share_${accounts}` });

async function claimNew(store: ReplicaStores, watch: string, trigger: string): Promise<[string, DeliveryClaim]> {
  const claim = claimOf(watch, trigger);
  return [(await store.claim(claim, [])).answer, claim];
}

async function deliverWith(
  store: ReplicaStores,
  watch: string,
  trigger: string,
  ending: DeliveryEnding,
): Promise<void> {
  const [answer, claim] = await claimNew(store, watch, trigger);
  expect(answer).toBe('taken');
  await store.end(claim, ending, []);
}

async function recordedShare(watch: string): Promise<string | null | undefined> {
  const rows = await createWatchStore(replicas.database.open()).list(`acc_share_${accounts}`, []);
  return rows.find(({ id }) => id === watch)?.waiting_share;
}

test('the unpaid verifications of an account are limited in a minute, over all replicas and watches', async () => {
  const [watch, other] = [await newWatch(), await newWatch()];
  await deliverWith(a, watch, 'first', unmet);
  await deliverWith(b, other, 'second', { ...unmet, outcome: 'refused' });
  const [answer, third] = await claimNew(b, watch, 'third');
  expect(answer).toBe('over_share');
  expect(await recordedShare(watch)).toBe('unpaid');
  expect(await recordedShare(other)).toBeNull();
  await replicas.database.stepClock(minuteMs);
  expect((await openStores(replicas.database).claim(third, [])).answer).toBe('taken');
  expect(await recordedShare(watch)).toBeNull();
});

test('the failed notifications of an account are limited in a minute, and those of another account are not', async () => {
  const watch = await newWatch();
  for (const each of [await newWatch(), await newWatch(), watch]) {
    await deliverWith(a, each, 'first', failed);
  }
  expect((await claimNew(b, watch, 'second'))[0]).toBe('over_share');
  expect(await recordedShare(watch)).toBe('failed');
  const stranger = await insertWatch(replicas.database, { accountId: `acc_stranger_${accounts}` });
  expect((await claimNew(a, stranger, 'first'))[0]).toBe('taken');
});

test('received notifications use no share', async () => {
  const watch = await newWatch();
  for (let round = 0; round < 6; round += 1) {
    await deliverWith(a, watch, `received-${round}`, delivered);
  }
  await deliverWith(b, watch, 'unmet', unmet);
});

test('an account may have as many more deliveries in flight as were received in the minute', async () => {
  await deliverWith(a, await newWatch(), 'received', delivered);
  const answers: string[] = [];
  for (let index = 0; index < 4; index += 1) {
    answers.push((await claimNew(a, await newWatch(), 'now'))[0]);
  }
  expect(answers).toEqual(['taken', 'taken', 'taken', 'over_share']);
});

test('deliveries in flight count until they end, so concurrent claims never exceed the share', async () => {
  const watches = [await newWatch(), await newWatch(), await newWatch(), await newWatch()];
  const claims = await Promise.all(watches.map((watch, index) => claimNew(index % 2 === 0 ? a : b, watch, 'now')));
  expect(claims.map(([answer]) => answer).toSorted()).toEqual(['over_share', 'over_share', 'taken', 'taken']);
  for (const [answer, claim] of claims) {
    await (answer === 'taken' ? a.release(claim, false) : undefined);
  }
  const waiting = claims.find(([answer]) => answer === 'over_share')?.[1];
  expect(waiting && (await b.claim(waiting, [])).answer).toBe('taken');
});

test('a watch beyond its share keeps one trigger with its latest change, and its record says so', async () => {
  const watch = await newWatch();
  await deliverWith(a, watch, 'first', unmet);
  await deliverWith(a, watch, 'second', unmet);
  const [third, fourth] = [claimOf(watch, 'third', 10n), claimOf(watch, 'fourth', 20n)];
  expect(await a.precheck(triggerOf(third))).toMatchObject({
    isDeferred: false,
    isWaitRecorded: false,
    overShare: { count: 'unpaid', opensInMs: minuteMs },
  });
  expect(await a.deferForShare(triggerOf(third), 'unpaid')).toBe('over_share');
  expect(await b.deferForShare(triggerOf(fourth), 'unpaid')).toBe('merged');
  expect(await b.precheck(triggerOf(third))).toMatchObject({ isDeferred: true, isWaitRecorded: true });
  expect(await recordedShare(watch)).toBe('unpaid');
  await replicas.database.stepClock(minuteMs);
  expect(await b.precheck(triggerOf(third))).not.toHaveProperty('overShare');
  expect((await b.claim(third, [])).answer).toBe('taken');
  const [row] = await replicas.database.sql('SELECT seen_slot FROM deliveries WHERE trigger_id = $1', [
    third.triggerId,
  ]);
  expect(row).toEqual({ seen_slot: '20' });
});

/**
 * Lets deliveries of a watch fail one after another. Returns the pause after each failure in seconds, during which
 * changes of the watch are dropped.
 */
async function failRepeatedly(watch: string, count: number): Promise<number[]> {
  const pauses: number[] = [];
  for (let round = 0; round < count; round += 1) {
    await deliverWith(a, watch, `failed-${round}`, failed);
    let pauseS = 0;
    for (const stepS of [4_096, 2_048, 1_024, 512, 256, 128, 64, 32, 16, 8, 4, 2, 1]) {
      const [row] = await replicas.database.sql<{ paused: boolean }>(
        `SELECT is_debounced(w, clock() + interval '${pauseS + stepS - 1} seconds') AS paused FROM watches AS w WHERE id = $1`,
        [watch],
      );
      pauseS += row?.paused === true ? stepS : 0;
    }
    pauses.push(pauseS);
    await replicas.database.stepClock(pauseS * 1_000 + minuteMs);
  }
  return pauses;
}

test('failures in a row double the quiet time up to an hour, and a received notification ends it', async () => {
  const watch = await newWatch();
  expect(await failRepeatedly(watch, 15)).toEqual([
    0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024, 2_048, 3_600, 3_600,
  ]);
  await deliverWith(b, watch, 'received', delivered);
  await deliverWith(b, watch, 'failed again', failed);
  expect((await claimNew(b, watch, 'at once'))[0]).toBe('taken');
  const slow = await insertWatch(replicas.database, { accountId: `acc_slow_${accounts}`, minIntervalSeconds: 600 });
  expect(await failRepeatedly(slow, 5)).toEqual([0, 600, 1_200, 2_400, 3_600]);
});

test('a change in the quiet time after failures is dropped, and the record says until when', async () => {
  const watch = await newWatch();
  await deliverWith(a, watch, 'first', failed);
  await deliverWith(a, watch, 'second', failed);
  expect(await a.precheck(triggerOf(claimOf(watch, 'third')))).toEqual({ noDelivery: 'debounced' });
  expect((await claimNew(a, watch, 'fourth'))[0]).toBe('debounced');
  const [row] = await createWatchStore(replicas.database.open()).list(`acc_share_${accounts}`, []);
  expect(row).toMatchObject({ failures_in_row: 2, paused_until: expect.any(Date) });
});

test('beyond the allowance of a day failing and new watches wait, proven ones do not, and the next day is new', async () => {
  const share = { maxUnpaid: 100, maxFailed: 100, maxFailedToday: 3 };
  [a, b] = [openStores(replicas.database, share), openStores(replicas.database, share)];
  const [proven, failing] = [await newWatch(), await newWatch()];
  await deliverWith(a, proven, 'received', delivered);
  await replicas.database.stepClock(minuteMs);
  const watches = [failing, await newWatch(), await newWatch(), await newWatch(), await newWatch()];
  const claims = await Promise.all(watches.map((watch, index) => claimNew(index % 2 === 0 ? a : b, watch, 'now')));
  const taken = claims.filter(([answer]) => answer === 'taken');
  expect([taken.length, claims.filter(([answer]) => answer === 'over_share').length]).toEqual([3, 2]);
  for (const [, claim] of taken) {
    await a.end(claim, failed, []);
  }
  const [answer, waiting] = await claimNew(b, await newWatch(), 'now');
  expect(answer).toBe('over_share');
  expect(await recordedShare(waiting.watchId)).toBe('failed_today');
  expect(await b.precheck(triggerOf(waiting))).toMatchObject({ overShare: { count: 'failed_today' } });
  await deliverWith(b, proven, 'again', delivered);
  await replicas.database.stepClock(24 * 60 * minuteMs);
  expect(await b.claim(waiting, [])).toMatchObject({ answer: 'taken' });
});
