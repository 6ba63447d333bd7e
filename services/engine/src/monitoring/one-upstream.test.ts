import { beforeAll, expect, test } from '@jest/globals';
import type { TraceLevels } from './testing/one-upstream.ts';
import { runProgram } from '@assay/independence/testing/run-program';

const unseenSeed = 901;
// `make test` replays a third of the families of traces, and `make rehearse-independence` replays all of them.
const everyFamilies = process.env['ASSAY_ALL_TRACES'] === '1' ? 1 : 3;
let traceLevels: readonly TraceLevels[];

beforeAll(() => {
  traceLevels = JSON.parse(
    runProgram(
      new URL('testing/one-upstream-program.ts', import.meta.url),
      JSON.stringify({ seed: unseenSeed, everyFamilies }),
    ),
  ) as TraceLevels[];
}, 300_000);

const sum = (pick: (each: TraceLevels) => number): number => traceLevels.reduce((total, each) => total + pick(each), 0);

test('providers of one upstream never make a consensus, at any time of any trace', () => {
  expect(traceLevels.flatMap(({ wrong }) => wrong)).toEqual([]);
  expect(traceLevels).toHaveLength(6 + 27 / everyFamilies);
  expect(sum(({ ofOneUpstream }) => ofOneUpstream)).toBeGreaterThan(5_000 / everyFamilies);
});

test('the same verdicts make a consensus of independent providers where values alone can prove it', () => {
  // An hour of prices alone proves little, so the minimum is low. Sources with fast updates or small differences reach
  // a consensus only with evidence from trades.
  expect(sum(({ consensus }) => consensus) / sum(({ ofAll }) => ofAll)).toBeGreaterThan(0.05);
  expect(traceLevels.filter(({ consensus }) => consensus > 0).length).toBeGreaterThanOrEqual(2);
});
