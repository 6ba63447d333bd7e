import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { chanceInWindow, keepPaces } from './event-weights.ts';
import { createPrintState, printProviderIndex, type PrintProvider } from './print-state.ts';

const startMs = 1_700_000_000_000;
const traded = (provider: PrintProvider, t: number): void => {
  keepPaces(provider, t);
  provider.rate = provider.rate * Math.exp(-(t - provider.lastMs) / 120_000) + 1;
  provider.lastMs = t;
};

test('the chance of an event is the same before and after the trades that show it', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 3_000 }), { minLength: 1, maxLength: 80 }),
      fc.integer({ min: 0, max: 9_000 }),
      fc.array(fc.integer({ min: 0, max: 1_500 }), { minLength: 1, maxLength: 40 }),
      (waitsMs, laterMs, laterWaitsMs) => {
        const state = createPrintState('spot.price:BTC', true);
        const provider = state.providers[printProviderIndex(state, 'venue', startMs, startMs)];
        expect(provider).toBeDefined();
        if (provider === undefined) {
          return;
        }
        let t = startMs;
        waitsMs.forEach((waitMs) => traded(provider, (t += waitMs)));
        const eventMs = t + laterMs;
        const before = chanceInWindow(provider, eventMs, 0.001);
        t = eventMs;
        laterWaitsMs.forEach((waitMs) => traded(provider, (t += waitMs)));
        expect(chanceInWindow(provider, eventMs, 0.001)).toBeCloseTo(before, 7);
      },
    ),
  );
});
