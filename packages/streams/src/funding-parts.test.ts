import { expect, test } from '@jest/globals';
import type { FundingPartEvent, QuoteEvent } from '@assay/providers/define-stream';
import { maxPriceAgeMs } from './funding-parts.ts';
import { unfitness } from './freshness.ts';
import { emptyTopic, withEvent, type TopicEvent, type TopicState } from './topic-state.ts';

const nowMs = 1_000_000;
const part = (fields: Partial<FundingPartEvent>): FundingPartEvent => ({
  kind: 'funding_part',
  topic: 'BTC',
  ...fields,
});
const quote = (bid: string, ask: string, atMs: number): QuoteEvent => ({ kind: 'quote', topic: 'BTC', bid, ask, atMs });

function after(...events: readonly (readonly [TopicEvent, number])[]): TopicState {
  return events.reduce(
    (state, [event, receivedAtMs]) => withEvent(state, event, receivedAtMs, false).state,
    emptyTopic,
  );
}

test('a rate without a time is no rate, and a time without a rate is none either', () => {
  expect(after([part({ rate: '0.1' }), nowMs]).funding).toBeUndefined();
  expect(after([part({ atMs: nowMs }), nowMs]).funding).toBeUndefined();
});

test('each part replaces only the fields that it names', () => {
  const state = after(
    [part({ rate: '0.1', intervalHours: 8, nextFundingAtMs: 9_000_000, atMs: nowMs }), nowMs],
    [part({ atMs: nowMs + 100 }), nowMs + 110],
    [part({ rate: '0.2', atMs: nowMs + 200 }), nowMs + 210],
  );
  expect(state.funding).toEqual({
    kind: 'funding',
    topic: 'BTC',
    rate: '0.2',
    intervalHours: 8,
    nextFundingAtMs: 9_000_000,
    atMs: nowMs + 200,
  });
  expect(state.receivedAtMs).toBe(nowMs + 210);
});

test('a part that is older than the rate changes nothing', () => {
  const state = after([part({ rate: '0.1', atMs: nowMs }), nowMs], [part({ rate: '0.2', atMs: nowMs - 1 }), nowMs]);
  expect(state.funding?.rate).toBe('0.1');
});

test('a quote that encloses the price of a rate dates it, whichever comes first', () => {
  const rate = part({ rate: '0.1', price: '100' });
  expect(after([rate, nowMs], [quote('99', '101', nowMs + 5), nowMs + 6]).funding?.atMs).toBe(nowMs + 5);
  expect(after([quote('99', '101', nowMs - 5), nowMs], [rate, nowMs]).funding?.atMs).toBe(nowMs - 5);
});

test('a quote that does not enclose the price leaves the rate as old as it was', () => {
  const rate = part({ rate: '0.1', price: '100' });
  expect(after([rate, nowMs], [quote('101', '102', nowMs + 5), nowMs + 6]).funding).toBeUndefined();
  const state = after([rate, nowMs], [quote('99', '101', nowMs), nowMs], [quote('101', '102', nowMs + 5), nowMs + 6]);
  expect(state.funding?.atMs).toBe(nowMs);
});

test('a rate whose messages stopped is not dated by later quotes', () => {
  const lateMs = nowMs + maxPriceAgeMs + 1;
  const state = after([part({ rate: '0.1', price: '100' }), nowMs], [quote('99', '101', lateMs), lateMs]);
  expect(state.funding).toBeUndefined();
});

test('a time of another channel counts only while the channel of the rates is alive', () => {
  const block = (atMs: number) => part({ atMs, feedWithinMs: 10_000 });
  const rated = [part({ rate: '0.1' }), nowMs] as const;
  expect(after(rated, [block(nowMs + 9_000), nowMs + 10_000]).funding?.atMs).toBe(nowMs + 9_000);
  expect(after(rated, [block(nowMs + 9_000), nowMs + 10_001]).funding).toBeUndefined();
  const alive = [part({}), nowMs + 5_000] as const;
  expect(after(rated, alive, [block(nowMs + 9_000), nowMs + 10_001]).funding?.atMs).toBe(nowMs + 9_000);
  expect(after([block(nowMs), nowMs], rated).funding).toBeUndefined();
});

test('a rate without a price is not dated by the price of the one before', () => {
  const state = after(
    [part({ rate: '0.1', price: '100' }), nowMs],
    [part({ rate: '0.2' }), nowMs],
    [quote('99', '101', nowMs), nowMs],
  );
  expect(state.funding).toBeUndefined();
});

test('a rate is old once its next payment is made, however fresh its message is', () => {
  const bounds = { freshForMs: 100_000, maxAgeMs: 120_000 };
  const state = after([part({ rate: '0.1', atMs: nowMs, nextFundingAtMs: nowMs + 1_000 }), nowMs]);
  expect(unfitness(state, nowMs + 999, 0, bounds)).toBeUndefined();
  expect(unfitness(state, nowMs + 1_000, 0, bounds)).toBe('old');
});

test('a quote whose bid or ask is no price is dropped', () => {
  for (const [bid, ask] of [
    ['', '1'],
    ['0', '1'],
    ['1', ''],
    ['a', 'b'],
    ['-1', '1'],
  ] as const) {
    expect(withEvent(emptyTopic, quote(bid, ask, nowMs), nowMs, false).placement).toBe('crossed');
  }
});
