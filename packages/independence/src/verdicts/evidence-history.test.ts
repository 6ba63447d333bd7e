import { expect, test } from '@jest/globals';
import { createEvidenceHistory, type DuePoint } from './evidence-history.ts';
import type { PairEvidence } from './explain.ts';
import type { KeyVerdicts } from './verdict-snapshot.ts';

const minuteMs = 60_000;
const kinds = [
  { kind: 'coincidence', nats: 14, detail: '' },
  { kind: 'repetition', nats: -2.5, detail: '' },
  { kind: 'stale_match', nats: -1, detail: '' },
] as const;

function judged(atMs: number, pair: Partial<PairEvidence> = {}): KeyVerdicts[] {
  const evidence: PairEvidence = {
    providers: ['b', 'a'],
    verdict: 'unknown',
    sinceMs: 1,
    judgedMs: atMs,
    newestMs: atMs,
    nats: 11.5,
    observations: 40,
    kinds,
    maxShare: null,
    reason: '',
    ...pair,
  };
  return [{ type: 't', key: 't:k', observations: 1, judgedMs: atMs, composites: [], pairs: [evidence] }];
}

/** Judges every second for a time, stores each point that is due, and returns the times of the points. */
function storedTimes(forMs: number, verdictAt: (atMs: number) => Partial<PairEvidence> = () => ({})): number[] {
  const history = createEvidenceHistory();
  const times: number[] = [];
  for (let atMs = 1_000; atMs <= forMs; atMs += 1_000) {
    const due = history.due(judged(atMs, verdictAt(atMs)));
    history.onStored(due);
    times.push(...due.map((point) => point.atMs));
  }
  return times;
}

test('a point has the evidence for and against one upstream, with the pair in order', () => {
  expect(createEvidenceHistory().due(judged(5_000))).toEqual([
    {
      key: 't:k',
      a: 'a',
      b: 'b',
      atMs: 5_000,
      verdict: 'unknown',
      nats: 11.5,
      natsAgainst: 3.5,
      observations: 40,
      minGapMs: 10_000,
    } satisfies DuePoint,
  ]);
});

test('a young verdict has dense points, an old one a point every quarter of an hour', () => {
  const times = storedTimes(12 * 60 * minuteMs);
  const gapsMs = times.slice(1).map((at, index) => at - (times[index] ?? 0));
  expect(times.filter((at) => at <= 10 * minuteMs).length).toBeGreaterThan(15);
  expect(Math.min(...gapsMs)).toBe(10_000);
  expect(gapsMs.slice(-20)).toEqual(Array.from({ length: 20 }, () => 15 * minuteMs));
  expect(times.length).toBeLessThan(90);
});

test('every change of a verdict is a point, however soon it follows', () => {
  const times = storedTimes(3 * 60 * minuteMs, (atMs) =>
    atMs >= 7_000_000 && atMs < 7_002_000 ? { verdict: 'shared_upstream' } : {},
  );
  expect(times).toContain(7_000_000);
  expect(times).toContain(7_002_000);
  expect(times).not.toContain(7_001_000);
});

test('a point that could not be stored stays due, and one judgement is stored once', () => {
  const history = createEvidenceHistory();
  expect(history.due(judged(5_000))).toHaveLength(1);
  const again = history.due(judged(5_000));
  expect(again).toHaveLength(1);
  history.onStored(again);
  expect(history.due(judged(5_000))).toEqual([]);
});

test('a pair that was never judged has no point, and a pair that left is forgotten', () => {
  const history = createEvidenceHistory();
  expect(history.due(judged(5_000, { judgedMs: null }))).toEqual([]);
  history.onStored(history.due(judged(6_000)));
  expect(history.due([])).toEqual([]);
  expect(history.due(judged(6_000))).toHaveLength(1);
});
