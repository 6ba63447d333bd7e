import type { Clock } from '@assay/service/clock';
import type { AttemptReport } from '../../verification/report.ts';
import type { NodeReader } from '../nodes/node-reader.ts';
import type { ChainNode } from '../nodes/node.ts';
import type { Simulation } from '../types/define.ts';
import type { Meter } from '../reads/cost-budget.ts';
import type { Ahead } from './speculative-simulation.ts';
import type { MeasuredNodes } from '../reads/plan-nodes.ts';
import { judgePart, readAtLeast, settle, type Judgement } from './reconcile.ts';
import { simulate } from './simulate-quote.ts';
import type { Desk, View } from '../reads/read-session.ts';

/** What simulating came to, for a datum that independent bytes confirm. */
export type Confirmation =
  /** A node computed the same; `others` computed something else and are outvoted. */
  | { readonly kind: 'confirmed'; readonly node: ChainNode; readonly others: readonly string[] }
  /** It could not be simulated, and `reason` says why. */
  | { readonly kind: 'unconfirmed'; readonly reason: string }
  /** A node computed something else, and `reason` says what. */
  | { readonly kind: 'contradicted'; readonly reason: string };

/** What confirming one question of a call works with. */
export type ConfirmCall = {
  readonly desk: Desk;
  readonly nodes: readonly ChainNode[];
  readonly part: number;
  readonly parts: number;
  readonly meter: Meter;
  readonly deadlineAtMs: number;
  readonly reader: NodeReader;
  readonly measured: MeasuredNodes;
  readonly clock: Clock;
  /** Where a simulation may have begun already. */
  readonly ahead: Ahead | undefined;
  /** Takes down what was asked. */
  readonly record: (attempt: AttemptReport) => void;
};

const mostSimulations = 4;

/**
 * Has independent nodes compute what the source's bytes were derived to give. A node that computes something else may
 * only be ahead: all are read again at its slot before it counts as a contradiction. It can be outvoted by another node
 * that is independent of the source and computes the same as it.
 */
export async function confirm(call: ConfirmCall): Promise<Confirmation> {
  const contradicted = new Map<ChainNode, string>();
  const failed: string[] = [];
  const useless = new Set<ChainNode>();
  let restless: string | undefined;
  for (let round = 0; round < mostSimulations; round += 1) {
    const judgement = judgePart(call.desk, call.part, call.measured);
    const source = sourceOf(judgement);
    if (source === undefined) {
      return { kind: 'unconfirmed', reason: 'the nodes do not agree on it' };
    }
    const reference = await nextReference(call, source, (node) => useless.has(node) || contradicted.has(node));
    const simulation = reference === undefined ? undefined : simulationOf(reference, call.part);
    if (reference === undefined || simulation === undefined) {
      if (await broughtLevel(call, source)) {
        continue;
      }
      break;
    }
    if (simulation.obstacle !== null) {
      if ((simulationOf(source, call.part)?.obstacle ?? null) !== null) {
        return { kind: 'unconfirmed', reason: `it cannot be simulated: ${simulation.obstacle}` };
      }
      // What the source does not show may be this node's alone, and another is asked.
      useless.add(reference.node);
      failed.push(`${reference.node.name} shows that ${simulation.obstacle}`);
      continue;
    }
    const begun = await call.ahead?.take(reference.node, simulation, source.snapshot.slot);
    const simulated = begun ?? (await simulate(reference.node, simulation, source.snapshot.slot, call, call));
    if (simulated === undefined) {
      break;
    }
    call.record(simulated.attempt);
    const { reading } = simulated;
    const wanted = simulationOf(source, call.part)?.amountOut;
    if (reading.kind === 'amount' && reading.amountOut.toString() === wanted) {
      return { kind: 'confirmed', node: reference.node, others: [...contradicted.values()] };
    }
    if (reading.kind === 'not_simulated') {
      return { kind: 'unconfirmed', reason: `it cannot be simulated: ${reading.reason}` };
    }
    if (reading.kind === 'failed') {
      useless.add(reference.node);
      failed.push(`${reference.node.name} did not simulate it (${reading.reason})`);
      continue;
    }
    const said = reading.kind === 'amount' ? `${reading.amountOut} instead of ${wanted}` : reading.reason;
    const contradiction = `the simulation on ${reference.node.name} gives ${said}`;
    restless = (await moved(call, reading.slot)) ? `${contradiction} while the state keeps moving` : undefined;
    if (restless === undefined) {
      contradicted.set(reference.node, contradiction);
    }
  }
  const reasons = [...contradicted.values(), ...(restless === undefined ? [] : [restless])];
  return reasons.length > 0
    ? { kind: 'contradicted', reason: reasons.join(', and ') }
    : { kind: 'unconfirmed', reason: failed.join(', and ') || 'no independent node was left to simulate it' };
}

