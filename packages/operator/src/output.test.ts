import { expect, test } from '@jest/globals';
import { formatResult, formatRows } from './output.ts';

test('--json prints exactly one line of JSON', () => {
  const line = formatResult({ accountId: 'a', name: 'two\nlines', balance: 1.5 }, true);
  expect(line.split('\n')).toHaveLength(1);
  expect(JSON.parse(line)).toEqual({ accountId: 'a', name: 'two\nlines', balance: 1.5 });
});

test('a table writes the name of each value as words', () => {
  const table = formatResult({ rateLimitPerMinute: 10, key: 'asy_x' }, false);
  expect(table).toContain('rate limit per minute');
  expect(table).toContain('asy_x');
});

test('rows are a table with one line of names', () => {
  const table = formatRows(['name', 'createdAt'], [{ name: 'ann', createdAt: 'today' }, { name: 'bob' }]);
  expect(table.match(/created at/g)).toHaveLength(1);
  expect(table).toContain('today');
  expect(table).toContain('bob');
});
