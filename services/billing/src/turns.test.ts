import { expect, test } from '@jest/globals';
import { createTurns, type Turns } from './turns.ts';

type Clock = { nowMs: number };

function openTurns(): { turns: Turns; clock: Clock } {
  const clock = { nowMs: 0 };
  return { turns: createTurns({ exclusiveForMs: 1_000, now: () => clock.nowMs }), clock };
}

/**
 * Runs two statements at the same time. The first one reports `foundLocks`. Returns for each statement whether it was
 * contended: it found rows locked while the other statement ran.
 */
async function overlap(turns: Turns, foundLocks: boolean): Promise<boolean[]> {
  const ends: (() => void)[] = [];
  const statement = (): Promise<void> =>
    new Promise((resolve) => {
      ends.push(resolve);
    });
  const both = [turns.run(statement, () => foundLocks), turns.run(statement, () => false)];
  for (const end of ends) {
    end();
  }
  return (await Promise.all(both)).map(({ contended }) => contended);
}

test('statements start immediately while none of them finds the locks of another', async () => {
  const { turns } = openTurns();
  expect(turns.take()).toBeUndefined();
  expect(await overlap(turns, false)).toEqual([false, false]);
  expect(turns.take()).toBeUndefined();
});

test('after two statements locked the same rows, a statement waits until the earlier turns have ended', async () => {
  const { turns } = openTurns();
  expect(await overlap(turns, true)).toEqual([true, false]);
  const endFirst = await turns.take();
  const events: string[] = [];
  const second = turns.take()?.then((end) => {
    events.push('second turn');
    end();
  });
  await Promise.resolve();
  events.push('first turn ends');
  endFirst?.();
  await second;
  expect(events).toEqual(['first turn ends', 'second turn']);
  const endThird = await turns.take();
  expect(endThird).toBeDefined();
});

test('statements run at the same time again when the exclusive time has passed', async () => {
  const { turns, clock } = openTurns();
  await overlap(turns, true);
  clock.nowMs = 999;
  expect(turns.take()).toBeDefined();
  clock.nowMs = 1_000;
  expect(turns.take()).toBeUndefined();
});

test('a statement that ran alone and found locks of somebody else does not make the others take turns', async () => {
  const { turns } = openTurns();
  const busy = turns.run(
    () => Promise.resolve('busy'),
    (result) => result === 'busy',
  );
  expect(await busy).toEqual({ result: 'busy', contended: false });
  expect(turns.take()).toBeUndefined();
});

test('a statement that fails does not count as running afterwards', async () => {
  const { turns } = openTurns();
  await expect(
    turns.run(
      () => Promise.reject(new Error('lost')),
      () => true,
    ),
  ).rejects.toThrow('lost');
  await turns.run(
    () => Promise.resolve(),
    () => true,
  );
  expect(turns.take()).toBeUndefined();
});
