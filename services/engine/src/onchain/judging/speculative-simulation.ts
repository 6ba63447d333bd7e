import type { AttemptReport } from '../../verification/report.ts';
import type { ChainSnapshot } from '@assay/solana/account';
import type { ChainNode } from '../nodes/node.ts';
import type { ChainQuestion, Simulation } from '../types/define.ts';
import type { MeasuredNodes } from '../reads/plan-nodes.ts';
import type { Simulated } from './simulate-quote.ts';

/** A simulation that begins while the rest of its call is still being read. */
export type Ahead = {
  /** Told of the accounts that a node showed, as soon as they are there. */
  readonly shown: (node: ChainNode, snapshot: ChainSnapshot) => void;
  /** The node that simulates, once one does. */
  readonly node: () => ChainNode | undefined;
  /**
   * What it came to, once only, for the source of a datum: undefined when nothing was begun on this node, when it was begun
   * over bytes that give something else, and when it ran at an older slot than the source was read at.
   */
  readonly take: (node: ChainNode, simulation: Simulation, sourceSlot: number) => Promise<Simulated | undefined>;
  /** What was sent and not taken, for the record. */
  readonly unused: () => Promise<readonly AttemptReport[]>;
};

/** What beginning early needs. */
export type AheadPorts = {
  readonly question: ChainQuestion;
  /** In the order in which they are asked. */
  readonly nodes: readonly ChainNode[];
  readonly measured: MeasuredNodes;
  readonly simulate: (
    node: ChainNode,
    simulation: Simulation,
    minContextSlot: number,
  ) => Promise<Simulated | undefined>;
};

type Sight = { readonly node: ChainNode; readonly slot: number; readonly simulation: Simulation };
type Begun = Sight & { readonly ending: Promise<Simulated | undefined> };

/**
 * Simulates a quote on a node as soon as it and another that is independent of it show the same, rather than when all else
 * that is asked in the same call has been derived too. Nothing is decided here: whether the simulation counts is judged as
 * if it had begun afterwards.
 */
export function createAhead({ question, nodes, measured, simulate }: AheadPorts): Ahead {
  const sights = new Map<ChainNode, Sight>();
  let begun: Begun | undefined;
  let taken = false;
  return {
    shown: (node, snapshot) => {
      const sight = begun === undefined ? sightOf(node, snapshot, question) : undefined;
      if (sight === undefined) {
        return;
      }
      const other = [...sights.values()].find(
        (earlier) =>
          earlier.node !== node &&
          earlier.simulation.amountOut === sight.simulation.amountOut &&
          measured(earlier.node.id, node.id).verdict === 'independent',
      );
      sights.set(node, sight);
      if (other !== undefined) {
        const reference = referenceOf(sight, other, nodes);
        const sourceSlot = Math.min(sight.slot, other.slot);
        const ending = simulate(reference.node, reference.simulation, sourceSlot);
        // Whoever takes it hears of what broke. Until then nobody waits, and a process ends over what nobody handles.
        ending.catch(() => undefined);
        begun = { ...reference, ending };
      }
    },
    node: () => begun?.node,
    take: async (node, { amountOut }, sourceSlot) => {
      if (taken || begun?.node !== node || begun.simulation.amountOut !== amountOut) {
        return undefined;
      }
      const simulated = await begun.ending;
      const slot = simulated?.reading.kind === 'amount' ? simulated.reading.slot : begun.slot;
      taken = slot >= sourceSlot;
      return taken ? simulated : undefined;
    },
    unused: async () => {
      const simulated = taken ? undefined : await begun?.ending;
      return simulated === undefined ? [] : [simulated.attempt];
    },
  };
}

/** What a node's accounts give, where nothing is known to stand in the way of simulating it. */
function sightOf(node: ChainNode, snapshot: ChainSnapshot, question: ChainQuestion): Sight | undefined {
  const derived = question.derive(snapshot, new Map());
  const simulation = derived.kind === 'value' ? derived.value.simulation : undefined;
  return simulation === undefined || simulation.obstacle !== null
    ? undefined
    : { node, slot: snapshot.slot, simulation };
}

/** The source is the first node that another confirms at no older a slot; this is that other. */
function referenceOf(one: Sight, other: Sight, nodes: readonly ChainNode[]): Sight {
  const [first, second] = nodes.indexOf(one.node) < nodes.indexOf(other.node) ? [one, other] : [other, one];
  return second.slot >= first.slot ? second : first;
}
