import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { evidence } from './verdicts/explain.ts';
import { observe } from './observe.ts';
import { deserialize, serialize } from './serialize.ts';
import { createState } from './create-state.ts';
import type { IndependenceState } from './state.ts';
import { firstPolls } from './testing/short-traces.ts';
import type { ProviderObservation } from './observation.ts';
import { copiesTrace, countersTrace } from './testing/trace-scenarios.ts';

const copies = firstPolls(copiesTrace(61, 'calm'), 160);
const counters = firstPolls(countersTrace(62, 'fast'), 160);

function fed(observations: readonly ProviderObservation[]): IndependenceState {
  const state = createState(observations[0]?.key ?? '');
  for (const observation of observations) {
    observe(state, observation);
  }
  return state;
}

test.each([
  ['prices', copies],
  ['counters', counters],
])('a state of %s that was written down and read again goes on as if nothing had happened', (_, observations) => {
  const cuts = fc.sample(fc.integer({ min: 1, max: observations.length - 1 }), 3);
  const state = createState(observations[0]?.key ?? '');
  const written = new Map<number, string>();
  for (const [index, observation] of observations.entries()) {
    if (cuts.includes(index)) {
      written.set(index, serialize(state));
    }
    observe(state, observation);
  }
  for (const [cut, text] of written) {
    const resumed = deserialize(text);
    for (const observation of observations.slice(cut)) {
      observe(resumed, observation);
    }
    expect({ cut, text: serialize(resumed) }).toEqual({ cut, text: serialize(state) });
  }
});

test('refuses a text that is no state, or of another version', () => {
  expect(() => deserialize('{}')).toThrow('not a state');
  expect(() => deserialize(serialize(createState('price:X')).replace('"version":9', '"version":1'))).toThrow(
    'version 1',
  );
});

test('leaves the pairs of unknown names unknown', () => {
  const state = fed(copies);
  expect(evidence(state, 'nobody', 'noone').verdict).toBe('unknown');
  expect(evidence(state, 'nobody', 'v00')).toMatchObject({ verdict: 'unknown', sinceMs: null });
  expect(() => evidence(state, 'v00', 'v00')).toThrow(RangeError);
});

test('refuses observations that teach nothing and does not change', () => {
  const state = fed(copies.slice(0, 500));
  const before = serialize(state);
  const last = copies[499];
  if (last === undefined) {
    throw new Error('the trace is too short');
  }
  expect(observe(state, { ...last, key: 'price:OTHER' })).toBe(false);
  expect(serialize(state)).toBe(before);
  expect(observe(state, { ...last, ok: true, value: '1e9' })).toBe(false);
  expect(observe(state, { ...last, ok: true, value: '60000', t: last.t - 60_000 })).toBe(false);
});

test('holds at most 32 providers a key and leaves later ones unknown', () => {
  const state = createState('price:X');
  for (let index = 0; index < 40; index++) {
    observe(state, {
      t: 1000 + index,
      provider: `p${index}`,
      key: 'price:X',
      value: '1.5',
      asOf: null,
      latencyMs: 5,
      ok: true,
    });
  }
  expect(state.providers).toHaveLength(32);
  expect(evidence(state, 'p39', 'p0').verdict).toBe('unknown');
});
