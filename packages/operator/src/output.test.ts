import { expect, test } from '@jest/globals';
import { formatResult, formatRows, plainScreen } from './output.ts';

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

const id = 'acc_0123456789012345678901';

test.each([
  [
    'rows',
    (columns?: number) => formatRows(['id', 'createdAt'], [{ id, createdAt: 'now' }], { ...plainScreen, columns }),
  ],
  ['a result', (columns?: number) => formatResult({ id, createdAt: 'now' }, false, { ...plainScreen, columns })],
])('%s become lines of a name and a value on a narrow terminal', (_what, format) => {
  expect(format(30)).toBe(`id          ${id}\ncreated at  now`);
  expect(format(80)).toContain('│');
  expect(format()).toContain('│');
});

test('names are painted, and paint does not count as width', () => {
  const paint = (style: string, text: string): string => (style === 'bold' ? `\u001b[1m${text}\u001b[22m` : text);
  const table = formatRows(['id'], [{ id: 'a' }], { paint, columns: 8 });
  expect(table).toContain('│ \u001b[1mid\u001b[22m │');
});
