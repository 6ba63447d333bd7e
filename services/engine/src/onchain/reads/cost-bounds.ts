import { nodeCostMicros } from '../nodes/node.ts';
import type { OpinionProviders } from '../opinions/opinion-providers.ts';
import { maxListsPerCall } from './holder-lists.ts';

/** Maximum number of reads that one call pays for: three nodes, each read four times while the state changes. */
const maxReads = 12n;
const maxLists = BigInt(maxListsPerCall);
const maxSimulations = 4n;

/** Returns the maximum amount that one question of a type may spend on nodes, in micro-credits. */
export function maxNodeCostMicros(type: string): bigint {
  const reads = maxReads * nodeCostMicros.read;
  switch (type) {
    case 'chain.swap_quote':
      return reads + maxSimulations * nodeCostMicros.simulation;
    case 'chain.token_risk':
      return reads + maxLists * nodeCostMicros.list;
    default:
      return reads;
  }
}

/** Returns the maximum cost of one call of a type, in micro-credits: nodes and opinions together. */
export function maxCallCostMicros(type: string, opinions: ReadonlyMap<string, OpinionProviders>): bigint {
  return maxNodeCostMicros(type) + (opinions.get(type)?.maxCostMicros ?? 0n);
}
