import { expect, test } from '@jest/globals';
import { createClosedWindows } from './closed-windows.ts';

const key = Buffer.alloc(32, 1);

test('a full window is found until it opens, with the seconds left rounded up', () => {
  let nowMs = 1_000;
  const windows = createClosedWindows({ maxKeys: 10, now: () => nowMs });
  windows.close(key, 10, 3_500);
  expect(windows.find(key)).toEqual({ limit: 10, remaining: 0, resetSeconds: 3 });
  nowMs = 3_499;
  expect(windows.find(key)).toEqual({ limit: 10, remaining: 0, resetSeconds: 1 });
  nowMs = 3_500;
  expect(windows.find(key)).toBeUndefined();
});

test('a forgotten key is not found, and the oldest key makes room for a new one', () => {
  const windows = createClosedWindows({ maxKeys: 2, now: () => 0 });
  const [a, b, c] = [1, 2, 3].map((fill) => Buffer.alloc(32, fill)) as [Buffer, Buffer, Buffer];
  for (const each of [a, b, c]) {
    windows.close(each, 10, 1_000);
  }
  windows.forget(b);
  expect([a, b, c].map((each) => windows.find(each)?.limit)).toEqual([undefined, undefined, 10]);
});
