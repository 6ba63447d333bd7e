import { expect, test } from '@jest/globals';
import { randomFrom } from '../testing/random.ts';
import { chancePerCell, lagSums, likeliestLag, windowSum } from './lag-sums.ts';
import { natsAgainstExcess, natsAgainstMean } from './poisson-nats.ts';
import { fadeResponses, followPace, recordMoves } from './record-moves.ts';
import { createResponseState, firstCell, lagReach, pairPlace, type ResponseState } from './response-state.ts';

const pollMs = 3_000;
type Move = { readonly provider: number; readonly atMs: number; readonly sense: number };

/**
 * Feeds three providers that move at random, and returns the moves that they make after the polling interval is known.
 */
function randomMoves(seed: number, polls: number): { response: ResponseState; moves: Move[] } {
  const random = randomFrom(seed);
  const response = createResponseState();
  const logs = [0, 0, 0].map(() => 10 + random.next());
  const moves: Move[] = [];
  for (let round = 1; round <= polls; round++) {
    for (const provider of [0, 1, 2]) {
      const atMs = round * pollMs + 100 * provider;
      const sense = random.next() < 0.2 ? random.pick([-1, 1]) : 0;
      logs[provider] = (logs[provider] ?? 0) + sense * 1e-4;
      const wasKnown = (response.movers[provider]?.moved ?? 0) > 0;
      recordMoves(response, provider, { log: logs[provider] ?? 0, number: 1, exponent: -2, readMs: atMs });
      if (sense !== 0 && wasKnown) {
        moves.push({ provider, atMs, sense });
      }
    }
  }
  return { response, moves };
}

test('counts every two moves of a pair once, at their lag and sense, as a count of all pairs of moves does', () => {
  const { response, moves } = randomMoves(1, 300);
  const reach = lagReach(response.cellMs);
  for (const [a, b] of [
    [0, 1],
    [0, 2],
    [1, 2],
  ] as const) {
    const same = new Uint16Array(2 * reach + 1);
    const opposite = new Uint16Array(2 * reach + 1);
    for (const low of moves.filter(({ provider }) => provider === a)) {
      for (const high of moves.filter(({ provider }) => provider === b)) {
        const apart = high.atMs - low.atMs;
        const lag = Math.sign(apart) * Math.round(Math.abs(apart) / response.cellMs);
        const counts = low.sense === high.sense ? same : opposite;
        if (Math.abs(lag) <= reach) {
          counts[reach + lag] = (counts[reach + lag] ?? 0) + 1;
        }
      }
    }
    const from = firstCell(pairPlace(a, b));
    expect(response.same.subarray(from, from + 2 * reach + 1)).toEqual(same);
    expect(response.opposite.subarray(from, from + 2 * reach + 1)).toEqual(opposite);
  }
});

test('sums windows of lags like a plain sum, and finds the lag with most moves', () => {
  const { response } = randomMoves(2, 300);
  const pair = pairPlace(0, 1);
  const reach = lagReach(response.cellMs);
  response.same[firstCell(pair) + reach + 7] = 500;
  const sums = lagSums(response, pair);
  const plain = (centre: number, width: number): number => {
    let sum = 0;
    for (let cell = centre - (width >> 1); cell <= centre + (width >> 1); cell++) {
      sum += (response.same[firstCell(pair) + cell] ?? 0) + (response.opposite[firstCell(pair) + cell] ?? 0);
    }
    return sum;
  };
  for (const [centre, width] of [
    [reach, 3],
    [reach - 20, 7],
    [3, 7],
  ] as const) {
    expect(windowSum(sums.all, centre, width)).toBe(plain(centre, width));
  }
  expect(Math.abs(likeliestLag(sums).lag - 7)).toBeLessThanOrEqual(1);
  expect(chancePerCell(sums, response.cellMs)).toBeGreaterThan(0);
});

test('gives the likelihood ratio that a search over all pairs of means finds', () => {
  const log = (count: number, mean: number): number => (count > 0 ? count * Math.log(mean) : 0) - mean;
  for (const [larger, smaller, excess] of [
    [3, 2, 12],
    [0, 0, 5],
    [20, 18, 30],
    [5, 30, 8],
  ] as const) {
    let best = -Infinity;
    for (let low = 1e-6; low < 100; low += 0.005) {
      best = Math.max(best, log(larger, low + excess) + log(smaller, low));
    }
    const free = log(larger, Math.max(larger, 1e-9)) + log(smaller, Math.max(smaller, 1e-9));
    expect(natsAgainstExcess(larger, smaller, excess)).toBeCloseTo(free - best, 2);
  }
  expect(natsAgainstExcess(20, 3, 10)).toBe(0);
  expect(natsAgainstMean(4, 10)).toBeCloseTo(4 * Math.log(0.4) + 6, 6);
  expect(natsAgainstMean(11, 10)).toBe(0);
});

test('halves all counts after half a day and starts again when the poll becomes much longer', () => {
  const { response } = randomMoves(3, 300);
  const pair = pairPlace(0, 1);
  const before = response.pairMoves[pair * 2] ?? 0;
  expect(before).toBeGreaterThan(20);
  fadeResponses(response, 300 * pollMs + 13 * 3_600_000);
  expect(response.pairMoves[pair * 2]).toBeCloseTo(before / 2, 6);
  followPace(response, 4_000);
  expect(response.cellMs).toBe(pollMs);
  followPace(response, 30_000);
  expect(response).toEqual(createResponseState());
});

test('does not count moves against a provider that is silent', () => {
  const { response } = randomMoves(4, 300);
  const pair = pairPlace(0, 1);
  const before = response.pairMoves[pair * 2];
  for (let round = 301; round <= 400; round++) {
    recordMoves(response, 0, { log: round, number: 1, exponent: -2, readMs: round * pollMs });
  }
  expect((response.pairMoves[pair * 2] ?? 0) - (before ?? 0)).toBeLessThanOrEqual(4);
});
