import { expect, test } from '@jest/globals';
import { relatedProviders } from './related-providers.ts';

const evidence = (kind: string, nats: number, detail: string) => ({ kind, nats, detail });
const shared = { verdict: 'shared_upstream', reason: '40 nats of shared values' };
const types = [
  {
    type: 'spot.price',
    pairs: [
      {
        one: 'gemini',
        other: 'kraken',
        ...shared,
        evidence: [
          evidence('response', -3, 'neither makes the moves of the other'),
          evidence('lock', 4, 'both stay at one ratio'),
          evidence('print', 30, 'gemini shows 90 % of the trades of kraken'),
        ],
      },
      { one: 'gemini', other: 'okx', verdict: 'independent' },
      { one: 'bybit', other: 'gemini', ...shared },
    ],
  },
  { type: 'token.price', pairs: [{ one: 'gemini', other: 'kraken', ...shared }] },
];

test('a provider is related to those with which it shares an upstream, each once, with the strongest evidence', () => {
  expect(relatedProviders('gemini', { types })).toEqual([
    { id: 'bybit', detail: '40 nats of shared values' },
    { id: 'kraken', detail: 'gemini shows 90 % of the trades of kraken' },
  ]);
  expect(relatedProviders('okx', { types })).toEqual([]);
  expect(relatedProviders('okx', {})).toEqual([]);
});
