import { expect, test } from '@jest/globals';
import { partitionCount, partitionOf } from './partition.ts';

test('the partition of an address never changes, because the table stores it', () => {
  expect(partitionOf('So11111111111111111111111111111111111111112')).toBe(60);
  expect(partitionOf('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v')).toBe(9);
});

test('addresses spread over all partitions', () => {
  const counts = Array.from({ length: partitionCount }, () => 0);
  for (let index = 0; index < 64_000; index += 1) {
    const partition = partitionOf(`address ${index}`);
    counts[partition] = (counts[partition] ?? 0) + 1;
  }
  expect(Math.min(...counts)).toBeGreaterThan(850);
  expect(Math.max(...counts)).toBeLessThan(1_150);
});
