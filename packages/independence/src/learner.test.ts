import { expect, test } from '@jest/globals';
import type { ProviderObservation } from './observation.ts';
import { createLearner, type Learner } from './learner.ts';
import { typeOfKey } from './type-of-key.ts';

function learnerOf(...keys: readonly string[]): Learner {
  const learner = createLearner({ minRowMs: 900, provesEarly: false });
  learner.admit(keys.map((key) => ({ key })));
  return learner;
}

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
  const learner = learnerOf('spot.price:BTC');
  learner.observe(rounds('spot.price:BTC', 60));
  const verdicts = learner.freshVerdicts();
  expect(verdicts).toMatchObject([{ type: 'spot.price', key: 'spot.price:BTC', observations: 120 }]);
  expect(verdicts[0]?.pairs.map(({ providers }) => providers)).toEqual([['a', 'b']]);
  expect(learner.freshVerdicts()).toEqual([]);
});

test('a loaded state continues exactly like the learner that stored it', () => {
  const first = learnerOf('spot.price:BTC');
  first.observe(rounds('spot.price:BTC', 60));
  const stored = first.changedStates();
  expect(first.changedStates()).toEqual([]);
  const second = learnerOf('spot.price:BTC');
  expect(second.admit(stored)).toEqual([]);
  const more = rounds('spot.price:BTC', 60, 2_000_000);
  first.observe(more);
  second.observe(more);
  expect(second.changedStates()).toEqual(first.changedStates());
});

test('a stored state that cannot be read is reported, and its key is learned again', () => {
  const learner = learnerOf('spot.price:BTC');
  expect(learner.admit([{ key: 'spot.price:BTC', state: '{"version":99,"key":"spot.price:BTC"}' }])).toEqual([
    'spot.price:BTC',
  ]);
  learner.observe(rounds('spot.price:BTC', 30));
  expect(learner.freshVerdicts()).toHaveLength(1);
});

test('a stored state whose part on prices has another version preserves what the trades showed', () => {
  const [key, t] = ['spot.price:BTC', 1_000_000];
  const first = learnerOf(key);
  first.observe(rounds(key, 30));
  first.observePrints([
    { t, provider: 'venue', key, price: '1', size: '0.1234', at: null, id: null, completeSinceMs: t },
  ]);
  const state = first.changedStates()[0]?.state.replace(String.raw`\"version\":9`, String.raw`\"version\":8`);
  const second = learnerOf();
  expect(second.admit([{ key, ...(state === undefined ? {} : { state }) }])).toEqual([]);
  second.observe(rounds(key, 30, 2_000_000));
  // The count contains one trade and the new answers. It lacks the earlier answers, because a state of another version
  // was discarded.
  expect(second.changedStates()).toMatchObject([{ observations: 61 }]);
});

test('callers cannot make the learner grow: observations of keys that are not admitted leave nothing', () => {
  const learner = learnerOf('spot.price:BTC');
  learner.observe(rounds('spot.price:BTC', 60));
  for (let index = 0; index < 10_000; index += 1) {
    learner.observe(rounds(`spot.price:X${index}`, 1));
  }
  expect(learner.freshVerdicts().map(({ key }) => key)).toEqual(['spot.price:BTC']);
  expect(learner.changedStates()).toMatchObject([{ key: 'spot.price:BTC', format: 902, observations: 120 }]);
});

test('a released key gives its state once more, and continues from it when it is admitted again', () => {
  const learner = learnerOf('spot.price:BTC');
  learner.observe(rounds('spot.price:BTC', 60));
  learner.release(['spot.price:BTC']);
  learner.observe(rounds('spot.price:BTC', 60, 2_000_000));
  const stored = learner.changedStates();
  expect(stored).toMatchObject([{ key: 'spot.price:BTC', observations: 120 }]);
  expect(learner.changedStates()).toEqual([]);
  learner.admit(stored);
  learner.observe(rounds('spot.price:BTC', 60, 2_000_000));
  expect(learner.changedStates()).toMatchObject([{ observations: 240 }]);
});

test('the type of a key is the part before its colon', () => {
  expect(typeOfKey('spot.price:BTC-USD')).toBe('spot.price');
});

test('an observation that nobody expected is reported with its source, and all others are learned', () => {
  const unexpected: string[] = [];
  const learner = createLearner({ minRowMs: 900, provesEarly: false }, (source) => unexpected.push(source));
  learner.admit([{ key: 'spot.price:BTC' }]);
  const observations = rounds('spot.price:BTC', 60);
  const poison = Object.defineProperty({ ...observations[10], provider: 'liar' }, 'value', {
    get: () => {
      throw new RangeError('a number that nobody thought of');
    },
  }) as ProviderObservation;
  learner.observe([...observations.slice(0, 10), poison, ...observations.slice(10)]);
  expect(unexpected).toEqual(['liar']);
  // The count of received observations includes the invalid one.
  expect(learner.freshVerdicts()).toMatchObject([{ key: 'spot.price:BTC', observations: 121 }]);
});
