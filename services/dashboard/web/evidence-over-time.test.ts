import { expect, test } from '@jest/globals';
import { evidenceSummary, tablePoints, verdictBands } from './evidence-over-time.ts';

const pointAt = (atMs: number, verdict = 'unknown', nats = 1) => ({
  atMs,
  verdict,
  nats,
  natsAgainst: 0,
  observations: 1,
});

test('each time of one verdict is a band that ends where the next begins', () => {
  const points = [pointAt(0), pointAt(10), pointAt(20, 'shared_upstream'), pointAt(30, 'shared_upstream'), pointAt(40)];
  expect(verdictBands(points)).toEqual([
    { fromMs: 0, toMs: 20, verdict: 'unknown' },
    { fromMs: 20, toMs: 40, verdict: 'shared_upstream' },
    { fromMs: 40, toMs: 40, verdict: 'unknown' },
  ]);
  expect(verdictBands([])).toEqual([]);
});

test('the summary states the range, the present evidence and the changes', () => {
  const points = [pointAt(0, 'unknown', 0.5), pointAt(10, 'shared_upstream', 14), pointAt(20, 'shared_upstream', 13)];
  expect(evidenceSummary(points)).toMatch(/: 0\.5 to 14\.0 nats, now 13\.0\. The verdict changed once\./);
  expect(evidenceSummary(points.slice(1))).toContain('The verdict did not change.');
  expect(evidenceSummary([])).toBe('No evidence was stored yet.');
});

test('a long history keeps its ends and both sides of each change in the table, newest first', () => {
  const points = Array.from({ length: 1_000 }, (_, index) => pointAt(index, index < 501 ? 'unknown' : 'independent'));
  const rows = tablePoints(points, 20).map(({ atMs }) => atMs);
  expect(rows.length).toBeLessThan(25);
  expect(rows).toEqual(expect.arrayContaining([0, 500, 501, 999]));
  expect(rows).toEqual(rows.toSorted((a, b) => b - a));
});
