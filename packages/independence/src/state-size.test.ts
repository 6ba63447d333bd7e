import { expect, test } from '@jest/globals';
import { createState } from './create-state.ts';
import { observe } from './observe.ts';

/** Returns the total size of all arrays of numbers in a state, in bytes. */
function bytesOf(value: unknown): number {
  if (ArrayBuffer.isView(value)) {
    return value.byteLength;
  }
  return typeof value === 'object' && value !== null
    ? Object.values(value).reduce((sum: number, part) => sum + bytesOf(part), 0)
    : 0;
}

test('a pair of prices takes at most 4.5 kB with twenty providers, however many values they show', () => {
  const state = createState('price:BTC-USD');
  for (let poll = 1; poll <= 8; poll++) {
    for (let provider = 0; provider < 20; provider++) {
      const value = (60_000 + ((poll * 7_919 + provider * 104_729) % 9_973) / 100).toFixed(2);
      observe(state, {
        t: poll * 3_000,
        provider: `p${provider}`,
        key: state.key,
        value,
        asOf: null,
        latencyMs: 50,
        ok: true,
      });
    }
  }
  expect(bytesOf(state) / ((20 * 19) / 2)).toBeLessThanOrEqual(4_500);
});
