import { expect, test } from '@jest/globals';
import { createClosedWindows } from './closed-windows.ts';

const key = Buffer.alloc(32, 1);

test('a full window is found until it opens, with the seconds left rounded up', () => {
  let nowMs = 1_000;
  const windows = createClosedWindows({ maxKeys: 10, now: () => nowMs });
  windows.close(key, { accountId: 'acc_1', limit: 10, opensAtMs: 3_500 });
  expect(windows.find(key)).toEqual({ accountId: 'acc_1', limits: { limit: 10, remaining: 0, resetSeconds: 3 } });
  nowMs = 3_499;
  expect(windows.find(key)).toEqual({ accountId: 'acc_1', limits: { limit: 10, remaining: 0, resetSeconds: 1 } });
  nowMs = 3_500;
  expect(windows.find(key)).toBeUndefined();
});

test('the windows of a forgotten account are not found, and the oldest key makes room for a new one', () => {
  const windows = createClosedWindows({ maxKeys: 2, now: () => 0 });
  const [a, b, c] = [1, 2, 3].map((fill) => Buffer.alloc(32, fill)) as [Buffer, Buffer, Buffer];
  windows.close(a, { accountId: 'acc_1', limit: 10, opensAtMs: 1_000 });
  windows.close(b, { accountId: 'acc_2', limit: 10, opensAtMs: 1_000 });
  windows.close(c, { accountId: 'acc_1', limit: 10, opensAtMs: 1_000 });
  windows.forgetAccount('acc_2');
  expect([a, b, c].map((each) => windows.find(each)?.limits.limit)).toEqual([undefined, undefined, 10]);
});
