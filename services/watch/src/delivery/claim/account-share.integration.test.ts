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

/** Two replicas whose accounts may have two unpaid verifications and three failed notifications in a minute. */
beforeEach(async () => {
  a = openStores(replicas.database, { maxUnpaid: 2, maxFailed: 3 });
  b = openStores(replicas.database, { maxUnpaid: 2, maxFailed: 3 });
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
  for (const trigger of ['first', 'second', 'third']) {
    await deliverWith(a, watch, trigger, failed);
  }
  expect((await claimNew(b, watch, 'fourth'))[0]).toBe('over_share');
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
