import { createTraceMeasurement } from '../traces/trace-measurement.ts';
import type { SimulatedTrace } from './trace-generator.ts';

/** How the verdict on one shared pair developed over a trace. Times are numbers of polls. */
export type PairCourse = {
  readonly pair: string;
  /**
   * Number of polls after which the pair was found in every verdict; null if there is none. For a provider that
   * switches its upstream, polls count from the switch.
   */
  readonly foundAfterPolls: number | null;
  /** When the pair was last called independent; null if it never was. */
  readonly calledIndependentAtPoll: number | null;
};

/**
 * The course of the verdict on each shared pair of a trace, and on each pair that ended when a provider switched its
 * upstream.
 */
export type TraceCourses = {
  readonly shared: readonly PairCourse[];
  /** For each switch, the number of polls until the provider was no longer linked to its old upstream. */
  readonly leftAfterPolls: readonly number[];
};

const lookEveryPolls = 15;
const settlingPolls = 260;

/** Observes a trace and reads the verdicts every few polls, as a reader of the running system does. */
export function follow(trace: SimulatedTrace): TraceCourses {
  const first = trace.observations[0];
  if (first === undefined) {
    throw new Error(`trace ${trace.name} has no observations`);
  }
  const measurement = createTraceMeasurement(first.key);
  const pairs = [
    ...trace.truth.clusters.flatMap((set) =>
      set.flatMap((a, place) => set.slice(place + 1).map((b) => [a, b] as const)),
    ),
    ...trace.truth.undetectable,
  ];
  const found = new Map<string, number>();
  const independent = new Map<string, number>();
  const left = new Map<string, number>();
  let next = 0;
  for (const observation of trace.observations) {
    measurement.take(observation);
    const polls = (observation.t - first.t) / trace.pollMs;
    if (polls < next) {
      continue;
    }
    next += lookEveryPolls;
    for (const [a, b] of pairs) {
      const change = trace.truth.switches.find((entry) => entry.pair.includes(a) && entry.pair.includes(b));
      const since = change === undefined ? polls : (observation.t - change.atMs) / trace.pollMs;
      if (since < 0) {
        continue;
      }
      const now = measurement.pair(a, b).verdict;
      const pair = [a, b].toSorted().join('|');
      if (now !== 'shared_upstream') {
        found.delete(pair);
      } else if (!found.has(pair)) {
        found.set(pair, since);
      }
      if (now === 'independent' && (change === undefined || since > settlingPolls)) {
        independent.set(pair, polls);
      }
    }
    for (const change of trace.truth.switches) {
      const since = (observation.t - change.atMs) / trace.pollMs;
      if (since > 0 && measurement.pair(change.left, change.pair[0]).verdict === 'shared_upstream') {
        left.set(change.pair.join('|'), since);
      }
    }
  }
  return {
    shared: pairs.map(([a, b]) => {
      const pair = [a, b].toSorted().join('|');
      return { pair, foundAfterPolls: found.get(pair) ?? null, calledIndependentAtPoll: independent.get(pair) ?? null };
    }),
    leftAfterPolls: [...left.values()],
  };
}
