import type { ChainSnapshot } from '@assay/solana/account';
import { slotsThatKeepUp } from '../nodes/slot-tracker.ts';
import type { ChainNode } from '../nodes/node.ts';
import type { Outcome, ProblemCode } from '@assay/solana/outcome';
import type { Derived } from '../types/define.ts';
import { sameOutcome } from './same-outcome.ts';
import { drive, type Driven, type DriveOptions, type DrivePorts, type Part } from './resolve-on-node.ts';

/** What one node showed, and what that gives for each question of the call. */
export type View = {
  readonly node: ChainNode;
  readonly snapshot: ChainSnapshot;
  readonly outcomes: readonly Outcome<Derived>[];
  /** For each question, the first slot of this call at which the node showed the same. */
  readonly sinceSlots: readonly number[];
  readonly reading: Reading;
};

/** One reading of one node, as the record keeps it. */
export type Reading = {
  readonly node: ChainNode;
  readonly askedAtMs: number;
  /** For each question. */
  readonly costsMicros: readonly bigint[];
  /** A read that was sent while an earlier one stayed unanswered for too long. */
  readonly hedge: boolean;
  /** Undefined while it is unanswered. */
  driven: Driven | undefined;
  /** Why it does not count although the node answered; empty when it does. */
  discounted: string;
  /** Nobody waits for it any more: what it brings is not looked at. */
  dropped: boolean;
};

/** How a node is read. */
export type ReadingOptions = {
  readonly minContextSlot?: number;
  readonly hedge?: boolean;
  /** Told whenever the node has answered and is asked for more. */
  readonly progressed?: () => void;
};

/** All readings of one call. */
export type Desk = {
  readonly readings: readonly Reading[];
  /** What the nodes show, those that can be compared only, in the order in which they were to be asked. */
  readonly views: () => readonly View[];
  /** Whether a node was asked and waited for. */
  readonly asked: (node: ChainNode) => boolean;
  /**
   * Reads a node, in place of what it showed before. False when nothing came of it. What it showed before then still stands,
   * as what a node said does not become unsaid by its silence, unless it turns out to be behind.
   */
  readonly read: (node: ChainNode, options?: ReadingOptions) => Promise<boolean>;
  /** Leaves out what a node shows, and says why. */
  readonly discount: (view: View, why: string) => void;
  /** Stops waiting for what is unanswered now: read before what was decided since, it could only confuse. */
  readonly dropUnanswered: () => void;
};

/** What a desk works with. */
export type DeskPorts = DrivePorts & {
  readonly ageMs: (node: string, slot: number) => number;
};

/** Problems that speak against the node that showed the bytes rather than about the chain. */
const unsoundCodes: ReadonlySet<ProblemCode> = new Set(['malformed', 'inconsistent', 'uninitialized', 'unsupported']);

/** Whether an outcome says something about the chain, be it that there is no such datum. */
export function isSound(outcome: Outcome<Derived> | undefined): boolean {
  return outcome !== undefined && !(outcome.kind === 'problem' && unsoundCodes.has(outcome.problem.code));
}

/** Opens the desk of a call. */
export function openDesk(
  parts: readonly Part[],
  nodes: readonly ChainNode[],
  call: Pick<DriveOptions, 'deadlineAtMs' | 'foreseen' | 'foreseenMints' | 'shown'> & { readonly maxAgeMs: number },
  ports: DeskPorts,
): Desk {
  const readings: Reading[] = [];
  const views = new Map<ChainNode, View>();
  const discount = ({ node, reading }: View, why: string): void => {
    reading.discounted = why;
    views.delete(node);
  };
  return {
    readings,
    views: () => nodes.flatMap((node) => views.get(node) ?? []),
    asked: (node) => readings.some((reading) => reading.node === node && !reading.dropped),
    read: async (node, { minContextSlot, hedge = false, progressed = () => undefined } = {}) => {
      const costsMicros = parts.map(() => 0n);
      const reading: Reading = {
        node,
        askedAtMs: ports.clock.now(),
        costsMicros,
        hedge,
        driven: undefined,
        discounted: '',
        dropped: false,
      };
      readings.push(reading);
      const driven = await drive(
        parts,
        node,
        {
          ...call,
          costsMicros,
          abandoned: () => reading.dropped,
          progressed,
          ...(minContextSlot === undefined ? {} : { minContextSlot }),
        },
        ports,
      );
      if (reading.dropped) {
        return false;
      }
      reading.driven = driven;
      if (driven.end.kind === 'failed') {
        if (driven.end.outcome === 'stale') {
          views.delete(node);
        }
        return false;
      }
      const { snapshot, outcomes } = driven.end;
      const view = continued(views.get(node), { node, snapshot, outcomes, sinceSlots: [], reading });
      const ageMs = ports.ageMs(node.id, snapshot.slot);
      if (ageMs > call.maxAgeMs) {
        discount(view, `its newest slot is ${Math.round(ageMs / 1_000)} seconds old`);
        return false;
      }
      views.set(node, view);
      return outcomes.every(isSound);
    },
    discount,
    dropUnanswered: () => {
      for (const reading of readings.filter(({ driven }) => driven === undefined)) {
        reading.dropped = true;
      }
    },
  };
}

/** Whether a read is so far behind the newest that it shows the past. */
export function isBehind({ snapshot }: View, newestSlot: number): boolean {
  return newestSlot - snapshot.slot > slotsThatKeepUp;
}

/** A read with the slots since which its node has shown the same. */
function continued(before: View | undefined, view: View): View {
  const { slot } = view.snapshot;
  const sinceSlots = view.outcomes.map((_outcome, part) =>
    before !== undefined && sameOutcome(before, view, part) ? (before.sinceSlots[part] ?? slot) : slot,
  );
  return { ...view, sinceSlots };
}
