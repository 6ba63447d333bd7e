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
          const taken = budget.take();
          expect(taken).toBe(inWindow < requests);
          if (taken) {
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
