import { clusters, type ProviderClusters } from '../verdicts/clusters.ts';
import { evidence, type PairEvidence } from '../verdicts/explain.ts';
import { joinClusters } from '../verdicts/join-clusters.ts';
import type { KeyVerdicts } from '../verdicts/verdict-snapshot.ts';
import type { ChainState } from './chain-state.ts';
import { balancedNodes, nodeEvidence } from './explain-nodes.ts';

/**
 * Returns the groups of nodes that share a backend, by the order of requests or by the block heights. A node with
 * several backends has links to nodes of their groups but joins none of the groups.
 */
export function chainClusters({ nodes, heights }: ChainState): ProviderClusters {
  const byHeights = clusters(heights);
  const pairs = nodeEvidence(nodes)
    .filter(({ verdict }) => verdict === 'shared_upstream')
    .map(({ providers }) => providers);
  const whole = pairs.filter((pair) => pair.every((name) => !byHeights.composites.includes(name)));
  const sets = [...nodes.nodes.map(({ name }) => [name]), ...whole];
  return joinClusters([byHeights, { clusters: sets, pairs, composites: [] }]);
}

/**
 * Returns the verdict on each pair of nodes. Two nodes share a backend when the order of requests or the block heights
 * show it. They are independent only when the order of requests proves it.
 */
export function chainVerdicts(state: ChainState, type: string): KeyVerdicts {
  const { key, nodes } = state;
  const grouped = chainClusters(state);
  const linked = linkedIn(grouped);
  return {
    type,
    key,
    observations: nodes.bursts,
    judgedMs: nodes.atMs,
    composites: [...new Set([...grouped.composites, ...balancedNodes(nodes)])].toSorted(),
    pairs: nodeEvidence(nodes).map((pair) => withHeights(state, pair, linked(pair.providers))),
  };
}

function linkedIn({ clusters: sets, pairs }: ProviderClusters): (pair: readonly [string, string]) => boolean {
  const direct = new Set(pairs.map((pair) => pair.join('\n')));
  return (pair) => direct.has(pair.join('\n')) || sets.some((set) => pair.every((name) => set.includes(name)));
}

/** Adds the evidence from the heights to the evidence on a pair. */
function withHeights({ heights }: ChainState, pair: PairEvidence, isLinked: boolean): PairEvidence {
  const seen = evidence(heights, ...pair.providers);
  const both = { ...pair, kinds: [...pair.kinds, ...seen.kinds] };
  if (!isLinked || pair.verdict === 'shared_upstream') {
    return both;
  }
  const { sinceMs, reason } = seen.verdict === 'shared_upstream' ? seen : throughThird(pair);
  return { ...both, verdict: 'shared_upstream', nats: Math.max(pair.nats, seen.nats), sinceMs, reason };
}

function throughThird({ judgedMs }: PairEvidence): Pick<PairEvidence, 'sinceMs' | 'reason'> {
  return { sinceMs: judgedMs, reason: 'both share a backend with a third node' };
}
