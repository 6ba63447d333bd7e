import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createPriceMovement, maxMovementBps } from './price-movement.ts';

const everyMs = 10_000;

/**
 * Measures rounds of several providers. `movesByProvider` has the moves of each provider between the rounds, in basis
 * points.
 */
function after(movesByProvider: Readonly<Record<string, readonly number[]>>, roundMs = everyMs) {
  const movement = createPriceMovement();
  const prices = new Map(Object.keys(movesByProvider).map((name) => [name, 100]));
  movement.addRound('SOL', new Map(prices), 0);
  const rounds = Math.max(...Object.values(movesByProvider).map(({ length }) => length));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, moves] of Object.entries(movesByProvider)) {
      prices.set(name, (prices.get(name) ?? 0) * (1 + (moves[round] ?? 0) / 10_000));
    }
    movement.addRound('SOL', new Map(prices), (round + 1) * roundMs);
  }
  const endMs = rounds * roundMs;
  return { movement, endMs, plausible: (elapsedMs: number) => movement.plausibleBps('SOL', elapsedMs, endMs) };
}

const alternating = (bps: number, count: number) =>
  Array.from({ length: count }, (_, at) => (at % 2 === 0 ? bps : -bps));
const both = (moves: readonly number[]) => ({ a: moves, b: moves });

test('the plausible movement is three deviations of the measured returns, and grows with the root of time', () => {
  const { plausible } = after(both(alternating(4, 40)));
  expect(plausible(10_000)).toBe(12);
  expect(plausible(40_000)).toBe(24);
  expect(plausible(0)).toBe(0);
});

test('it is capped, and zero until enough was measured', () => {
  expect(after(both(alternating(200, 40))).plausible(60_000)).toBe(maxMovementBps);
  expect(after(both(alternating(200, 7))).plausible(60_000)).toBe(0);
  expect(after(both(alternating(200, 8))).plausible(60_000)).toBe(maxMovementBps);
  const { movement, endMs } = after(both(alternating(200, 40)));
  expect(movement.plausibleBps('BTC', 60_000, endMs)).toBe(0);
});

test('a calm market after a fast one lowers it again', () => {
  const { plausible } = after(both([...alternating(20, 40), ...alternating(1, 120)]));
  expect(plausible(10_000)).toBeLessThanOrEqual(4);
});

test('rounds that follow each other quickly are one return, so the bounce of trades does not count many times', () => {
  const calm = Array.from({ length: 200 }, (_, round) => (round % 5 === 4 ? (round % 10 === 4 ? 4 : -4) : 0));
  expect(after(both(calm), 2_000).plausible(10_000)).toBe(12);
  const bouncing = alternating(10, 200);
  expect(after(both(bouncing), 2_000).plausible(10_000)).toBeLessThanOrEqual(30);
  expect(after(both(bouncing), 200).plausible(10_000)).toBe(0);
});

test('a measurement that ended five minutes ago says nothing, and a long gap starts again', () => {
  const { movement, endMs, plausible } = after(both(alternating(4, 40)));
  expect(plausible(10_000)).toBe(12);
  expect(movement.plausibleBps('SOL', 10_000, endMs + 300_001)).toBe(0);
  const later = endMs + 400_000;
  movement.addRound('SOL', new Map(Object.entries({ a: 200, b: 200 })), later);
  movement.addRound('SOL', new Map(Object.entries({ a: 100, b: 100 })), later + 10_000);
  expect(movement.plausibleBps('SOL', 10_000, later + 10_000)).toBe(0);
});

test('one provider alone proves no movement', () => {
  expect(after({ a: alternating(40, 40) }).plausible(10_000)).toBe(0);
});

test('whatever one wrong provider among two or more shows, it is not above what the honest ones show', () => {
  const moves = fc.array(fc.integer({ min: -300, max: 300 }), { minLength: 20, maxLength: 20 });
  fc.assert(
    fc.property(moves, fc.integer({ min: 1, max: 4 }), (lies, honestCount) => {
      const honest = alternating(3, 20);
      const names = ['a', 'b', 'c', 'd'].slice(0, honestCount);
      const rates = { ...Object.fromEntries(names.map((name) => [name, honest])), liar: lies };
      expect(after(rates).plausible(10_000)).toBeLessThanOrEqual(9);
    }),
    { numRuns: 300 },
  );
});

test('another replica takes a measurement over and continues it', () => {
  const { movement, endMs, plausible } = after(both(alternating(4, 40)));
  const other = createPriceMovement();
  other.fromJson(JSON.parse(JSON.stringify(movement.toJson())) as ReturnType<typeof movement.toJson>);
  expect(other.plausibleBps('SOL', 10_000, endMs)).toBe(plausible(10_000));
  other.addRound('SOL', new Map(Object.entries({ a: 50, b: 50 })), endMs + 10_000);
  expect(other.plausibleBps('SOL', 10_000, endMs + 10_000)).toBe(12);
  other.addRound('SOL', new Map(Object.entries({ a: 50.25, b: 50.25 })), endMs + 20_000);
  expect(other.plausibleBps('SOL', 10_000, endMs + 20_000)).toBeGreaterThan(25);
  other.keepOnly(() => false);
  expect(other.plausibleBps('SOL', 10_000, endMs + 20_000)).toBe(0);
});
