import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterAll, expect, test } from '@jest/globals';
import type { ReplayResult } from './traces/replay-trace.ts';
import { runProgram } from './testing/run-program.ts';

type RealTruth = { clusters: string[][]; overlaps: [string, string, number][] };

const traceTimeoutMs = 120_000;
// The recorded market data belongs to others. It is stored next to the repository and is not part of it.
const folder = fileURLToPath(new URL('../../../../shared/real-traces/', import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'assay-real-'));
afterAll(() => rmSync(work, { recursive: true }));

// `make test` replays one trace of trades and one of quotes without times. `make rehearse-independence` replays all
// traces.
const names = [
  ...(process.env['ASSAY_ALL_TRACES'] === '1' ? ['real-01-eur-2018-01-16-copies-a', 'real-05-taq-mids-copies-b'] : []),
  'real-04-taq-trades-copies-b',
  'real-08-taq-mids-nostamp-copies-a',
];
/**
 * Two venues that overlap share a part of their values. If this part is at least `minOverlap`, the verdict
 * `independent` is an error.
 */
const minOverlap = 0.3;
const isPresent = existsSync(folder);

const key = (a: string, b: string): string => [a, b].toSorted().join('|');

function pairsWithin(sets: readonly (readonly string[])[]): string[] {
  return sets.flatMap((set) => set.flatMap((a, place) => set.slice(place + 1).map((b) => key(a, b))));
}

(isPresent ? test.each(names) : test.skip.each(['no recorded traces in ../shared']))(
  'merges no venues of a recorded market, finds its copies and calls no copy and no overlap independent: %s',
  (name) => {
    const file = join(work, `${name}.jsonl`);
    writeFileSync(file, gunzipSync(readFileSync(`${folder}${name}.jsonl.gz`)));
    const truth = JSON.parse(readFileSync(`${folder}${name}.truth.json`, 'utf8')) as RealTruth;
    const result = JSON.parse(runProgram(new URL('traces/replay.ts', import.meta.url), file)) as ReplayResult;
    const open = new Set(truth.overlaps.map(([a, b]) => key(a, b)));
    const shared = pairsWithin(truth.clusters).filter((pair) => !open.has(pair));
    const merged = pairsWithin(result.clusters).filter((pair) => !open.has(pair));
    const proven = new Set(result.independent.map(({ a, b }) => key(a, b)));
    expect(merged.toSorted()).toEqual(shared.toSorted());
    expect(shared.filter((pair) => proven.has(pair))).toEqual([]);
    const overlaps = truth.overlaps.filter(([, , weight]) => weight >= minOverlap);
    expect(overlaps.filter(([a, b]) => proven.has(key(a, b)))).toEqual([]);
  },
  traceTimeoutMs,
);
