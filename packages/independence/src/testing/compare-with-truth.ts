import type { ProviderClusters } from '../verdicts/clusters.ts';
import { createTraceMeasurement, type TraceMeasurement, type TracePair } from '../traces/trace-measurement.ts';
import type { SimulatedTrace, TraceTruth } from './trace-generator.ts';

/** Compares the verdicts on a trace with the truth that the simulation knows. */
export type TraceScore = {
  /** Number of pairs that share an upstream and whose values can show it. */
  readonly detectable: number;
  readonly found: number;
  readonly missed: readonly string[];
  /** Number of independent pairs. `falseMerges` names those that were linked or put into one group. */
  readonly independent: number;
  readonly falseMerges: readonly string[];
  readonly falseLinks: readonly string[];
  /** Pairs that share an upstream, in whole or in part, and were called independent. There must be none. */
  readonly falseIndependence: readonly string[];
  readonly provenIndependent: number;
  readonly maxNatsAgainst: number;
  readonly adjustedRand: number;
};

const pairName = (a: string, b: string): string => [a, b].toSorted().join('|');

function pairsWithin(sets: readonly (readonly string[])[]): Set<string> {
  return new Set(sets.flatMap((set) => set.flatMap((a, place) => set.slice(place + 1).map((b) => pairName(a, b)))));
}

const without = (sets: readonly (readonly string[])[], names: ReadonlySet<string>): (readonly string[])[] =>
  sets.map((set) => set.filter((name) => !names.has(name))).filter((set) => set.length > 0);

/** Returns the adjusted Rand index of two partitions of the same names: 1 is equal, 0 is chance. */
export function adjustedRand(a: readonly (readonly string[])[], b: readonly (readonly string[])[]): number {
  const choose = (count: number): number => (count * (count - 1)) / 2;
  const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + choose(count), 0);
  const both = sum(a.flatMap((left) => b.map((right) => left.filter((name) => right.includes(name)).length)));
  const [first, second] = [sum(a.map((set) => set.length)), sum(b.map((set) => set.length))];
  const chance = (first * second) / choose(a.reduce((total, set) => total + set.length, 0));
  const max = (first + second) / 2;
  return max === chance ? 1 : (both - chance) / (max - chance);
}

/** Returns a new measurement that has observed a whole trace. */
export function measure(trace: SimulatedTrace): TraceMeasurement {
  const first = trace.observations[0];
  if (first === undefined) {
    throw new Error(`trace ${trace.name} has no observations`);
  }
  const measurement = createTraceMeasurement(first.key);
  trace.observations.forEach(measurement.take);
  return measurement;
}

/** Compares the verdicts at the end of a trace with its truth. */
export function scoreAgainst(measurement: TraceMeasurement, truth: TraceTruth): TraceScore {
  const result: ProviderClusters = measurement.clusters();
  const merged = pairsWithin(result.clusters);
  const linked = new Set(result.pairs.map(([a, b]) => pairName(a, b)));
  const shared = pairsWithin(truth.clusters);
  const open = new Set(truth.overlaps.map(([a, b]) => pairName(a, b)));
  const hidden = new Set(truth.undetectable.map(([a, b]) => pairName(a, b)));
  const all = pairsWithin([measurement.names()]);
  const detectable = [...shared].filter((pair) => !open.has(pair));
  const independent = [...all].filter((pair) => !open.has(pair) && !shared.has(pair));
  // If the values of a pair cannot show that it shares an upstream, one of its two names is left out of the comparison.
  const shadows = new Set(truth.undetectable.map(([a]) => a));
  const pairOf = (pair: string): TracePair => {
    const [a = '', b = ''] = pair.split('|');
    return measurement.pair(a, b);
  };
  const proven = (pair: string): boolean => pairOf(pair).verdict === 'independent';
  return {
    detectable: detectable.length,
    found: detectable.filter((pair) => merged.has(pair)).length,
    missed: detectable.filter((pair) => !merged.has(pair)),
    independent: independent.length,
    falseMerges: independent.filter((pair) => merged.has(pair)),
    falseLinks: independent.filter((pair) => linked.has(pair)),
    falseIndependence: [...shared, ...hidden].filter((pair) => proven(pair)),
    provenIndependent: independent.filter((pair) => proven(pair)).length,
    maxNatsAgainst: independent.reduce((max, pair) => Math.max(max, pairOf(pair).nats), 0),
    adjustedRand: adjustedRand(without(result.clusters, shadows), without(truth.clusters, shadows)),
  };
}
