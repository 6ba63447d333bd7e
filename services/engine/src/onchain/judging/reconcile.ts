import { pause, type Clock } from '@assay/runtime/clock';
import type { ChainNode } from '../nodes/node.ts';
import { maxSlotsBehind, slotMs } from '@assay/solana/nodes/slot-tracker';
import { isBehind, type NodeSnapshot } from '../reads/node-snapshot.ts';
import type { MeasuredNodes } from '../reads/plan-nodes.ts';
import type { ReadSession } from '../reads/read-session.ts';
import { sameOutcome } from '../reads/same-outcome.ts';
import { judgePart } from './judge-part.ts';

/** The dependencies of `reconcile`. */
export type ReconcilePorts = { readonly measured: MeasuredNodes; readonly clock: Clock };

const maxRounds = 8;

/**
 * Reads nodes again until their snapshots agree, or until their differences are true contradictions.
 *
 * Snapshots of different slots may differ because the chain's state changed. The engine then reads the node with the
 * older slot again, at the newer slot. If that node still shows the same outcome, the difference is a contradiction,
 * and the engine asks one more node.
 * @param parts the number of questions in the call.
 */
export async function reconcile(
  session: ReadSession,
  nodes: readonly ChainNode[],
  parts: number,
  deadlineAtMs: number,
  { measured, clock }: ReconcilePorts,
): Promise<void> {
  for (let round = 0; round < maxRounds && clock.monotonic() < deadlineAtMs; round += 1) {
    const next = nodes.find((node) => !session.wasAsked(node));
    if (next !== undefined && isSplit(session.snapshots())) {
      await session.read(next);
      continue;
    }
    excludeImplausibleSlots(session);
    const snapshots = session.snapshots();
    const newestSlot = Math.max(0, ...snapshots.map(({ state }) => state.slot));
    const conflicts = Array.from({ length: parts }, (_unused, part) => part).filter(
      (part) => judgePart(session, part, measured).conclusion?.kind === 'conflict',
    );
    const outdated = snapshots.filter(
      (snapshot) => isBehind(snapshot, newestSlot) || conflicts.some((part) => mayHaveMoved(snapshot, snapshots, part)),
    );
    if (outdated.length > 0) {
      await Promise.all(outdated.map(({ node }) => readAtSlot(session, node, newestSlot, deadlineAtMs, clock)));
      continue;
    }
    if (next === undefined || (conflicts.length === 0 && snapshots.length >= 2)) {
      return;
    }
    await readAtSlot(session, next, newestSlot, deadlineAtMs, clock);
  }
}

/**
 * Returns whether a change of the chain can explain why a snapshot differs from another one. It can if the other node
 * showed its outcome for the first time at a later slot than this snapshot.
 */
function mayHaveMoved(snapshot: NodeSnapshot, snapshots: readonly NodeSnapshot[], part: number): boolean {
  return snapshots.some(
    (other) => snapshot.state.slot < (other.sinceSlots[part] ?? 0) && !sameOutcome(snapshot, other, part),
  );
}

/**
 * Returns whether there are only two snapshots, so many slots apart that a third node must show which slot is wrong.
 */
function isSplit(snapshots: readonly NodeSnapshot[]): boolean {
  const newestSlot = Math.max(0, ...snapshots.map(({ state }) => state.slot));
  return snapshots.length === 2 && snapshots.some((snapshot) => isBehind(snapshot, newestSlot));
}

/** Excludes a node that states a slot far beyond the slots of all others. Otherwise all other nodes would look late. */
function excludeImplausibleSlots(session: ReadSession): void {
  const snapshots = session.snapshots();
  const [, second] = snapshots.toSorted((a, b) => b.state.slot - a.state.slot);
  if (snapshots.length < 3 || second === undefined) {
    return;
  }
  for (const snapshot of snapshots) {
    if (snapshot.state.slot - second.state.slot > maxSlotsBehind) {
      session.exclude(snapshot, 'it claims a slot that no other node has reached');
    }
  }
}

const maxWaits = 5;
const minWaitMs = 100;

/**
 * Reads a node once it has reached a slot. A node that is a few slots behind is asked at short intervals, so that it
 * answers at exactly this slot if possible. A node that is far behind is not waited for.
 */
export async function readAtSlot(
  session: ReadSession,
  node: ChainNode,
  slot: number,
  deadlineAtMs: number,
  clock: Clock,
): Promise<void> {
  for (let tries = 0; tries < maxWaits; tries += 1) {
    await session.read(node, { minContextSlot: slot });
    const end = session.attempts.findLast((attempt) => attempt.node === node)?.result?.end;
    if (end?.kind !== 'failed' || end.behindAtSlot === undefined) {
      return;
    }
    const missing = slot - end.behindAtSlot;
    const waitMs = Math.max(minWaitMs, (missing * slotMs) / 2);
    if (missing > maxSlotsBehind || clock.monotonic() + waitMs >= deadlineAtMs) {
      return;
    }
    await pause(waitMs, clock);
  }
}