/** The read that would be delivered, when independent bytes confirm it. */
function sourceOf({ judged, views }: Judgement): View | undefined {
  return judged?.kind === 'level' && judged.level === 'anchored' ? views[judged.source] : undefined;
}

function simulationOf({ outcomes }: View, part: number): Simulation | undefined {
  const outcome = outcomes[part];
  return outcome?.kind === 'value' ? outcome.value.simulation : undefined;
}

/** A node that is independent of the source and shows the same, read first where it was not asked yet. */
async function nextReference(
  call: ConfirmCall,
  source: View,
  spent: (node: ChainNode) => boolean,
): Promise<View | undefined> {
  const { desk, nodes, measured, part } = call;
  const fits = (node: ChainNode): boolean =>
    node !== source.node && !spent(node) && measured(source.node.id, node.id).verdict === 'independent';
  const amountOut = simulationOf(source, part)?.amountOut;
  const agreeing = (): View | undefined => {
    const views = desk
      .views()
      .filter(
        (view) =>
          fits(view.node) &&
          view.snapshot.slot >= source.snapshot.slot &&
          simulationOf(view, part)?.amountOut === amountOut,
      );
    return views.find(({ node }) => node === call.ahead?.node()) ?? views[0];
  };
  const found = agreeing();
  if (found !== undefined) {
    return found;
  }
  const unread = nodes.find((node) => fits(node) && !desk.asked(node));
  if (unread === undefined) {
    return undefined;
  }
  await readAtLeast(desk, unread, source.snapshot.slot, call.deadlineAtMs, call.clock);
  return agreeing();
}

/**
 * Where a fee changes from slot to slot, the same accounts give other amounts at another slot. Reads the source again at the
 * slot of such a read, and says whether there was one.
 */
async function broughtLevel(call: ConfirmCall, source: View): Promise<boolean> {
  const { desk, measured, clock, deadlineAtMs, part } = call;
  const amountOut = simulationOf(source, part)?.amountOut;
  const ahead = desk
    .views()
    .find(
      ({ node, snapshot, outcomes }) =>
        snapshot.slot > source.snapshot.slot &&
        measured(source.node.id, node.id).verdict === 'independent' &&
        outcomes[part]?.kind === 'value' &&
        outcomes[part].value.simulation?.amountOut !== amountOut,
    );
  if (ahead === undefined) {
    return false;
  }
  await readAtLeast(desk, source.node, ahead.snapshot.slot, deadlineAtMs, clock);
  return true;
}

/** Reads all again at the slot of a simulation, and says whether what they show has changed since. */
async function moved(call: ConfirmCall, slot: number): Promise<boolean> {
  const { desk, clock, deadlineAtMs } = call;
  const before = desk.views();
  const older = before.filter(({ snapshot }) => snapshot.slot < slot);
  await Promise.all(older.map(({ node }) => readAtLeast(desk, node, slot, deadlineAtMs, clock)));
  await settle(desk, call.nodes, call.parts, deadlineAtMs, call);
  const amounts = (views: readonly View[]): string =>
    views.map((view) => `${view.node.id} ${simulationOf(view, call.part)?.amountOut}`).join(', ');
  return amounts(before) !== amounts(desk.views());
}
