import { follow, type TraceCourses } from './follow.ts';
import { independentScenarios, sharingScenarios } from './scenario-list.ts';
import { measure, scoreAgainst, type TraceScore } from './compare-with-truth.ts';

/** The request for a sweep over families of traces. It names each family with its seeds. */
export type SweepRequest = {
  readonly score: readonly (readonly [scenario: string, seed: number])[];
  readonly follow: readonly (readonly [scenario: string, seed: number])[];
};

/** The results of a sweep, in the order of the request. */
export type SweepResult = {
  readonly scores: readonly (TraceScore & { readonly name: string; readonly scenario: string })[];
  readonly courses: readonly (TraceCourses & { readonly name: string; readonly scenario: string })[];
};

function made(scenario: string, seed: number): ReturnType<(typeof sharingScenarios)[number]['make']> {
  const family = [...sharingScenarios, ...independentScenarios].find((entry) => entry.name === scenario);
  if (family === undefined) {
    throw new Error(`no family of traces is called ${scenario}`);
  }
  return family.make(seed);
}

/** Generates, measures and scores all traces that a request names. */
export function sweep(request: SweepRequest): SweepResult {
  return {
    scores: request.score.map(([scenario, seed]) => {
      const trace = made(scenario, seed);
      return { name: trace.name, scenario, ...scoreAgainst(measure(trace), trace.truth) };
    }),
    courses: request.follow.map(([scenario, seed]) => {
      const trace = made(scenario, seed);
      return { name: trace.name, scenario, ...follow(trace) };
    }),
  };
}
