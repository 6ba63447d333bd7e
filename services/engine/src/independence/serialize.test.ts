import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { clusters, independentCount } from './clusters.ts';
import { evidence } from './explain.ts';
import { merge } from './merge.ts';
import { observe } from './observe.ts';
import { deserialize, serialize } from './serialize.ts';
import { createState } from './create-state.ts';
import type { IndependenceState } from './state.ts';
import { firstPolls } from './testing/short-traces.ts';
import type { Observation } from './observation.ts';
import { copiesTrace, countersTrace } from './testing/trace-scenarios.ts';

const copies = firstPolls(copiesTrace(61, 'calm'), 320);
const counters = firstPolls(countersTrace(62, 'fast'), 300);

function fed(observations: readonly Observation[]): IndependenceState {
  const state = createState(observations[0]?.key ?? '');
  for (const observation of observations) observe(state, observation);
  return state;
}

test.each([
  ['prices', copies],
  ['counters', counters],
])('a state of %s that was written down and read again goes on as if nothing had happened', (_, observations) => {
  const whole = serialize(fed(observations));
  fc.assert(
    fc.property(fc.integer({ min: 1, max: observations.length - 1 }), (cut) => {
      const resumed = deserialize(serialize(fed(observations.slice(0, cut))));
      for (const observation of observations.slice(cut)) observe(resumed, observation);
      return serialize(resumed) === whole;
    }),
    { numRuns: 4 },
  );
});

test('a text that is no state, or of another version, is refused', () => {
  expect(() => deserialize('{}')).toThrow('not a state');
  expect(() => deserialize(serialize(createState('price:X')).replace('"version":1', '"version":2'))).toThrow(
    'version 2',
  );
});

test('what two replicas learned from different hours, neither of which was enough, is enough together', () => {
  const trace = copiesTrace(63, 'calm').observations;
  const start = trace[0]?.t ?? 0;
  const minutes = (from: number, until: number): Observation[] =>
    trace.filter((entry) => entry.t >= start + from * 60_000 && entry.t < start + until * 60_000);
  const [one, two] = [fed(minutes(0, 15)), fed(minutes(20, 35))];
  const merged = merge(one, two);
  for (const [copy, source] of [
    ['verbatim', 'v00'],
    ['late', 'v02'],
  ] as const) {
    expect(evidence(merged, copy, source).nats).toBeGreaterThan(
      Math.max(evidence(one, copy, source).nats, evidence(two, copy, source).nats),
    );
  }
  expect(merged.observations).toBe(one.observations + two.observations);
  expect(clusters(merged)).toEqual(clusters(merge(two, one)));
});

test('merging leaves its arguments as they were, takes in providers that only one knew, and refuses another key', () => {
  const few = fed(copies.filter((entry) => entry.provider !== 'late' && entry.provider !== 'v02'));
  const all = fed(copies);
  const [fewBefore, allBefore] = [serialize(few), serialize(all)];
  const merged = merge(few, all);
  expect(merged.providers.map((provider) => provider.name).toSorted()).toEqual(
    all.providers.map((provider) => provider.name).toSorted(),
  );
  expect([serialize(few), serialize(all)]).toEqual([fewBefore, allBefore]);
  expect(() => merge(few, createState('price:OTHER'))).toThrow('different keys');
});

test('names that were never seen count as dependent on everything', () => {
  const state = fed(copies);
  expect(independentCount(state, ['nobody', 'noone'])).toBe(1);
  expect(independentCount(state, [])).toBe(0);
  expect(evidence(state, 'nobody', 'v00')).toMatchObject({ verdict: 'unknown', sinceMs: null });
  expect(() => evidence(state, 'v00', 'v00')).toThrow(RangeError);
});

test('observations that teach nothing are refused and change nothing', () => {
  const state = fed(copies.slice(0, 500));
  const before = serialize(state);
  const last = copies[499];
  if (last === undefined) throw new Error('the trace is too short');
  expect(observe(state, { ...last, key: 'price:OTHER' })).toBe(false);
  expect(serialize(state)).toBe(before);
  expect(observe(state, { ...last, ok: true, value: '1e9' })).toBe(false);
  expect(observe(state, { ...last, ok: true, value: '60000', t: last.t - 60_000 })).toBe(false);
});

test('a key holds at most 32 providers, and those beyond stay unknown', () => {
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
