import { expect, test } from '@jest/globals';
import { pairSentence, sharedSentences } from './pair-sentence.ts';

const measured = 'each shares at most 2 % of its trades with the other, 99.9 % sure, by 63 informative trades of each';

test.each([
  ['independent', measured, 0.02, `a and b count as two sources: ${measured}.`],
  ['independent', `spot.price:BTC: ${measured}`, 0.02, `a and b count as two sources: on spot.price:BTC, ${measured}.`],
  ['independent', '', 0.12, 'a and b count as two sources: each contains at most 12 % of the other.'],
  ['independent', 'a led b 63 times.', null, 'a and b count as two sources: a led b 63 times.'],
  [
    'shared_upstream',
    'both froze together 9 times.',
    null,
    'a and b count as one source, because they have one upstream: both froze together 9 times.',
  ],
  ['unknown', '', null, 'a and b count as one source, because their independence is not proven.'],
])('the verdict %s, because "%s" with the bound %s, reads as one sentence', (verdict, reason, maxShare, expected) => {
  expect(pairSentence({ a: 'a', b: 'b', verdict, reason, maxShare })).toBe(expected);
});

test.each([
  [0.3334, '33.4 %'],
  [0.0001, '0.1 %'],
])('the bound %s is rounded up to %s', (maxShare, expected) => {
  expect(pairSentence({ a: 'a', b: 'b', verdict: 'independent', reason: '', maxShare })).toContain(expected);
});

test('the sentences name groups, and aggregators with the providers that they contain', () => {
  const pairs = [
    { a: 'coinbase', b: 'coingecko', verdict: 'shared_upstream' },
    { a: 'coingecko', b: 'kraken', verdict: 'shared_upstream' },
    { a: 'coinbase', b: 'kraken', verdict: 'independent' },
  ];
  const type = { clusters: [['x', 'y', 'z'], ['kraken']], composites: ['coingecko', 'coinpaprika'] };
  expect(sharedSentences(type, pairs)).toEqual([
    'x, y and z have one upstream.',
    'coingecko is an aggregator, and shares an upstream with coinbase and kraken.',
    'coinpaprika is an aggregator: it combines several upstreams.',
  ]);
  expect(sharedSentences({ clusters: [['x']], composites: [] }, pairs)).toEqual([
    'No two providers are known to have one upstream.',
  ]);
});
