import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createManualClock } from './testing/manual-clock.ts';
import { createBudget } from './request-budget.ts';

test('no window holds more requests than documented, and no request waits longer than necessary', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 6 }),
      fc.integer({ min: 1, max: 100 }),
      fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 60 }),
      async (requests, perMs, waits) => {
        const clock = createManualClock();
        const budget = createBudget({ requests, perMs }, clock.now);
        const sentAtMs: number[] = [];
        for (const wait of waits) {
          clock.advance(wait);
          const inWindow = sentAtMs.filter((at) => clock.now() - at < perMs).length;
          const isTaken = budget.take();
          expect(isTaken).toBe(inWindow < requests);
          if (isTaken) {
            sentAtMs.push(clock.now());
          }
        }
      },
    ),
    { numRuns: 40 },
  );
});

test('a pause stops every request for the named time, at most one minute', async () => {
  const clock = createManualClock();
  const budget = createBudget(undefined, clock.now);
  budget.pause(3_600_000);
  expect(budget.pausedForMs()).toBe(60_000);
  clock.advance(59_999);
  expect(budget.take()).toBe(false);
  clock.advance(1);
  expect(budget.take()).toBe(true);
});

test('the budget reports headroom until half of it is used', async () => {
  const clock = createManualClock();
  const budget = createBudget({ requests: 4, perMs: 100 }, clock.now);
  expect(budget.take()).toBe(true);
  expect(budget.hasHeadroom()).toBe(true);
  expect(budget.take()).toBe(true);
  expect(budget.hasHeadroom()).toBe(false);
  expect(budget.canTake()).toBe(true);
  clock.advance(100);
  expect(budget.hasHeadroom()).toBe(true);
});

test('a share of the limit bounds the requests of a window, counts those before it, and can be none', () => {
  const clock = createManualClock();
  const budget = createBudget({ requests: 6, perMs: 100 }, clock.now);
  const takeAll = (): number => Array.from({ length: 10 }, () => budget.take()).filter(Boolean).length;
  expect([budget.take(), budget.take()]).toEqual([true, true]);
  budget.setShare({ requests: 3, perMs: 100 });
  expect(takeAll()).toBe(1);
  budget.setShare({ requests: 0, perMs: 100 });
  clock.advance(1_000);
  expect(takeAll()).toBe(0);
  budget.setShare({ requests: 6, perMs: 100, further: 2 });
  expect(takeAll()).toBe(2);
  clock.advance(1_000);
  expect([takeAll(), budget.taken()]).toEqual([0, 5]);
});

test('a share with a longer window slows requests down', () => {
  const clock = createManualClock();
  const budget = createBudget({ requests: 1, perMs: 1_000 }, clock.now);
  budget.setShare({ requests: 1, perMs: 10_000 });
  expect(budget.take()).toBe(true);
  clock.advance(9_999);
  expect(budget.take()).toBe(false);
  clock.advance(1);
  expect(budget.take()).toBe(true);
});

test('what remains is the part of the limit that no request of the window used', () => {
  const clock = createManualClock();
  const budget = createBudget({ requests: 3, perMs: 100 }, clock.now);
  const left = (): number | undefined => budget.remaining()?.left;
  expect(budget.remaining()).toEqual({ requests: 3, perMs: 100, left: 3 });
  budget.take();
  clock.advance(60);
  budget.take();
  expect(left()).toBe(1);
  clock.advance(40);
  expect(left()).toBe(2);
  budget.setShare({ requests: 2, perMs: 100, further: 1 });
  expect(left()).toBe(1);
  budget.take();
  expect(left()).toBe(0);
  expect(createBudget(undefined, clock.now).remaining()).toBeUndefined();
});
