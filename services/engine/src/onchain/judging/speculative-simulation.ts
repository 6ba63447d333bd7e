import type { ChainSnapshot } from '@assay/solana/account';
import type { Attempt } from '../../verification/answer.ts';
import type { ChainNode } from '../nodes/node.ts';
import type { MeasuredNodes } from '../reads/plan-nodes.ts';
import type { ChainQuestion, Simulation } from '../types/define.ts';
import type { SimulationAttempt } from './simulate-quote.ts';

/** A simulation of a quote that starts before all nodes of the call have been read. */
export type SpeculativeSimulation = {
  /** Examines the accounts of a node as soon as they arrive, and starts the simulation if these accounts allow it. */
  readonly onSnapshot: (node: ChainNode, snapshot: ChainSnapshot) => void;
  /** Returns the node that simulates. Undefined before the start. */
  readonly node: () => ChainNode | undefined;
  /**
   * Returns the simulation if it can confirm this source. Only the first call returns it. Returns undefined if the
   * simulation ran on another node or at a slot before the source's, or if its accounts gave another amount.
   */
  readonly take: (
    node: ChainNode,
    simulation: Simulation,
    sourceSlot: number,
  ) => Promise<SimulationAttempt | undefined>;
  /** Returns the attempt of a simulation that was sent but whose result no call of `take` returned. */
  readonly unused: () => Promise<readonly Attempt[]>;
};

/** The dependencies of a speculative simulation. */
export type SpeculativeSimulationPorts = {
  readonly question: ChainQuestion;
  /** The nodes in the order in which the call asks them. */
  readonly nodes: readonly ChainNode[];
  readonly measured: MeasuredNodes;
  readonly simulate: (
    node: ChainNode,
    simulation: Simulation,
    minContextSlot: number,
  ) => Promise<SimulationAttempt | undefined>;
};

/** A node whose accounts give a datum that it can simulate. */
type Candidate = { readonly node: ChainNode; readonly slot: number; readonly simulation: Simulation };
type Started = Candidate & { readonly attempt: Promise<SimulationAttempt | undefined> };

/**
 * Creates a simulation that starts as soon as two independent nodes show the same amount. Its result is used only if it
 * is as valid as the result of a simulation that starts after all reads.
 */
export function createSpeculativeSimulation(ports: SpeculativeSimulationPorts): SpeculativeSimulation {
  const { question, nodes, measured, simulate } = ports;
  const candidates = new Map<ChainNode, Candidate>();
  let started: Started | undefined;
  let taken = false;
  return {
    onSnapshot: (node, snapshot) => {
      const candidate = started === undefined ? candidateOf(node, snapshot, question) : undefined;
      if (candidate === undefined) {
        return;
      }
      const agreeing = [...candidates.values()].find(
        (earlier) =>
          earlier.node !== node &&
          earlier.simulation.amountOut === candidate.simulation.amountOut &&
          measured(earlier.node.id, node.id).verdict === 'independent',
      );
      candidates.set(node, candidate);
      if (agreeing !== undefined) {
        const reference = referenceOf(candidate, agreeing, nodes);
        const sourceSlot = Math.min(candidate.slot, agreeing.slot);
        const attempt = simulate(reference.node, reference.simulation, sourceSlot);
        // `take` throws the error of the simulation to its caller. Until then, this handler prevents an unhandled
        // rejection from ending the process.
        attempt.catch(() => undefined);
        started = { ...reference, attempt };
      }
    },
    node: () => started?.node,
    take: async (node, { amountOut }, sourceSlot) => {
      if (taken || started?.node !== node || started.simulation.amountOut !== amountOut) {
        return undefined;
      }
      const attempt = await started.attempt;
      const slot = attempt?.result.kind === 'amount' ? attempt.result.slot : started.slot;
      taken = slot >= sourceSlot;
      return taken ? attempt : undefined;
    },
    unused: async () => {
      const attempt = taken ? undefined : await started?.attempt;
      return attempt === undefined ? [] : [attempt.attempt];
    },
  };
}

function candidateOf(node: ChainNode, snapshot: ChainSnapshot, question: ChainQuestion): Candidate | undefined {
  const derived = question.derive(snapshot, new Map());
  const simulation = derived.kind === 'value' ? derived.value.simulation : undefined;
  return simulation === undefined || simulation.obstacle !== null
    ? undefined
    : { node, slot: snapshot.slot, simulation };
}

/**
 * Returns the candidate that will simulate, which is the reference. The other candidate is the source: the first one in
 * the planned order, unless the second one shows an older slot.
 */
function referenceOf(a: Candidate, b: Candidate, nodes: readonly ChainNode[]): Candidate {
  const [first, second] = nodes.indexOf(a.node) < nodes.indexOf(b.node) ? [a, b] : [b, a];
  return second.slot >= first.slot ? second : first;
}
