import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Run } from '../claim/store.ts';
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

test('what was merged into a waiting trigger is not covered by a verification that is older than it', async () => {
  const watch = await putWatch(database);
  const [early, late] = [Date.now() - 60_000, Date.now() - 1_000];
  for (const [round, look] of [false, true].entries()) {
    const slot = BigInt(round * 1_000);
    const first = await sending(watch, `${round}-first`);
    const waits = runOf(watch, `${round}-waits`, slot + 10n, early);
    expect(await takeUp(waits)).toBe('waits');
    expect(await takeUp(runOf(watch, `${round}-merged`, slot + 30n, late))).toBe('merged');
    // The first one was verified after the change that the waiting one saw, and before the one that was merged into it.
    await store.end(first, { ...delivered, slot: slot + 20n }, []);
    if (look) {
      expect(await store.look(triggerOf(waits))).toMatchObject({ isWaiting: true });
    }
    expect(await takeUp(waits)).toBe('taken');
    await store.end(waits, { ...delivered, slot: slot + 30n }, []);
  }
});

test('a waiting trigger that turns out to be over is not counted on any more', async () => {
  const watch = await putWatch(database);
  const first = await sending(watch, 'first');
  const waits = runOf(watch, 'waits', 10n, Date.now() - 60_000);
  expect(await takeUp(waits)).toBe('waits');
  await store.end(first, { ...delivered, slot: 20n }, []);
  expect(await store.look(triggerOf(waits))).toEqual({ over: 'covered' });
  const second = await sending(watch, 'second');
  expect(await takeUp(runOf(watch, 'third'))).toBe('waits');
  await store.end(second, delivered, []);
});

test('of a watch without a place one trigger waits, those after it are merged, and none is merged into one that began', async () => {
  const watch = await putWatch(database, { accountId: 'acc_crowded' });
  const [first, second, third] = [runOf(watch, 'first'), runOf(watch, 'second'), runOf(watch, 'third')];
  const at = { accountId: 'acc_crowded', webhookUrl: 'https://receiver.example/hook' };
  expect(await store.look(triggerOf(first))).toEqual({ ...at, isWaiting: false });
  expect(await store.letWait(triggerOf(first))).toBe('waits');
  expect(await store.look(triggerOf(first))).toEqual({ ...at, isWaiting: true });
  expect(await other.letWait(triggerOf(second))).toBe('merged');
  await database.stepClock(waitMs / 2);
  expect(await store.look(triggerOf(first))).toEqual({ ...at, isWaiting: false });
  expect(await store.letWait(triggerOf(first))).toBe('waits');
  expect(await takeUp(first)).toBe('taken');
  expect(await other.letWait(triggerOf(third))).toBe('waits');
});

test('letting many wait at once waits for nobody: a watch that is locked keeps its trigger unmarked', async () => {
  const [locked, free] = [await putWatch(database), await putWatch(database)];
  const triggers = [locked, free, free].map((watch, index) => triggerOf(runOf(watch, String(index))));
  const replica = database.open();
  const answers = await replica.transaction(async (client) => {
    await client.query('SELECT FROM watches WHERE id = $1 FOR UPDATE', [locked]);
    return Promise.all(triggers.map(store.letWait));
  });
  expect(answers).toEqual(['waits', 'waits', 'merged']);
  const looked = await Promise.all(triggers.map(store.look));
  expect(looked.map((one) => 'isWaiting' in one && one.isWaiting)).toEqual([false, true, false]);
});

test('nothing is merged into a trigger that a dead worker had begun: another may have taken its place by then', async () => {
  const watch = await putWatch(database);
  const begun = runOf(watch, 'begun');
  expect(await takeUp(begun)).toBe('taken');
  expect(await other.letWait(triggerOf(begun))).toBe('waits');
  await database.stepClock(leaseMs);
  const next = await sending(watch, 'next');
  expect(await takeUp(runOf(watch, 'begun'), other)).toBe('repeated');
  expect(await takeUp(runOf(watch, 'later'), other)).toBe('waits');
  await store.end(next, delivered, []);
  expect(await takeUp(runOf(watch, 'later'), other)).toBe('taken');
});

test.each<[string, (watch: string, dead: Run) => Promise<Run>]>([
  ['whoever takes it up again', async (_watch, dead) => dead],
  ['whoever takes its place', async (watch) => runOf(watch, 'other', 5n, Date.now() - 60_000)],
  [
    'itself after it was put back',
    async (_watch, dead) => {
      await store.putBack(dead, true);
      return dead;
    },
  ],
])('all that a trigger stood for when its worker died is for %s to tell', async (_who, next) => {
  const watch = await putWatch(database);
  const [early, late] = [Date.now() - 60_000, Date.now() - 1_000];
  const first = await sending(watch, 'first');
  const dead = runOf(watch, 'dead', 10n, early);
  expect(await takeUp(dead)).toBe('waits');
  expect(await takeUp(runOf(watch, 'merged', 30n, late))).toBe('merged');
  await store.end(first, { ...delivered, slot: 20n }, []);
  expect(await takeUp(dead)).toBe('taken');
  const again = await next(watch, dead);
  await database.stepClock(leaseMs);
  // What it saw itself was verified since, and what was merged into it was not.
  const run = { ...again, id: `${again.id}-again`, holdId: `${again.holdId}-again` };
  if (again.triggerId === dead.triggerId) {
    expect(await other.look(triggerOf(run))).not.toHaveProperty('over');
  }
  expect(await takeUp(run, other)).toBe('taken');
});
