import type { ProviderClusters } from './clusters.ts';

/**
 * Combines several groupings of the same providers into one. Two providers are in one group of the result if at least
 * one of the groupings has both in one group.
 */
export function joinClusters(all: readonly ProviderClusters[]): ProviderClusters {
  const [only] = all;
  if (only !== undefined && all.length === 1) {
    return only;
  }
  const group = new Map<string, string>();
  const root = (name: string): string => {
    const parent = group.get(name) ?? name;
    return parent === name ? name : root(parent);
  };
  for (const clustersOfOne of all) {
    for (const set of clustersOfOne.clusters) {
      const [first = ''] = set;
      for (const name of set) {
        const [a, b] = [root(first), root(name)].toSorted();
        group.set(b ?? name, a ?? first);
      }
    }
  }
  const names = [...group.keys()].toSorted();
  const tops = [...new Set(names.map(root))].toSorted();
  const pairs = new Map(
    all.flatMap((clustersOfOne) => clustersOfOne.pairs.map((pair) => [pair.join('\n'), pair] as const)),
  );
  return {
    clusters: tops.map((top) => names.filter((name) => root(name) === top)),
    pairs: [...pairs].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, pair]) => pair),
    composites: [...new Set(all.flatMap((clustersOfOne) => clustersOfOne.composites))].toSorted(),
  };
}
