import { expect, test } from '@jest/globals';
import { pairSentence, shareSentence } from './pair-sentence.ts';

test.each([
  [
    'independent',
    'SOL: a led b 63 times and followed it 36 times',
    'a and b are independent of each other, so they count as two sources: SOL: a led b 63 times and followed it 36 times.',
  ],
  [
    'shared_upstream',
    'both froze together 9 times.',
    'a and b have one upstream, so they count as one source: both froze together 9 times.',
  ],
  ['unknown', '', 'a and b are not known to be independent, so they count as one source.'],
])('the verdict %s reads as a sentence', (verdict, reason, expected) => {
  expect(pairSentence({ a: 'a', b: 'b', verdict, reason })).toBe(expected);
});

test.each([
  [0.12, 'Each contains at most 12 % of the other.'],
  [0.3334, 'Each contains at most 33.4 % of the other.'],
  [0.0001, 'Each contains at most 0.1 % of the other.'],
  [null, ''],
])('the bound %s reads as a sentence', (maxShare, expected) => {
  expect(shareSentence(maxShare)).toBe(expected);
});
