import { expect, test } from '@jest/globals';
import { createPriceMovement, maxMovementBps } from './price-movement.ts';

/** Records updates every ten seconds that move up and down by some basis points. */
function after(movesBps: readonly number[]) {
  const movement = createPriceMovement();
  let price = 100;
  movement.record('SOL', price, 0);
  for (const [index, bps] of movesBps.entries()) {
    price *= 1 + bps / 10_000;
    movement.record('SOL', price, (index + 1) * 10_000);
  }
  return movement;
}

const alternating = (bps: number, count: number) =>
  Array.from({ length: count }, (_, at) => (at % 2 === 0 ? bps : -bps));

test('the plausible movement is three deviations of the measured returns, and grows with the root of time', () => {
  const movement = after(alternating(4, 40));
  expect(movement.plausibleBps('SOL', 10_000)).toBe(12);
  expect(movement.plausibleBps('SOL', 40_000)).toBe(24);
  expect(movement.plausibleBps('SOL', 0)).toBe(0);
});

test('it is capped, and zero until enough was measured', () => {
  expect(after(alternating(200, 40)).plausibleBps('SOL', 60_000)).toBe(maxMovementBps);
  expect(after(alternating(200, 7)).plausibleBps('SOL', 60_000)).toBe(0);
  expect(after(alternating(200, 40)).plausibleBps('BTC', 60_000)).toBe(0);
});

test('a calm market after a fast one lowers it again', () => {
  const calm = after([...alternating(20, 40), ...alternating(1, 120)]);
  expect(calm.plausibleBps('SOL', 10_000)).toBeLessThanOrEqual(4);
});

test('a repeated or older update changes nothing, and a long gap starts again', () => {
  const movement = after(alternating(4, 40));
  movement.record('SOL', 500, 100_000);
  expect(movement.plausibleBps('SOL', 10_000)).toBe(12);
  movement.record('SOL', 100, 1_000_000);
  expect(movement.plausibleBps('SOL', 10_000)).toBe(0);
});
