import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { randomFrom } from '../testing/random.ts';
import { printRule } from './print-rule.ts';
import { eventWeight, meanNats, missingNats, natsAgainst, shownNats, upperBound } from './share-bound.ts';

/**
 * Returns the exact upper limit of a share by the binomial distribution (Clopper and Pearson 1934), for a single look
 * at the data.
 */
function exactLimit(events: number, copies: number, error: number): number {
  const tail = (share: number): number => {
    let term = (1 - share) ** events;
    let sum = term;
    for (let k = 1; k <= copies; k++) {
      term *= ((events - k + 1) / k) * (share / (1 - share));
      sum += term;
    }
    return sum;
  };
  let [low, high] = [0, 1];
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    [low, high] = tail(middle) > error ? [middle, high] : [low, middle];
  }
  return high;
}

test('the bound is above the exact limit of one look at the data, and below twice that limit', () => {
  fc.assert(
    fc.property(fc.integer({ min: 40, max: 800 }), fc.integer({ min: 0, max: 20 }), (events, copies) => {
      const bound = upperBound(events, copies, Math.log(1_000));
      const exact = exactLimit(events, copies, 0.001);
      expect(bound).toBeGreaterThanOrEqual(exact);
      expect(bound).toBeLessThan(2 * exact + 0.03);
    }),
  );
});

test('more equal sizes never lower the bound, and more events without them never raise it', () => {
  fc.assert(
    fc.property(
      fc.float({ min: 1, max: 800, noNaN: true }),
      fc.float({ min: 0, max: 50, noNaN: true }),
      (events, copies) => {
        const nats = Math.log(1_000);
        expect(upperBound(events, copies + 1, nats)).toBeGreaterThanOrEqual(upperBound(events, copies, nats) - 1e-6);
        expect(upperBound(events + 10, copies, nats)).toBeLessThanOrEqual(upperBound(events, copies, nats) + 1e-6);
      },
    ),
  );
});

test('looked at after every event, a share at the bound is refuted in fewer than 1 in 1,000 runs', () => {
  let refuted = 0;
  const runs = 4_000;
  for (let run = 0; run < runs; run++) {
    const random = randomFrom(run + 1);
    let [events, shown] = [0, 0];
    for (let event = 0; event < 400; event++) {
      // The weight is fixed before the outcome, like the weight of a real size.
      const weight = 0.2 + 0.8 * random.next();
      events += weight;
      shown += random.next() < 0.15 ? weight : 0;
      if (natsAgainst(0.15, events, shown) >= Math.log(1_000)) {
        refuted++;
        break;
      }
    }
  }
  expect(refuted / runs).toBeLessThanOrEqual(0.001);
});

test('with any chances that are fixed before the outcome, a share at the bound is refuted in fewer than 1 in 1,000 runs', () => {
  let refuted = 0;
  const runs = 4_000;
  for (let run = 0; run < runs; run++) {
    const random = randomFrom(run + 1);
    let nats = [0, 0];
    for (let event = 0; event < 400; event++) {
      // The assumed chance of a coincidence is random here, so it may be wrong.
      const chance = 0.3 * random.next() ** 3;
      const isShown = random.next() < 0.15;
      nats = printRule.proofChances.map(
        (part, each) => (nats[each] ?? 0) + (isShown ? shownNats(chance, part) : missingNats(chance, part)),
      );
      if (meanNats(nats) >= Math.log(1_000)) {
        refuted++;
        break;
      }
    }
  }
  expect(refuted / runs).toBeLessThanOrEqual(0.001);
});

test('an event of a usual size adds nothing to the evidence, whether it is shown or not', () => {
  expect(missingNats(0.15, 1)).toBe(0);
  expect(shownNats(0.15, 1)).toBe(0);
  expect(missingNats(0, 1)).toBeGreaterThan(0);
  expect(shownNats(0, 1)).toBeLessThan(-2);
});

test('a size weighs less the more usual it is, and nothing where chance shows it as often as a copy would', () => {
  fc.assert(
    fc.property(fc.float({ min: 0, max: 1, noNaN: true }), fc.float({ min: 0, max: 1, noNaN: true }), (a, b) => {
      const [rare, usual] = a < b ? [a, b] : [b, a];
      expect(eventWeight(rare)).toBeGreaterThanOrEqual(eventWeight(usual));
    }),
  );
  expect(eventWeight(0)).toBe(1);
  expect(eventWeight(0.15)).toBe(0);
});

test('without equal sizes 48 informative trades refute a share at the bound, and two equal sizes cost at most 40 more', () => {
  expect(natsAgainst(0.15, 48, 0)).toBeGreaterThan(Math.log(1_000));
  expect(natsAgainst(0.15, 88, 2)).toBeGreaterThan(Math.log(1_000));
});
