import { expect, test } from '@jest/globals';
import { createLatency } from './latency.ts';

test('the hedge delay is the 95th percentile of the last answers, between 150 and 800 ms', () => {
  const latency = createLatency();
  expect(latency.hedgeAfterMs()).toBe(800);
  for (let each = 0; each < 64; each += 1) {
    latency.add(20);
  }
  expect(latency.hedgeAfterMs()).toBe(150);
  for (let each = 0; each < 64; each += 1) {
    latency.add(each % 10 === 0 ? 431 : 200);
  }
  expect(latency.hedgeAfterMs()).toBe(440);
  expect(latency.typicalMs()).toBe(200);
  for (let each = 0; each < 64; each += 1) {
    latency.add(2_500);
  }
  expect(latency.hedgeAfterMs()).toBe(800);
});
