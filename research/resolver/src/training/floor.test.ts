import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { falseAnswerBoundOf, floorsFor, type HeldOutAnswer } from './floor.ts';
import { seededRandom } from './logistic-regression.ts';

const floors = { type: 0.8, missing: 0.5 };
const answer = (author: string, probability: number, changed: Partial<HeldOutAnswer> = {}): HeldOutAnswer => ({
  author,
  answerable: false,
  right: false,
  missing: false,
  probability,
  ...changed,
});

test('the bound counts an unknown author as one who gets false answers only', () => {
  const answers = [answer('a', 0.9), answer('a', 0.1), answer('b', 0.1), answer('b', 0.2)];
  expect(falseAnswerBoundOf(answers, floors)).toBeCloseTo((0.5 + 0 + 1) / 3);
  expect(falseAnswerBoundOf([], floors)).toBe(1);
});

test('questions with an answer and requests for a parameter are no false answers', () => {
  const answers = [
    answer('a', 0.1),
    answer('a', 0.99, { missing: true }),
    answer('a', 0.99, { answerable: true, right: true }),
  ];
  expect(falseAnswerBoundOf(answers, floors)).toBe(0.5);
});

test('authors drawn as those before get no more false answers on average than the bound', () => {
  const random = seededRandom(7);
  const authorOf = (name: string): HeldOutAnswer[] => {
    const difficulty = random() ** 3;
    return Array.from({ length: 20 }, () => answer(name, random() < difficulty ? 0.9 : 0.1));
  };
  const share = (answers: readonly HeldOutAnswer[]): number =>
    answers.filter(({ probability }) => probability >= floors.type).length / answers.length;
  let bounds = 0;
  let shares = 0;
  for (let round = 0; round < 400; round += 1) {
    const known = Array.from({ length: 12 }, (_, at) => authorOf(`known ${at}`)).flat();
    bounds += falseAnswerBoundOf(known, floors);
    shares += share(authorOf('new'));
  }
  expect(shares).toBeLessThan(bounds);
  // The bounds must also be close to the shares, because a bound of 1 would always hold and say nothing.
  expect(bounds / 400).toBeLessThan(shares / 400 + 0.1);
});

test('a higher floor never raises the bound', () => {
  const anAnswer = fc.record({
    author: fc.constantFrom('a', 'b', 'c'),
    answerable: fc.boolean(),
    right: fc.boolean(),
    missing: fc.boolean(),
    probability: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  fc.assert(
    fc.property(fc.array(anAnswer), fc.double({ min: 0, max: 1, noNaN: true }), (answers, type) => {
      const stricter = falseAnswerBoundOf(answers, { type: Math.min(1, type + 0.1), missing: 0.5 });
      expect(stricter).toBeLessThanOrEqual(falseAnswerBoundOf(answers, { type, missing: 0.5 }) + 1e-12);
    }),
  );
});

test('without held-out authors, answering and refusing cost the same at the floor', () => {
  expect(floorsFor([])).toEqual({ type: 3.5 / 4.5, missing: 0.5 });
});
