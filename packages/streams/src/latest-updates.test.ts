import { expect, test } from '@jest/globals';
import { announcedForMs, createDemand, wantedForMs } from './demand.ts';
import { createLatestUpdates, type LatestUpdate } from './latest-updates.ts';
import { tradeOf } from './testing/test-stream.ts';
import { emptyTopic } from './topic-state.ts';

function update(sequence: number, atMs: number): LatestUpdate {
  return { state: { ...emptyTopic, trade: tradeOf(sequence, atMs) }, leadMs: 0, path: 'shared' };
}

test('an older trade never replaces a newer one, whoever sends it', () => {
  const latest = createLatestUpdates(10);
  latest.set('venue', 'BTC', update(2, 2_000));
  latest.set('venue', 'BTC', update(1, 1_000));
  expect(latest.find('venue', 'BTC')?.state.trade?.sequence).toBe(2);
  latest.drop('venue', 'BTC');
  expect(latest.find('venue', 'BTC')).toBeUndefined();
});

test('the memory is bounded', () => {
  const latest = createLatestUpdates(2);
  ['A', 'B', 'C'].forEach((topic) => latest.set('venue', topic, update(1, 1)));
  expect(['A', 'B', 'C'].map((topic) => latest.find('venue', topic) !== undefined)).toEqual([false, true, true]);
});

test('the permanent topics are always wanted, and the others for a while after a question', () => {
  let nowMs = 0;
  const demand = createDemand(new Map([['venue', ['BTC']]]), () => nowMs);
  demand.ask('venue', 'ADA');
  demand.announce('venue', ['DOT', 'BTC']);
  expect(demand.wanted('venue')).toEqual(['BTC', 'ADA', 'DOT']);
  expect([...demand.asked()]).toEqual([['venue', ['ADA']]]);
  nowMs = announcedForMs + 1;
  expect(demand.wanted('venue')).toEqual(['BTC', 'ADA']);
  nowMs = wantedForMs + 1;
  expect(demand.wanted('venue')).toEqual(['BTC']);
  expect([...demand.asked()]).toEqual([]);
});

test('the number of remembered topics is bounded', () => {
  const demand = createDemand(new Map(), () => 0);
  Array.from({ length: 2_000 }, (_each, index) => demand.ask('venue', `T${index}`));
  expect(demand.wanted('venue')).toHaveLength(500);
});
