import { expect, test } from '@jest/globals';
import { bodyWithoutWords, storedResolution, withoutWords } from './withhold.ts';

const resolution = { model: 'embedded@1', confidence: 0.9, fallback_reason: '' };

test('a decision has the words of its question, or says that the account stores none', () => {
  const asked = { ...resolution, query: 'what does SOL cost?' };
  expect(storedResolution(asked, true)).toEqual(asked);
  expect(storedResolution(asked, false)).toEqual({ ...resolution, query: '', words_withheld: true });
  // A gateway of the previous version does not send the words of a question.
  expect(storedResolution(resolution, false)).toEqual({ ...resolution, query: '', words_withheld: false });
  expect(withoutWords({ resolution: asked }).resolution).toMatchObject({ query: '', words_withheld: true });
  expect(withoutWords({ type: 'token.price' })).toEqual({ type: 'token.price' });
});

test('the body of a failed call loses its words, and keeps its other fields', () => {
  expect(bodyWithoutWords('{"query":"what does SOL cost?","minLevel":"x"}')).toBe(
    '{"query":"[not stored]","minLevel":"x"}',
  );
  expect(bodyWithoutWords('{"type":"spot.price"}')).toBe('{"type":"spot.price"}');
  expect(bodyWithoutWords('"{query: what does SOL cost"')).toBe('"[not stored]"');
  expect(bodyWithoutWords('')).toBe('');
});
