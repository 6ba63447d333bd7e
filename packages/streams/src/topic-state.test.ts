import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { tradeOf } from './testing/test-stream.ts';
import { emptyTopic, withEvent, withHeartbeat, type TopicEvent, type TopicState } from './topic-state.ts';

const nowMs = 1_000_000;

function after(...events: readonly TopicEvent[]): { state: TopicState; placements: readonly string[] } {
  let state = emptyTopic;
  const placements = events.map((event) => {
    const placed = withEvent(state, event, nowMs, true);
    state = placed.state;
    return placed.placement;
  });
  return { state, placements };
}

test('a duplicate and a late trade change nothing', () => {
  const { state, placements } = after(tradeOf(5, nowMs), tradeOf(5, nowMs), tradeOf(4, nowMs));
  expect(placements).toEqual(['next', 'duplicate', 'out_of_order']);
  expect(state.trade?.sequence).toBe(5);
});

test('a missing number marks the topic until the next trade in sequence', () => {
  expect(after(tradeOf(5, nowMs), tradeOf(8, nowMs)).state.missed).toBe(true);
  expect(after(tradeOf(5, nowMs), tradeOf(8, nowMs), tradeOf(9, nowMs)).state.missed).toBe(false);
});

test('a heartbeat with a newer trade marks the topic, and the awaited trade clears it', () => {
  const state = withHeartbeat(after(tradeOf(5, nowMs)).state, 6);
  expect(state.missed).toBe(true);
  expect(withEvent(state, tradeOf(6, nowMs), nowMs, true).state.missed).toBe(false);
  expect(withHeartbeat(after(tradeOf(5, nowMs)).state, 5).missed).toBe(false);
});

test('without numbers, trades are in the order of their times', () => {
  const unnumbered = (id: string, atMs: number): TopicEvent => ({ kind: 'trade', topic: 'BTC', price: '1', atMs, id });
  const { state, placements } = after(unnumbered('a', nowMs), unnumbered('a', nowMs), unnumbered('b', nowMs - 1));
  expect(placements).toEqual(['next', 'duplicate', 'out_of_order']);
  expect(state.trade?.id).toBe('a');
});

test('an event from the future and a crossed quote are dropped', () => {
  const crossed: TopicEvent = { kind: 'quote', topic: 'BTC', bid: '101', ask: '100', atMs: nowMs };
  const { state, placements } = after(tradeOf(1, nowMs + 10_001), crossed);
  expect(placements).toEqual(['future', 'crossed']);
  expect(state).toEqual(emptyTopic);
});

test('in any order, with repetitions and losses, the state holds the newest received trade and knows of every gap', () => {
  const sequences = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(sequences, (numbers) => {
      let newest = 0;
      let missed = false;
      let state = emptyTopic;
      for (const number of numbers) {
        if (number > newest) {
          missed = newest !== 0 && number > newest + 1;
          newest = number;
        }
        state = withEvent(state, tradeOf(number, nowMs + number), nowMs, true).state;
        expect(state.trade?.sequence).toBe(newest);
        expect(state.missed).toBe(missed);
      }
    }),
  );
});

test.each([Number.MAX_SAFE_INTEGER, 1e15, -1])(
  'one trade with the number %d hides the trades after it for a second at most',
  (poison) => {
    const at = (sequence: number, afterMs: number): TopicEvent => tradeOf(sequence, nowMs - 5_000 + afterMs);
    const { state } = after(at(5, 0), at(poison, 10), at(6, 20), at(7, 2_000), at(8, 2_010));
    expect([state.trade?.sequence, state.missed]).toEqual([8, false]);
  },
);
