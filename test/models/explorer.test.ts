import { expect, test } from '@jest/globals';
import { explore, type StateModel } from './explorer.ts';

/** Counts from 0 by steps of 1 and 2 up to 5. A fault sets the count to 9. */
const counter: StateModel<number> = {
  initial: 0,
  key: String,
  steps: (count) => [
    ...[1, 2].flatMap((by) => (count + by <= 5 ? [{ label: `add ${by}`, to: count + by, isFault: false }] : [])),
    { label: 'break', to: 9, isFault: true },
  ],
  broken: () => undefined,
  brokenAtEnd: () => undefined,
};

test('it visits every state once, and knows the states in which nothing more happens', () => {
  expect(explore(counter, 100)).toEqual({
    states: 7,
    steps: 16,
    finalStates: 2,
    isComplete: true,
    violation: undefined,
  });
});

test('it shows a shortest run to a broken rule', () => {
  const result = explore({ ...counter, broken: (count) => (count === 4 ? 'four is forbidden' : undefined) }, 100);
  expect(result.violation).toEqual({ rule: 'four is forbidden', run: ['add 2', 'add 2'] });
  expect(result.isComplete).toBe(false);
});

test('it checks the second rule only where nothing more happens without a fault', () => {
  const result = explore({ ...counter, brokenAtEnd: (count) => (count === 5 ? 'ends at five' : undefined) }, 100);
  expect(result.violation).toEqual({ rule: 'ends at five', run: ['add 1', 'add 2', 'add 2'] });
});

test('it says when it gave up before it had visited every state', () => {
  expect(explore(counter, 3).isComplete).toBe(false);
});
