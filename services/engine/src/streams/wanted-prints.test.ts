import { expect, test } from '@jest/globals';
import { createWantedPrints } from './wanted-prints.ts';

test('the topics are asked for, announced at once when they change, and wanted for five seconds', () => {
  const announcedTopics: string[] = [];
  let announced = 0;
  let nowMs = 0;
  const wanted = createWantedPrints(
    { ask: (stream, topic) => void announcedTopics.push(`${stream} ${topic}`) },
    () => void (announced += 1),
    () => nowMs,
  );
  const want = (...topics: readonly string[]): void => wanted.want(new Map([['venue', topics]]));
  want('BTC');
  want('BTC');
  expect([announcedTopics, announced]).toEqual([['venue BTC', 'venue BTC'], 1]);
  want('BTC', 'ETH');
  expect([announced, wanted.topics().get('venue')]).toEqual([2, ['BTC', 'ETH']]);
  nowMs = 5_001;
  expect(wanted.topics().size).toBe(0);
  want('BTC', 'ETH');
  expect(announced).toBe(3);
});
