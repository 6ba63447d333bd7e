import { expect, test } from '@jest/globals';
import type { QuoteEvent } from '@assay/providers/define-stream';
import { unfitness, type Unfit } from './freshness.ts';
import { tradeOf } from './testing/test-stream.ts';
import { emptyTopic, type TopicState } from './topic-state.ts';

const nowMs = 1_000_000;
const bounds = { freshForMs: 2_000, maxAgeMs: 60_000 };

function state(tradeAgeMs: number, quote?: Partial<QuoteEvent> & { readonly ageMs?: number }): TopicState {
  return {
    ...emptyTopic,
    receivedAtMs: nowMs,
    trade: tradeOf(1, nowMs - tradeAgeMs),
    ...(quote === undefined
      ? {}
      : {
          quote: {
            kind: 'quote',
            topic: 'BTC',
            bid: '99',
            ask: '101',
            ...(quote.ageMs === undefined ? {} : { atMs: nowMs - quote.ageMs }),
            ...quote,
          },
        }),
  };
}

test.each<[string, TopicState, number, Unfit | undefined]>([
  ['a topic without a trade', emptyTopic, 0, 'nothing'],
  ['a trade within the bound', state(2_000), 0, undefined],
  ['a trade over the bound', state(2_001), 0, 'old'],
  ['a trade that the lead of the clock makes older', state(1_500), 501, 'old'],
  ['a venue whose clock is far ahead', state(0), 2_001, 'clock'],
  ['an older trade that a fresh quote encloses', state(30_000, { ageMs: 100 }), 0, undefined],
  [
    'an older trade that a fresh quote does not enclose',
    state(30_000, { ageMs: 100, bid: '100.5' }),
    0,
    'outside_quote',
  ],
  ['an older trade with an older quote', state(30_000, { ageMs: 2_001 }), 0, 'old'],
  ['an older trade with a quote that has no time', state(30_000, {}), 0, 'old'],
  ['a trade over the maximum age, whatever its quote says', state(60_001, { ageMs: 0 }), 0, 'old'],
  ['a trade after a missed one', { ...state(0), missed: true }, 0, 'gap'],
])('%s', (_title, topicEvents, leadMs, expected) => {
  expect(unfitness(topicEvents, nowMs, leadMs, bounds)).toBe(expected);
});
