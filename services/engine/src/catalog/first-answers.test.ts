import { expect, test } from '@jest/globals';
import { createFirstAnswers } from './first-answers.ts';

function scene(expected: readonly string[] = ['spot.price', 'token.price']) {
  const state = { nowMs: 7_000, isMeasured: false, listed: [] as string[], nothing: 0 };
  const check = createFirstAnswers({
    expected,
    isMeasured: () => state.isMeasured,
    listed: () => state.listed,
    monotonic: () => state.nowMs,
    onNothing: () => (state.nothing += 1),
  });
  return { state, check };
}

test('a replica whose sources were asked and have not answered is not ready', () => {
  const { state, check } = scene();
  expect(check).toThrow('not every source and node has been asked yet');
  state.isMeasured = true;
  expect(check).toThrow('no source or node has answered yet for spot.price, token.price');
  state.nowMs += 29_000;
  expect(check).toThrow('no source or node has answered yet');
  state.listed = ['spot.price', 'token.price'];
  expect(check).not.toThrow();
  state.listed = [];
  expect(check).not.toThrow();
  expect(state.nothing).toBe(0);
});

test('a replica that can answer some types waits for the others for five seconds', () => {
  const { state, check } = scene();
  state.isMeasured = true;
  state.listed = ['spot.price'];
  expect(check).toThrow('no source or node has answered yet for token.price');
  state.nowMs += 5_000;
  expect(check).not.toThrow();
  expect(state.nothing).toBe(0);
});

test('a replica that can answer nothing is ready after half a minute, and says so once', () => {
  const { state, check } = scene();
  state.isMeasured = true;
  expect(check).toThrow();
  state.nowMs += 30_000;
  expect(check).not.toThrow();
  expect(check).not.toThrow();
  expect(state.nothing).toBe(1);
});

test('a replica without any source or node has nothing to wait for', () => {
  const { state, check } = scene([]);
  state.isMeasured = true;
  expect(check).not.toThrow();
});
