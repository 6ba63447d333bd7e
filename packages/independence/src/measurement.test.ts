import { beforeAll, expect, test } from '@jest/globals';
import { runProgram } from './testing/run-program.ts';
import { independentScenarios, sharingScenarios } from './testing/scenario-list.ts';
import type { SweepRequest, SweepResult } from './testing/sweep.ts';

// These seeds were never looked at while the constants were chosen.
const sharingSeeds = [501];
// bench/independence.bench.ts looks at more than 8,000 pairs; these keep the tests short.
const independentSeeds = [601, 602, 603, 604, 605, 606];
const sweepTimeoutMs = 300_000;

const request: SweepRequest = {
  score: [
    ...sharingScenarios.flatMap((family) => sharingSeeds.map((seed) => [family.name, seed] as const)),
    ...independentScenarios.flatMap((family) => independentSeeds.map((seed) => [family.name, seed] as const)),
  ],
  follow: [
    ['copies, calm', 701],
    ['copies, mixed', 702],
    ['copies, fast', 703],
    ['switches, calm', 711],
    ['switches, fast', 712],
  ],
};

let result: SweepResult;
beforeAll(() => {
  result = JSON.parse(
    runProgram(new URL('testing/sweep-program.ts', import.meta.url), JSON.stringify(request)),
  ) as SweepResult;
}, sweepTimeoutMs);

const sum = (pick: (score: SweepResult['scores'][number]) => number): number =>
  result.scores.reduce((total, score) => total + pick(score), 0);

test('no two of at least 3,000 truly independent pairs on unseen traces are merged or linked', () => {
  expect(sum((score) => score.independent)).toBeGreaterThanOrEqual(3000);
  expect(result.scores.flatMap((score) => score.falseMerges.map((pair) => `${score.name}: ${pair}`))).toEqual([]);
  expect(result.scores.flatMap((score) => score.falseLinks.map((pair) => `${score.name}: ${pair}`))).toEqual([]);
});

test('at least 85 of 100 detectable pairs on unseen traces are found, with a mean adjusted Rand index of 0.92', () => {
  expect(sum((score) => score.found) / sum((score) => score.detectable)).toBeGreaterThanOrEqual(0.85);
  expect(sum((score) => score.adjustedRand) / result.scores.length).toBeGreaterThanOrEqual(0.92);
});

test('no pair that shares an upstream is called independent, so that no consensus can rest on one upstream', () => {
  expect(result.scores.flatMap((score) => score.falseIndependence.map((pair) => `${score.name}: ${pair}`))).toEqual([]);
});

test('most pairs of independent venues in a calm market are proven independent', () => {
  const calm = result.scores.filter((score) => score.scenario === 'independent, calm');
  const proven = calm.reduce((total, score) => total + score.provenIndependent, 0);
  expect(proven / calm.reduce((total, score) => total + score.independent, 0)).toBeGreaterThan(0.8);
});

test('two re-sellers of different coarse venues with the same mark-up are not linked', () => {
  const same = result.scores.filter((score) => score.scenario.startsWith('same mark-up'));
  expect(same).toHaveLength(3 * sharingSeeds.length);
  expect(same.flatMap((score) => score.falseLinks)).toEqual([]);
});

test('verbatim, late and marked-up copies are found within 360 polls and never called independent before', () => {
  const plain = result.courses
    .filter((courses) => courses.scenario.startsWith('copies'))
    .flatMap((courses) => courses.shared.filter((course) => /verbatim|late|marked/u.test(course.pair)));
  expect(plain).toHaveLength(9);
  for (const course of plain) {
    expect(course.foundAfterPolls ?? Infinity).toBeLessThanOrEqual(360);
    expect(course.calledIndependentAtPoll).toBeNull();
  }
});

test('a switched upstream is found, and the old one let go, within 500 polls', () => {
  const switches = result.courses.filter((courses) => courses.scenario.startsWith('switches'));
  const switched = switches.flatMap((courses) => courses.shared.filter((course) => course.pair.includes('switcher')));
  expect(switched).toHaveLength(4);
  for (const course of switched) {
    expect(course.foundAfterPolls ?? Infinity).toBeLessThanOrEqual(500);
  }
  for (const courses of switches) {
    expect(courses.leftAfterPolls).toHaveLength(2);
    for (const polls of courses.leftAfterPolls) {
      expect(polls).toBeLessThanOrEqual(500);
    }
  }
});
