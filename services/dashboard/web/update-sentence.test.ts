import { expect, test } from '@jest/globals';
import { updateSentence } from './update-sentence.ts';

test('a source row names the trade, the connection and the time on its way', () => {
  expect(updateSentence({ path: 'direct', id: '4711', receivedAtMs: 1_040 }, 1_000)).toBe(
    "from its stream: trade 4711 arrived over the engine's own connection, 40 ms after the venue's time",
  );
});

test('an update without a trade id, from a venue whose clock is ahead, says neither', () => {
  expect(updateSentence({ path: 'shared', id: '', receivedAtMs: 1_000 }, 1_040)).toBe(
    'from its stream: an update arrived over the connection of another replica',
  );
});
