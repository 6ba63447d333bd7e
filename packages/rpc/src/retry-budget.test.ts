import { expect, test } from '@jest/globals';
import { createRetryBudget, type RetryBudget } from './retry-budget.ts';

/** Takes retries until the budget is used up, and returns their number. */
function takeAll(budget: RetryBudget): number {
  let takenCount = 0;
  while (budget.take()) {
    takenCount += 1;
  }
  return takenCount;
}

function callTimes(budget: RetryBudget, times: number): void {
  for (let call = 0; call < times; call += 1) {
    budget.onCall();
  }
}

test('a client may send a hundred calls again at once, and then one for five calls', () => {
  const budget = createRetryBudget();
  expect(takeAll(budget)).toBe(100);
  callTimes(budget, 4);
  expect(budget.take()).toBe(false);
  callTimes(budget, 1);
  expect([budget.take(), budget.take()]).toEqual([true, false]);
});

test('a long time without failures earns at most 500 retries', () => {
  const budget = createRetryBudget();
  callTimes(budget, 1_000_000);
  expect(takeAll(budget)).toBe(500);
});

test('when every call fails, retries add at most a fifth to the load', () => {
  const budget = createRetryBudget();
  takeAll(budget);
  let retries = 0;
  for (let call = 0; call < 10_000; call += 1) {
    budget.onCall();
    retries += takeAll(budget);
  }
  expect(retries).toBeGreaterThanOrEqual(1_999);
  expect(retries).toBeLessThanOrEqual(2_000);
});

test('clients have budgets of their own', () => {
  const [a, b] = [createRetryBudget(), createRetryBudget()];
  takeAll(a);
  expect(b.take()).toBe(true);
});
