import { expect, test } from '@jest/globals';
import { parseLine, replayTrace } from './replay-trace.ts';
import { countersTrace } from './testing/trace-scenarios.ts';

test('a broken line is named by its number and by what is wrong with it', () => {
  expect(() => parseLine('{', 7)).toThrow('line 7 is not JSON');
  expect(() => parseLine('{"t":1,"provider":"a","key":"k","value":5,"ok":true}', 9)).toThrow(/line 9: value/u);
});

test('providers that share an upstream under one key are together, whatever another key of the trace shows', async () => {
  const lines = countersTrace(3, 'fast').observations.map((observation) => JSON.stringify(observation));
  const alone = await replayTrace(lines);
  expect(alone.pairs).toContainEqual(['copy-a', 'scraper-a']);
  const b = lines.slice(0, 50).map((line) => line.replace('social:followers', 'social:posts'));
  expect(await replayTrace(['', ...lines, ...b])).toEqual(alone);
});

test('a trace without observations shows nothing', async () => {
  expect(await replayTrace(['', ' '])).toEqual({ clusters: [], pairs: [], composites: [] });
});
