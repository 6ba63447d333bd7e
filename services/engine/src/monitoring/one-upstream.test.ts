import { beforeAll, expect, test } from '@jest/globals';
import type { TraceLevels } from './testing/one-upstream.ts';
import { runProgram } from '@assay/independence/testing/run-program';

const UNSEEN_SEED = '901';
let asked: readonly TraceLevels[];

beforeAll(() => {
  asked = JSON.parse(
    runProgram(new URL('testing/one-upstream-program.ts', import.meta.url), UNSEEN_SEED),
  ) as TraceLevels[];
}, 300_000);

const sum = (pick: (each: TraceLevels) => number): number => asked.reduce((total, each) => total + pick(each), 0);

test('providers of one upstream never make a consensus, at any time of any trace', () => {
  expect(asked.flatMap(({ wrong }) => wrong)).toEqual([]);
  expect(asked).toHaveLength(6 + 27);
  expect(sum(({ ofOneUpstream }) => ofOneUpstream)).toBeGreaterThan(5_000);
});

test('the same verdicts make a consensus of independent providers most of the time', () => {
  expect(sum(({ consensus }) => consensus) / sum(({ ofAll }) => ofAll)).toBeGreaterThan(0.5);
});
