import { nodeCostMicros } from '../nodes/node.ts';
import type { Peers } from '../opinions/opinion-providers.ts';

/** So many readings one question may pay for: of three nodes, and as many again thrice where state moves. */
const mostReadings = 12n;
/** Both nodes of a call list the largest accounts. */
const mostLists = 2n;
const mostSimulations = 4n;

/** What one question of a type may spend on nodes at most, in micro-credits. */
export function mostOnNodesMicros(type: string): bigint {
  const readings = mostReadings * nodeCostMicros.reading;
  switch (type) {
    case 'chain.swap_quote':
      return readings + mostSimulations * nodeCostMicros.simulation;
    case 'chain.token_risk':
      return readings + mostLists * nodeCostMicros.list;
    default:
      return readings;
  }
}

/** The most that one call of a type can cost, in micro-credits: what it may spend on nodes, and its peers. */
export function mostMicros(type: string, peers: ReadonlyMap<string, Peers>): bigint {
  return mostOnNodesMicros(type) + (peers.get(type)?.maxCostMicros ?? 0n);
}
