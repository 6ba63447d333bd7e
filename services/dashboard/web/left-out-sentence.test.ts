import { expect, test } from '@jest/globals';
import { leftOutSentence } from './left-out-sentence.ts';

test('the sentence about requests that are not stored counts them, and is absent without any', () => {
  expect(leftOutSentence(0)).toBeUndefined();
  expect(leftOutSentence(1)).toBe('1 other failed request of the same minute is not stored.');
  expect(leftOutSentence(4_200)).toBe('4,200 other failed requests of the same minute are not stored.');
});
