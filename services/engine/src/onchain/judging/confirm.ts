import type { Clock } from '@assay/runtime/clock';
import type { Attempt } from '../../verification/answer.ts';
import type { NodeReader } from '../nodes/node-reader.ts';
import type { ChainNode } from '../nodes/node.ts';
import type { CostBudget } from '@assay/concurrency/cost-budget';
import type { NodeSnapshot } from '../reads/node-snapshot.ts';
import type { MeasuredNodes } from '../reads/plan-nodes.ts';
import type { ReadSession } from '../reads/read-session.ts';
import type { Simulation } from '../types/define.ts';
import { judgePart, type PartJudgement } from './judge-part.ts';
import { readAtSlot, reconcile } from './reconcile.ts';
import { simulate } from './simulate-quote.ts';
import type { SpeculativeSimulation } from './speculative-simulation.ts';

/** The result of letting a node simulate a datum on which independent snapshots agree. */
export type Confirmation =
  /** A node computed the same amount. `outvoted` describes the simulations that gave another amount. */
  | { readonly kind: 'confirmed'; readonly node: ChainNode; readonly outvoted: readonly string[] }
  /** No node could simulate the datum, for the reason in `reason`. */
  | { readonly kind: 'unconfirmed'; readonly reason: string }
  /** A node computed another amount, which `reason` states. */
  | { readonly kind: 'contradicted'; readonly reason: string };

/** The input and the dependencies of one confirmation. */
export type ConfirmCall = {
  readonly session: ReadSession;
  readonly nodes: readonly ChainNode[];
  /** The index of the question in the call. */
  readonly part: number;
  /** The number of questions in the call. */
  readonly parts: number;
  readonly budget: CostBudget;
  readonly deadlineAtMs: number;
  readonly reader: NodeReader;
  readonly measured: MeasuredNodes;
  readonly clock: Clock;
  /** A simulation that may have started before the confirmation. Undefined when the call has none. */
  readonly speculative: SpeculativeSimulation | undefined;
  /** Receives the attempt of every simulation that was sent. */
  readonly onAttempt: (attempt: Attempt) => void;
};

const maxSimulations = 4;

/** The progress of one confirmation. */
type Progress = {
  /** For each node whose simulation gave another amount than the source: the contradiction as text. */
  readonly contradictions: Map<ChainNode, string>;
  /** The nodes that cannot simulate the datum. */
  readonly unusable: Set<ChainNode>;
  readonly failures: string[];
  /** The last contradiction that was ignored, because the chain's state changed while the engine checked it. */
  whileMoving: string | undefined;
};

/**
 * Lets nodes that are independent of the source simulate the swap, and compares the result with the source's amount.
 *
 * A node may compute another amount only because it is at a later slot. Before the difference counts as a
 * contradiction, the engine reads every node again at that slot. Another independent node that computes the source's
 * amount outvotes the contradiction.
 */
export async function confirm(call: ConfirmCall): Promise<Confirmation> {
  const progress: Progress = {
    contradictions: new Map(),
    unusable: new Set(),
    failures: [],
    whileMoving: undefined,
  };
  for (let round = 0; round < maxSimulations; round += 1) {
    const source = anchoredSource(judgePart(call.session, call.part, call.measured));
    if (source === undefined) {
      return { kind: 'unconfirmed', reason: 'the nodes do not agree on it' };
    }
    const step = await simulateOnce(call, source, progress);
    if (step === 'stop') {
      break;
    }
    if (step !== 'continue') {
      return step;
    }
  }
  const { contradictions, failures, whileMoving } = progress;
  const reasons = [...contradictions.values(), ...(whileMoving === undefined ? [] : [whileMoving])];
  return reasons.length > 0
    ? { kind: 'contradicted', reason: reasons.join(', and ') }
    : { kind: 'unconfirmed', reason: failures.join(', and ') || 'no independent node was left to simulate it' };
}

