import { expect, test } from '@jest/globals';
import { createHealthViews, type HealthViews } from './health-views.ts';

/**
 * Returns the health views of replica `a`, which knows the given other replicas, and a function that advances the time.
 */
function viewsBeside(others: readonly (readonly string[] | null)[], lapsedForMs = -1_000) {
  let nowMs = 0;
  const views: HealthViews = createHealthViews('a', 3_500, () => nowMs);
  const replicas = others.map((down, index) => ({ replica: `b${index}`, joinedForMs: 9_000, lapsedForMs, down }));
  views.onState({ replicas: [...replicas, { replica: 'a', joinedForMs: 1, lapsedForMs: -1, down: ['kraken'] }] });
  return { views, pass: (ms: number) => (nowMs += ms) };
}

test('a source is down when the majority of the replicas says so, whatever this one sees', () => {
  const { views } = viewsBeside([['kraken'], ['kraken']]);
  expect([views.canServe('kraken', true), views.canServe('okx', true)]).toEqual([false, true]);
  const { views: alone } = viewsBeside([[], []]);
  expect(alone.canServe('kraken', false)).toBe(true);
});

test('on a tie a source can serve, so that one replica without a route to it hides it from nobody', () => {
  const { views } = viewsBeside([['kraken']]);
  expect([views.canServe('kraken', true), views.canServe('okx', false)]).toEqual([true, true]);
});

test('replicas without a view and replicas that left do not count', () => {
  expect(viewsBeside([null, null]).views.canServe('kraken', false)).toBe(false);
  expect(viewsBeside([[], []], 1).views.canServe('kraken', false)).toBe(false);
});

test('without the database a replica goes by its own view', () => {
  const { views, pass } = viewsBeside([['kraken'], ['kraken']]);
  pass(3_500);
  expect([views.canServe('kraken', true), views.canServe('kraken', false)]).toEqual([true, false]);
});

test('a replica is alone while it knows that no other is present, whatever the others see', () => {
  const { views, pass } = viewsBeside([]);
  expect([views.isAlone(), viewsBeside([[]], 10_000).views.isAlone()]).toEqual([true, true]);
  const beside = [viewsBeside([[]]), viewsBeside([null]), viewsBeside([[]], 9_999)];
  expect(beside.map((each) => each.views.isAlone())).toEqual([false, false, false]);
  pass(3_500);
  expect(views.isAlone()).toBe(false);
});
