import { expect, test } from '@jest/globals';
import { providerAt } from '../state.ts';
import { measured, shortMarket } from '../testing/short-traces.ts';
import { addReseller, addVenue } from '../testing/trace-providers.ts';

test('takes the printed step as the tick, also when round numbers are frequent', () => {
  const world = shortMarket(51, 200);
  addVenue(world, 'fine', { tick: 0.01, roundNumbers: 0.3 });
  addVenue(world, 'coarse', { tick: 1 });
  const state = measured(world);
  const ticks = new Map(state.providers.map((provider) => [provider.name, provider.tick]));
  expect(ticks.get('fine')).toBeCloseTo(0.01, 9);
  expect(ticks.get('coarse')).toBeCloseTo(1, 9);
});

test('finds the coarse lattice of a mark-up that prints fine digits, by the gaps between its values', () => {
  const world = shortMarket(52, 400);
  addVenue(world, 'venue', { tick: 0.1 });
  addReseller(world, 'dear', 'venue', { markup: 8e-4, decimals: 2 });
  const state = measured(world);
  const dear = providerAt(
    state,
    state.providers.findIndex((provider) => provider.name === 'dear'),
  );
  expect(dear.tickExponent).toBe(-2);
  expect(dear.tick).toBeGreaterThan(0.08);
  expect(dear.tick).toBeLessThan(0.12);
});
