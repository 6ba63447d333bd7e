import { expect, test } from '@jest/globals';
import { decodeCursor, pageOf, pageSizeOf, timePattern, timeRangeOf } from './page.ts';

const keyOf = (row: { readonly at: string; readonly id: string }): readonly string[] => [row.at, row.id];
const rows = ['c', 'b', 'a'].map((id) => ({ at: '2026-01-02T03:04:05.678901Z', id }));

test('the cursor of a page names its last row', () => {
  const page = pageOf(rows, 2, keyOf);
  expect(page.rows).toEqual(rows.slice(0, 2));
  expect(decodeCursor(page.nextCursor, [timePattern, /^[a-z]$/])).toEqual(['2026-01-02T03:04:05.678901Z', 'b']);
});

test('the last page has no cursor', () => {
  expect(pageOf(rows, 3, keyOf)).toEqual({ rows, nextCursor: '' });
  expect(pageOf([], 3, keyOf)).toEqual({ rows: [], nextCursor: '' });
  expect(decodeCursor('', [/^a$/])).toBeUndefined();
});

test.each(['x', 'W10', 'eyJhIjoxfQ', Buffer.from('["a","b"]').toString('base64url'), 'A'.repeat(2_000)])(
  'the foreign cursor %p is refused',
  (cursor) => {
    expect(() => decodeCursor(cursor, [/^a$/])).toThrow('cursor must be the next_cursor of an earlier page');
  },
);

test('a page has 50 rows unless the request names another number, and at most 200', () => {
  expect([pageSizeOf(0), pageSizeOf(1), pageSizeOf(200)]).toEqual([50, 1, 200]);
  expect(() => pageSizeOf(201)).toThrow('page_size must be at most 200');
});

test('a time range without bounds is infinite', () => {
  expect(timeRangeOf({ from_ms: '0', to_ms: '0' })).toEqual({ from: '-infinity', to: 'infinity' });
  expect(timeRangeOf({ from_ms: '1000', to_ms: '2000' })).toEqual({
    from: '1970-01-01T00:00:01.000Z',
    to: '1970-01-01T00:00:02.000Z',
  });
});

test.each([
  { from_ms: '-1', to_ms: '0' },
  { from_ms: '0', to_ms: '999999999999999' },
  { from_ms: '5', to_ms: '5' },
])('the time range %j is refused', (range) => {
  expect(() => timeRangeOf(range)).toThrow(/^(from_ms|to_ms) must be/);
});
