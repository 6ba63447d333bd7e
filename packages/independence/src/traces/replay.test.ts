import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterAll, expect, test } from '@jest/globals';
import type { ProviderClusters } from '../verdicts/clusters.ts';
import { runProgram } from '../testing/run-program.ts';
import { adjustedRand } from '../testing/compare-with-truth.ts';

type PublicTruth = { clusters: string[][]; overlaps: [string, string, number][]; coFailure: [string, string][] };

const traceTimeoutMs = 60_000;
const folder = fileURLToPath(new URL('../fixtures/', import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'assay-replay-'));
afterAll(() => rmSync(work, { recursive: true }));

const names = readdirSync(folder)
  .filter((file) => file.endsWith('.jsonl.gz'))
  .map((file) => file.slice(0, -'.jsonl.gz'.length));

function replayed(name: string): string {
  const file = join(work, `${name}.jsonl`);
  writeFileSync(file, gunzipSync(readFileSync(`${folder}${name}.jsonl.gz`)));
  return runProgram(new URL('replay.ts', import.meta.url), file);
}

const within = (sets: readonly (readonly string[])[]): string[] =>
  sets.flatMap((set) => set.flatMap((a, place) => set.slice(place + 1).map((b) => [a, b].toSorted().join('|'))));

test.each(names)(
  'the recorded trace %s is measured without a mistake',
  (name) => {
    const truth = JSON.parse(readFileSync(`${folder}${name}.truth.json`, 'utf8')) as PublicTruth;
    const result = JSON.parse(replayed(name)) as ProviderClusters;
    const open = new Set(truth.overlaps.map(([a, b]) => [a, b].toSorted().join('|')));
    const merged = within(result.clusters).filter((pair) => !open.has(pair));
    const shared = within(truth.clusters).filter((pair) => !open.has(pair));
    expect(merged.toSorted()).toEqual(shared.toSorted());
    expect(adjustedRand(result.clusters, truth.clusters)).toBe(1);
    const linked = new Set(result.pairs.map((pair) => pair.join('|')));
    expect(truth.coFailure.filter((pair) => linked.has(pair.toSorted().join('|')))).toEqual([]);
  },
  traceTimeoutMs,
);

test('there are six recorded traces', () => {
  expect(names).toHaveLength(6);
});

test(
  'replaying prints one JSON document, the same bytes every time',
  () => {
    const printed = replayed('05-social-counter');
    expect(replayed('05-social-counter')).toBe(printed);
    expect(Object.keys(JSON.parse(printed) as object)).toEqual(['clusters', 'pairs', 'composites', 'independent']);
    expect(printed.trimEnd().split('\n')).toHaveLength(1);
  },
  traceTimeoutMs,
);
