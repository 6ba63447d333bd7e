import { expect, test } from '@jest/globals';
import { parseLine, replayTrace } from './replay-trace.ts';
import { countersTrace } from '../testing/trace-scenarios.ts';

test('names a broken line by its number and says what is wrong with it', () => {
  expect(() => parseLine('{', 7)).toThrow('line 7 is not JSON');
  expect(() => parseLine('{"t":1,"provider":"a","key":"k","value":5,"ok":true}', 9)).toThrow(/line 9: value/u);
});

test('groups providers that share an upstream under one key, whatever another key shows', async () => {
  const lines = countersTrace(3, 'fast').observations.map((observation) => JSON.stringify(observation));
  const alone = await replayTrace(lines);
  expect(alone.pairs).toContainEqual(['copy-a', 'scraper-a']);
  const b = lines.slice(0, 50).map((line) => line.replace('social:followers', 'social:posts'));
  const { independent, ...together } = await replayTrace(['', ...lines, ...b]);
  expect(together).toEqual({ clusters: alone.clusters, pairs: alone.pairs, composites: alone.composites });
  // The providers answer on a second key too, where nothing is proven yet. Two providers are independent only with a
  // proof on both keys.
  expect(independent).toEqual([]);
});

test('shows nothing for a trace without observations', async () => {
  expect(await replayTrace(['', ' '])).toEqual({ clusters: [], pairs: [], composites: [], independent: [] });
});
