import { expect, test } from '@jest/globals';
import { createFailedCallSampling, keptPerMinute, sampledEvery } from './sampling.ts';

test('the first failed calls of a minute stay, later ones are sampled and counted, and each account has its own count', () => {
  let nowMs = 1_800_000_000_000;
  const sampling = createFailedCallSampling({ maxAccounts: 10, now: () => nowMs });
  const kept = (account: string, calls: number): number =>
    Array.from({ length: calls }, () => sampling.keeps(account)).filter(Boolean).length;

  expect(kept('acc_1', keptPerMinute)).toBe(keptPerMinute);
  expect(kept('acc_1', sampledEvery)).toBe(1);
  expect(kept('acc_2', 5)).toBe(5);
  expect(sampling.takeLeftOut()).toEqual([{ accountId: 'acc_1', minuteMs: nowMs, calls: sampledEvery - 1 }]);
  expect(sampling.takeLeftOut()).toEqual([]);

  nowMs += 60_000;
  expect(kept('acc_1', keptPerMinute)).toBe(keptPerMinute);
});

test('a flood leaves at most 60 calls of a minute', () => {
  const sampling = createFailedCallSampling({ maxAccounts: 10, now: () => 0 });
  const kept = Array.from({ length: 100_000 }, () => sampling.keeps('acc_1')).filter(Boolean);
  expect(kept).toHaveLength(60);
  expect(sampling.takeLeftOut()).toEqual([{ accountId: 'acc_1', minuteMs: 0, calls: 99_940 }]);
});

test('an account that is forgotten keeps its count of left-out calls', () => {
  const sampling = createFailedCallSampling({ maxAccounts: 1, now: () => 0 });
  Array.from({ length: keptPerMinute + 3 }, () => sampling.keeps('acc_1'));
  sampling.keeps('acc_2');
  expect(sampling.takeLeftOut()).toEqual([{ accountId: 'acc_1', minuteMs: 0, calls: 3 }]);
});
