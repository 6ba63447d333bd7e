import { expect, test } from '@jest/globals';
import { judgeLevel } from './levels.ts';

/**
 * Answers of more sources than any type has. Their values have the maximum number of digits that the parsers accept.
 */
const answers = Array.from({ length: 24 }, (_unused, index) => ({
  name: `source-${index}`,
  value: index % 2 === 0 ? `${'9'.repeat(39)}.${index % 10}` : `0.${'0'.repeat(37)}${10 + index}`,
}));

test('a comparison of the longest decimals takes less than two milliseconds of CPU', () => {
  const reference = { name: 'reference', value: '9'.repeat(40), confidence: `0.${'0'.repeat(38)}1`, movementBps: 20 };
  const times = 500;
  const before = process.cpuUsage();
  for (let count = 0; count < times; count += 1) {
    judgeLevel({ answers, reference, toleranceBps: 100, relation: () => ({ verdict: 'independent', maxShare: 0 }) });
  }
  const cpuMs = process.cpuUsage(before).user / 1_000 / times;
  process.stdout.write(`one comparison of ${answers.length} answers of 40 digits: ${cpuMs.toFixed(3)} ms of CPU\n`);
  expect(cpuMs).toBeLessThan(2);
});
