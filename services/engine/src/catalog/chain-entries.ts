import type { Catalog } from '@assay/catalog/catalog';
import type { Level } from '@assay/catalog/define';
import { isServing, whyNotServing, type ChainNode } from '../onchain/nodes/node.ts';
import { maxSlotsBehind, type SlotTracker } from '@assay/solana/nodes/slot-tracker';
import type { HealthViews } from '../replicas/health-views.ts';
import { maxCallCostMicros } from '../onchain/reads/cost-bounds.ts';
import type { OpinionProviders } from '../onchain/opinions/opinion-providers.ts';
import type { MeasuredNodes } from '../onchain/reads/plan-nodes.ts';
import { countIndependent } from '../verification/levels.ts';
import type { LiveEntry } from './live-catalog.ts';
import { countPairs } from './pair-counts.ts';

/** The facts from which the entries of the chain types are computed. */
export type ChainKnowledge = {
  readonly nodes: readonly ChainNode[];
  readonly slots: Pick<SlotTracker, 'slotsBehind' | 'isSilent' | 'hasStaleClock'>;
  readonly measured: MeasuredNodes;
  readonly answers: (type: string) => boolean;
  readonly opinions: ReadonlyMap<string, OpinionProviders>;
  /** Whether the replicas agree that a source can serve. When absent, this replica decides by its own health view. */
  readonly canServe?: HealthViews['canServe'];
};

const quoteType = 'chain.swap_quote';

/** Returns the name of a node in lists of sources and nodes. All replicas use the same name. */
export function nodeKey(id: string): string {
  return `node ${id}`;
}

/** Returns whether a node can serve now: it answers, it shows new slots, and its clock is close to ours. */
export function isNodeServing(node: ChainNode, slots: Pick<SlotTracker, 'isSilent' | 'hasStaleClock'>): boolean {
  return isServing(node) && !slots.isSilent(node.id) && !slots.hasStaleClock(node.id);
}

/** Returns the present catalog entries of the chain types. The list is empty while no node can serve. */
export function chainEntries(catalog: Catalog, knowledge: ChainKnowledge): LiveEntry[] {
  const { nodes, slots, measured, answers, opinions, canServe } = knowledge;
  const serving = nodes.filter((node) => {
    const own = isNodeServing(node, slots);
    return canServe?.(nodeKey(node.id), own) ?? own;
  });
  if (serving.length === 0) {
    return [];
  }
  const keepingUp = serving.filter(({ id }) => slots.slotsBehind(id) <= maxSlotsBehind);
  const good = (keepingUp.length > 0 ? keepingUp : serving).map(({ id }) => id);
  const relation = (a: string, b: string) => measured(a, b).verdict;
  const groups = countIndependent(good, relation);
  const maxLevel: Level = groups >= 2 ? 'anchored' : 'single_source';
  const reason = maxLevel === 'anchored' ? '' : capReason(knowledge, good);
  const pairs = countPairs(good, relation);
  // A quote's reference is a simulation of the swap on a node. When no node can simulate, the engine can still confirm
  // the quote from the accounts of a second node. That reaches only the level consensus.
  const cannotSimulate =
    maxLevel === 'anchored' && serving.every(({ id, refusesSimulation }) => refusesSimulation || !good.includes(id));
  return [...catalog.keys()].filter(answers).map((type) => {
    const isCapped = type === quoteType && cannotSimulate;
    const levelOfType = isCapped ? 'consensus' : maxLevel;
    return {
      type,
      providers: Math.max(1, groups),
      maxLevel: levelOfType,
      capReason: isCapped ? 'no node simulates transactions' : reason,
      maxCostMicros: maxCallCostMicros(type, opinions),
      measuring: maxLevel !== 'anchored' && pairs.open > 0,
      exampleLevel: levelOfType,
      pairs,
    };
  });
}

/** Returns, as text for a person, the reason why no two nodes can confirm each other now. */
function capReason({ nodes, slots, measured }: ChainKnowledge, good: readonly string[]): string {
  const reasons: string[] = [];
  const related = (verdict: string): string[] =>
    good.filter((a) => good.some((b) => a !== b && measured(a, b).verdict === verdict));
  const sharing = related('shared_upstream');
  if (good.length === 1) {
    reasons.push('only one node of the chain can be used');
  } else if (sharing.length > 0) {
    reasons.push(`${sharing.length} of ${good.length} nodes share an upstream`);
  }
  if (good.length > 1 && related('unknown').length > 0) {
    reasons.push('the independence of the nodes is not measured yet');
  }
  for (const node of nodes) {
    const behind = slots.slotsBehind(node.id);
    if (!isServing(node) || slots.isSilent(node.id)) {
      reasons.push(`${node.id} ${whyNotServing(node)}`);
    } else if (slots.hasStaleClock(node.id)) {
      reasons.push(`${node.id} shows an old state of the chain`);
    } else if (behind > maxSlotsBehind) {
      reasons.push(`${node.id} is ${behind} slots behind`);
    }
  }
  return reasons.join('; ');
}
