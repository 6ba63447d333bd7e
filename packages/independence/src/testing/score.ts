import { clusters, evidenceAt, verdictOf, type Clusters } from '../clusters.ts';
import { EVIDENCE } from '../weigh.ts';
import { observe } from '../observe.ts';
import { createState } from '../create-state.ts';
import type { IndependenceState } from '../state.ts';
import type { Trace, TraceTruth } from './trace-generator.ts';

/** How a measurement compares with the truth of a trace. */
export type Score = {
  /** Truly shared pairs that the values can show. */
  readonly detectable: number;
  readonly found: number;
  readonly missed: readonly string[];
  /** Truly independent pairs, and those of them that were put in one cluster or linked all the same. */
  readonly independent: number;
  readonly falseMerges: readonly string[];
  readonly falseLinks: readonly string[];
  /** Shared pairs, of any kind, that were called independent: the one mistake that must never happen. */
  readonly falseIndependence: readonly string[];
  readonly provenIndependent: number;
  readonly mostAgainst: number;
  readonly adjustedRand: number;
};

const pairName = (one: string, other: string): string => [one, other].toSorted().join('|');

function pairsWithin(sets: readonly (readonly string[])[]): Set<string> {
  return new Set(
    sets.flatMap((set) => set.flatMap((one, place) => set.slice(place + 1).map((other) => pairName(one, other)))),
  );
}

const without = (sets: readonly (readonly string[])[], names: ReadonlySet<string>): (readonly string[])[] =>
  sets.map((set) => set.filter((name) => !names.has(name))).filter((set) => set.length > 0);

/** The adjusted Rand index of two partitions of the same names: 1 is equal, 0 is chance. */
export function adjustedRand(one: readonly (readonly string[])[], other: readonly (readonly string[])[]): number {
  const choose = (count: number): number => (count * (count - 1)) / 2;
  const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + choose(count), 0);
  const both = sum(one.flatMap((left) => other.map((right) => left.filter((name) => right.includes(name)).length)));
  const [first, second] = [sum(one.map((set) => set.length)), sum(other.map((set) => set.length))];
  const chance = (first * second) / choose(one.reduce((total, set) => total + set.length, 0));
  const most = (first + second) / 2;
  return most === chance ? 1 : (both - chance) / (most - chance);
}

/** Feeds a whole trace to a new state, one observation at a time. */
export function measure(trace: Trace): IndependenceState {
  const first = trace.observations[0];
  if (first === undefined) {
    throw new Error(`trace ${trace.name} has no observations`);
  }
  const state = createState(first.key);
  for (const observation of trace.observations) {
    observe(state, observation);
  }
  return state;
}

/** Compares the last judgement of a state with what is true. */
export function scoreAgainst(state: IndependenceState, truth: TraceTruth): Score {
  const found: Clusters = clusters(state);
  const merged = pairsWithin(found.clusters);
  const linked = new Set(found.pairs.map(([one, other]) => pairName(one, other)));
  const shared = pairsWithin(truth.clusters);
  const open = new Set(truth.overlaps.map(([one, other]) => pairName(one, other)));
  const hidden = new Set(truth.undetectable.map(([one, other]) => pairName(one, other)));
  const names = state.providers.map((provider) => provider.name);
  const all = pairsWithin([names]);
  const detectable = [...shared].filter((pair) => !open.has(pair));
  const independent = [...all].filter((pair) => !open.has(pair) && !shared.has(pair));
  // Of a pair that values cannot tell, one name is left out of the comparison: found or not, neither is a mistake.
  const shadows = new Set(truth.undetectable.map(([one]) => one));
  const place = (pair: string): readonly [number, number] => {
    const [one = '', other = ''] = pair.split('|');
    return [names.indexOf(one), names.indexOf(other)];
  };
  const proven = (pair: string): boolean => verdictOf(state, ...place(pair)) === 'independent';
  return {
    detectable: detectable.length,
    found: detectable.filter((pair) => merged.has(pair)).length,
    missed: detectable.filter((pair) => !merged.has(pair)),
    independent: independent.length,
    falseMerges: independent.filter((pair) => merged.has(pair)),
    falseLinks: independent.filter((pair) => linked.has(pair)),
    falseIndependence: [...shared, ...hidden].filter((pair) => proven(pair)),
    provenIndependent: independent.filter((pair) => proven(pair)).length,
    mostAgainst: independent.reduce(
      (most, pair) => Math.max(most, evidenceAt(state, ...place(pair), EVIDENCE.total)),
      0,
    ),
    adjustedRand: adjustedRand(without(found.clusters, shadows), without(truth.clusters, shadows)),
  };
}