/** Chooses a node and lets it simulate. Returns the confirmation if there is one, or whether to try another node. */
async function simulateOnce(
  call: ConfirmCall,
  source: NodeSnapshot,
  progress: Progress,
): Promise<Confirmation | 'continue' | 'stop'> {
  const { contradictions, unusable, failures } = progress;
  const expected = simulationOf(source, call.part);
  const reference = await nextReference(call, source, (node) => unusable.has(node) || contradictions.has(node));
  const simulation = reference === undefined ? undefined : simulationOf(reference, call.part);
  if (reference === undefined || simulation === undefined) {
    return (await alignSlots(call, source)) ? 'continue' : 'stop';
  }
  if (simulation.obstacle !== null) {
    if ((expected?.obstacle ?? null) !== null) {
      return { kind: 'unconfirmed', reason: `it cannot be simulated: ${simulation.obstacle}` };
    }
    // The source's accounts allow the simulation, so the obstacle must be an error in the other node's accounts. The
    // engine then asks a third node.
    unusable.add(reference.node);
    failures.push(`${reference.node.name} shows that ${simulation.obstacle}`);
    return 'continue';
  }
  const started = await call.speculative?.take(reference.node, simulation, source.state.slot);
  const attempt = started ?? (await simulate(reference.node, simulation, source.state.slot, call, call));
  if (attempt === undefined) {
    return 'stop';
  }
  call.onAttempt(attempt.attempt);
  const { result } = attempt;
  if (result.kind === 'amount' && result.amountOut.toString() === expected?.amountOut) {
    return { kind: 'confirmed', node: reference.node, outvoted: [...contradictions.values()] };
  }
  if (result.kind === 'not_simulated') {
    return { kind: 'unconfirmed', reason: `it cannot be simulated: ${result.reason}` };
  }
  if (result.kind === 'failed') {
    unusable.add(reference.node);
    failures.push(`${reference.node.name} did not simulate it (${result.reason})`);
    return 'continue';
  }
  const simulatedText =
    result.kind === 'amount' ? `${result.amountOut} instead of ${expected?.amountOut}` : result.reason;
  const contradiction = `the simulation on ${reference.node.name} gives ${simulatedText}`;
  const moved = await stateMoved(call, result.slot);
  progress.whileMoving = moved ? `${contradiction} while the state keeps moving` : undefined;
  if (!moved) {
    contradictions.set(reference.node, contradiction);
  }
  return 'continue';
}

/** Returns the snapshot that would be delivered, or undefined if no independent snapshot agrees with it. */
function anchoredSource({ conclusion, snapshots }: PartJudgement): NodeSnapshot | undefined {
  return conclusion?.kind === 'level' && conclusion.level === 'anchored' ? snapshots[conclusion.source] : undefined;
}

function simulationOf({ outcomes }: NodeSnapshot, part: number): Simulation | undefined {
  const outcome = outcomes[part];
  return outcome?.kind === 'value' ? outcome.value.simulation : undefined;
}

/**
 * Returns the snapshot of a node that is independent of the source and gives the same amount. Reads one more node if no
 * such snapshot exists yet.
 */
async function nextReference(
  call: ConfirmCall,
  source: NodeSnapshot,
  isSpent: (node: ChainNode) => boolean,
): Promise<NodeSnapshot | undefined> {
  const { session, nodes, measured, part } = call;
  const fits = (node: ChainNode): boolean =>
    node !== source.node && !isSpent(node) && measured(source.node.id, node.id).verdict === 'independent';
  const amountOut = simulationOf(source, part)?.amountOut;
  const findAgreeing = (): NodeSnapshot | undefined => {
    const agreeing = session
      .snapshots()
      .filter(
        (snapshot) =>
          fits(snapshot.node) &&
          snapshot.state.slot >= source.state.slot &&
          simulationOf(snapshot, part)?.amountOut === amountOut,
      );
    return agreeing.find(({ node }) => node === call.speculative?.node()) ?? agreeing[0];
  };
  const agreeing = findAgreeing();
  if (agreeing !== undefined) {
    return agreeing;
  }
  const unread = nodes.find((node) => fits(node) && !session.wasAsked(node));
  if (unread === undefined) {
    return undefined;
  }
  await readAtSlot(session, unread, source.state.slot, call.deadlineAtMs, call.clock);
  return findAgreeing();
}

/**
 * If a newer snapshot of an independent node gives another amount, reads the source again at that slot, and returns
 * true. Such a difference can come from a fee that changes from slot to slot while the accounts stay equal.
 */
async function alignSlots(call: ConfirmCall, source: NodeSnapshot): Promise<boolean> {
  const { session, measured, clock, deadlineAtMs, part } = call;
  const amountOut = simulationOf(source, part)?.amountOut;
  const newer = session
    .snapshots()
    .find(
      ({ node, state, outcomes }) =>
        state.slot > source.state.slot &&
        measured(source.node.id, node.id).verdict === 'independent' &&
        outcomes[part]?.kind === 'value' &&
        outcomes[part].value.simulation?.amountOut !== amountOut,
    );
  if (newer === undefined) {
    return false;
  }
  await readAtSlot(session, source.node, newer.state.slot, deadlineAtMs, clock);
  return true;
}

/**
 * Reads the nodes whose snapshots are older than a simulation again. Returns whether the amount of any node changed.
 */
async function stateMoved(call: ConfirmCall, slot: number): Promise<boolean> {
  const { session, clock, deadlineAtMs } = call;
  const before = session.snapshots();
  const older = before.filter(({ state }) => state.slot < slot);
  await Promise.all(older.map(({ node }) => readAtSlot(session, node, slot, deadlineAtMs, clock)));
  await reconcile(session, call.nodes, call.parts, deadlineAtMs, call);
  const amounts = (snapshots: readonly NodeSnapshot[]): string =>
    snapshots.map((snapshot) => `${snapshot.node.id} ${simulationOf(snapshot, call.part)?.amountOut}`).join(', ');
  return amounts(before) !== amounts(session.snapshots());
}
