import { expect, test } from '@jest/globals';
import type { ProviderObservation } from './observation.ts';
import { createLearner, typeOfKey } from './learner.ts';

function rounds(key: string, count: number, fromMs = 1_000_000): ProviderObservation[] {
  return Array.from({ length: count }, (_unused, round) =>
    ['a', 'b'].map((provider, index) => ({
      t: fromMs + round * 1_000 + index,
      provider,
      key,
      value: (100 + Math.sin(round * (index + 1)) + round / 997).toFixed(4),
      asOf: null,
      latencyMs: 1,
      ok: true,
    })),
  ).flat();
}

test("the learner reports a key's verdicts once after each judgement", () => {
  const learner = createLearner(8, 900);
  learner.observe(rounds('spot.price:BTC', 60));
  const verdicts = learner.freshVerdicts();
  expect(verdicts).toMatchObject([{ type: 'spot.price', key: 'spot.price:BTC', observations: 120 }]);
  expect(verdicts[0]?.pairs.map(({ providers }) => providers)).toEqual([['a', 'b']]);
  expect(learner.freshVerdicts()).toEqual([]);
});

test('a loaded state continues exactly like the learner that stored it', () => {
  const first = createLearner(8, 900);
  first.observe(rounds('spot.price:BTC', 60));
  const stored = first.changedStates();
  expect(first.changedStates()).toEqual([]);
  const second = createLearner(8, 900);
  expect(second.load(stored)).toEqual([]);
  const more = rounds('spot.price:BTC', 60, 2_000_000);
  first.observe(more);
  second.observe(more);
  expect(second.changedStates()).toEqual(first.changedStates());
});

test('a stored state that cannot be read is reported, and its key is learned again', () => {
  const learner = createLearner(8, 900);
  expect(learner.load([{ key: 'spot.price:BTC', state: '{"version":99,"key":"spot.price:BTC"}' }])).toEqual([
    'spot.price:BTC',
  ]);
  learner.observe(rounds('spot.price:BTC', 30));
  expect(learner.freshVerdicts()).toHaveLength(1);
});

test('beyond its limit the learner forgets the least recently observed key', () => {
  const learner = createLearner(2, 900);
  learner.observe([
    ...rounds('t:one', 2),
    ...rounds('t:two', 2),
    ...rounds('t:one', 2, 2_000_000),
    ...rounds('t:three', 2),
  ]);
  expect(
    learner
      .changedStates()
      .map(({ key }) => key)
      .toSorted(),
  ).toEqual(['t:one', 't:three']);
});

test('the type of a key is the part before its colon', () => {
  expect(typeOfKey('spot.price:BTC-USD')).toBe('spot.price');
});
