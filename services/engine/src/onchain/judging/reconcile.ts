import type { Clock } from '@assay/service/clock';
import type { MeasuredPair } from '../../verification/measured-pair.ts';
import type { ChainNode } from '../nodes/node.ts';
import { slotMs, slotsThatKeepUp } from '../nodes/slot-tracker.ts';
import { judgeViews, type JudgedViews } from './judge-snapshots.ts';
import type { MeasuredNodes } from '../reads/plan-nodes.ts';
import type { Derived } from '../types/define.ts';
import { sameOutcome } from '../reads/same-outcome.ts';
import { isBehind, isSound, type Desk, type View } from '../reads/read-session.ts';

/** The reads that say something about one question, and what they come to. */
export type Judgement = {
  readonly views: readonly View[];
  /** Undefined when no node said anything. */
  readonly judged: JudgedViews | undefined;
  readonly pairs: readonly MeasuredPair[];
};

/** Judges what the nodes show about one question. */
export function judgePart(desk: Desk, part: number, measured: MeasuredNodes): Judgement {
  const views = desk.views().filter(({ outcomes }) => isSound(outcomes[part]));
  const pairs = new Map<string, MeasuredPair>();
  const relation = (one: number, other: number): MeasuredPair['verdict'] => {
    const [left, right] = [views[one], views[other]];
    if (left === undefined || right === undefined) {
      return 'unknown';
    }
    const pair = measured(left.node.id, right.node.id);
    pairs.set([left.node.id, right.node.id].toSorted().join(' '), {
      ...pair,
      a: left.node.name,
      b: right.node.name,
    });
    return pair.verdict;
  };
  const judged = judgeViews({
    slots: views.map(({ snapshot }) => snapshot.slot),
    same: (one, other) => {
      const [left, right] = [views[one], views[other]];
      return left !== undefined && right !== undefined && sameOutcome(left, right, part);
    },
    relation,
  });
  return { views, judged, pairs: [...pairs.values()] };
}

/** The read that a datum would be delivered from, or that says why there is none. */
export function sourceView(judgement: Judgement | undefined): View | undefined {
  const judged = judgement?.judged;
  return judged?.kind === 'level' ? judgement?.views[judged.source] : undefined;
}

/** What would be delivered for one question. */
export function deliverable(judgement: Judgement | undefined, part: number): Derived | undefined {
  const outcome = sourceView(judgement)?.outcomes[part];
  return outcome?.kind === 'value' ? outcome.value : undefined;
}

/** What settling needs. */
export type SettlePorts = { readonly measured: MeasuredNodes; readonly clock: Clock };

const mostRounds = 8;

/**
 * Reads again until the nodes agree or truly contradict one another. Reads of different slots that differ are no
 * contradiction yet, since state moves: whoever is at the older slot is read again at the newer one. One that then still
 * shows what it showed before showed it at the other's slot too. When nodes truly contradict one another, a further node is asked.
 */
export async function settle(
  desk: Desk,
  nodes: readonly ChainNode[],
  parts: number,
  deadlineAtMs: number,
  { measured, clock }: SettlePorts,
): Promise<void> {
  for (let round = 0; round < mostRounds && clock.now() < deadlineAtMs; round += 1) {
    const next = nodes.find((node) => !desk.asked(node));
    if (next !== undefined && isTorn(desk.views())) {
      await desk.read(next);
      continue;
    }
    leaveOutTheFarAhead(desk);
    const views = desk.views();
    const newestSlot = Math.max(0, ...views.map(({ snapshot }) => snapshot.slot));
    const conflicts = Array.from({ length: parts }, (_unused, part) => part).filter(
      (part) => judgePart(desk, part, measured).judged?.kind === 'conflict',
    );
    const older = views.filter(
      (view) => isBehind(view, newestSlot) || conflicts.some((part) => mayHaveMoved(view, views, part)),
    );
    if (older.length > 0) {
      await Promise.all(older.map(({ node }) => readAtLeast(desk, node, newestSlot, deadlineAtMs, clock)));
      continue;
    }
    if (next === undefined || (conflicts.length === 0 && views.length >= 2)) {
      return;
    }
    await readAtLeast(desk, next, newestSlot, deadlineAtMs, clock);
  }
}

/** Whether another node showed something else, and only at slots after the last that this one was read at. */
function mayHaveMoved(view: View, views: readonly View[], part: number): boolean {
  return views.some((other) => view.snapshot.slot < (other.sinceSlots[part] ?? 0) && !sameOutcome(view, other, part));
}

/** Whether two reads are so far apart that only a third can tell which of them is off. */
function isTorn(views: readonly View[]): boolean {
  const newestSlot = Math.max(0, ...views.map(({ snapshot }) => snapshot.slot));
  return views.length === 2 && views.some((view) => isBehind(view, newestSlot));
}

/** One node alone that claims slots which no other has reached must not make all others look late. */
function leaveOutTheFarAhead(desk: Desk): void {
  const views = desk.views();
  const [, second] = views.toSorted((one, other) => other.snapshot.slot - one.snapshot.slot);
  if (views.length < 3 || second === undefined) {
    return;
  }
  for (const view of views) {
    if (view.snapshot.slot - second.snapshot.slot > slotsThatKeepUp) {
      desk.discount(view, 'it claims a slot that no other node has reached');
    }
  }
}

const mostWaits = 5;
const shortestWaitMs = 100;

/**
 * Reads a node once it has reached a slot. One that is a few slots behind gets there in a moment and is asked often, so
 * that it answers out of that very slot if it can; one that is far behind is not waited for.
 */
export async function readAtLeast(
  desk: Desk,
  node: ChainNode,
  slot: number,
  deadlineAtMs: number,
  clock: Clock,
): Promise<void> {
  for (let tries = 0; tries < mostWaits; tries += 1) {
    await desk.read(node, { minContextSlot: slot });
    const end = desk.readings.findLast((reading) => reading.node === node)?.driven?.end;
    if (end?.kind !== 'failed' || end.behindAtSlot === undefined) {
      return;
    }
    const missing = slot - end.behindAtSlot;
    const waitMs = Math.max(shortestWaitMs, (missing * slotMs) / 2);
    if (missing > slotsThatKeepUp || clock.now() + waitMs >= deadlineAtMs) {
      return;
    }
    await new Promise<void>((resolve) => clock.after(waitMs, resolve));
  }
}
