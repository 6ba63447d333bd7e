import { verdictOf } from '../clusters.ts';
import { observe } from '../observe.ts';
import { createState } from '../create-state.ts';
import type { Trace } from './trace-generator.ts';

/** What happened to the verdict on one truly shared pair in the course of a trace, in polls. */
export type Course = {
  readonly pair: string;
  /** When the pair was found and stayed found to the end; null when it was not. Counted from the switch for switchers. */
  readonly foundAfterPolls: number | null;
  /** When the pair was last called independent; null when it never was. */
  readonly calledIndependentAtPoll: number | null;
};

/** What happened over a whole trace: to shared pairs, and to pairs that a switcher left behind. */
export type Courses = {
  readonly shared: readonly Course[];
  /** Polls after the switch until the old upstream was no longer linked. */
  readonly leftAfterPolls: readonly number[];
};

const LOOK_EVERY_POLLS = 15;
const SETTLING_POLLS = 260;

/** Feeds a trace and looks at the verdicts every few polls, as a reader of the running system would. */
export function follow(trace: Trace): Courses {
  const first = trace.observations[0];
  if (first === undefined) {
    throw new Error(`trace ${trace.name} has no observations`);
  }
  const state = createState(first.key);
  const pairs = [
    ...trace.truth.clusters.flatMap((set) =>
      set.flatMap((one, place) => set.slice(place + 1).map((other) => [one, other] as const)),
    ),
    ...trace.truth.undetectable,
  ];
  const found = new Map<string, number>();
  const independent = new Map<string, number>();
  const left = new Map<string, number>();
  const verdict = (one: string, other: string): string => {
    const places = [one, other].map((name) => state.providers.findIndex((provider) => provider.name === name));
    const [low = -1, high = -1] = places;
    return low < 0 || high < 0 ? 'unknown' : verdictOf(state, low, high);
  };
  let next = 0;
  for (const observation of trace.observations) {
    observe(state, observation);
    const polls = (observation.t - first.t) / trace.pollMs;
    if (polls < next) {
      continue;
    }
    next += LOOK_EVERY_POLLS;
    for (const [one, other] of pairs) {
      const change = trace.truth.switches.find((entry) => entry.pair.includes(one) && entry.pair.includes(other));
      const since = change === undefined ? polls : (observation.t - change.atMs) / trace.pollMs;
      if (since < 0) {
        continue;
      }
      const now = verdict(one, other);
      const pair = [one, other].toSorted().join('|');
      if (now !== 'shared_upstream') {
        found.delete(pair);
      } else if (!found.has(pair)) {
        found.set(pair, since);
      }
      if (now === 'independent' && (change === undefined || since > SETTLING_POLLS)) {
        independent.set(pair, polls);
      }
    }
    for (const change of trace.truth.switches) {
      const since = (observation.t - change.atMs) / trace.pollMs;
      if (since > 0 && verdict(change.left, change.pair[0]) === 'shared_upstream') {
        left.set(change.pair.join('|'), since);
      }
    }
  }
  return {
    shared: pairs.map(([one, other]) => {
      const pair = [one, other].toSorted().join('|');
      return { pair, foundAfterPolls: found.get(pair) ?? null, calledIndependentAtPoll: independent.get(pair) ?? null };
    }),
    leftAfterPolls: [...left.values()],
  };
}
