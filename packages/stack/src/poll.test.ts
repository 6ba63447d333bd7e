import { expect, test } from '@jest/globals';
import { poll } from './poll.ts';

const fail = (): never => {
  throw new Error('timed out');
};

test('a poll returns the first result of an attempt', async () => {
  const results = [undefined, undefined, 'up', 'later'];
  expect(await poll(async () => results.shift(), { timeoutMs: 1_000, everyMs: 1, onTimeout: fail })).toBe('up');
  expect(results).toEqual(['later']);
});

test('a poll without a result ends as onTimeout says', async () => {
  const nothing = async (): Promise<string | undefined> => undefined;
  expect(await poll(nothing, { timeoutMs: 5, everyMs: 1, onTimeout: () => 'partial' })).toBe('partial');
  await expect(poll(nothing, { timeoutMs: 5, everyMs: 1, onTimeout: fail })).rejects.toThrow('timed out');
});

test('a poll rejects when an attempt rejects and when its signal aborts', async () => {
  const options = { timeoutMs: 1_000, everyMs: 1, onTimeout: fail };
  await expect(poll(() => Promise.reject(new Error('broken')), options)).rejects.toThrow('broken');
  const signal = AbortSignal.abort(new Error('aborted'));
  await expect(poll(async () => undefined, { ...options, signal })).rejects.toThrow('aborted');
});
