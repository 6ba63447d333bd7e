import { nodeCostMicros } from '../nodes/node.ts';
import type { OpinionProviders } from '../opinions/opinion-providers.ts';
import { maxListsPerCall } from './holder-lists.ts';

/** Three nodes can be read four times each while the state moves. */
const maxReads = 12n;
const maxLists = BigInt(maxListsPerCall);
const maxSimulations = 4n;

/** Returns the most that one question of a type may spend on nodes, in micro-credits. */
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

/** Returns the most that one call of a type can cost, in micro-credits: nodes and opinions. */
export function maxCallCostMicros(type: string, opinions: ReadonlyMap<string, OpinionProviders>): bigint {
  return maxNodeCostMicros(type) + (opinions.get(type)?.maxCostMicros ?? 0n);
}
