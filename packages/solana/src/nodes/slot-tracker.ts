import { believedSlot, createChainTip } from './chain-tip.ts';

/** Duration of a slot of the chain, in milliseconds. */
export const slotMs = 400;

/** A node keeps up while it is at most this many slots behind the others. Nodes of one cluster always differ by a few. */
export const maxSlotsBehind = 8;

/** One minute of slots. A node that is further behind the others has lost touch with the chain. */
export const maxSlotsInTouch = 150;

/** A slot this far from the believed one has no known time, in milliseconds. */
const maxDatedMs = 86_400_000;
const failuresUntilSilent = 2;

/**
 * Tracks the slot that each node has reached. It is the one rule for "behind", in the engine and in the watch service. No node
 * is believed alone: see `believedSlot` and `ChainTip`.
 */
export type SlotTracker = {
  /** Records the slot of a response. A lower slot than before replaces it if it is lower by more than a minute of slots. */
  readonly record: (node: string, slot: number) => void;
  /** Records the slots that the nodes showed when they were asked at the same moment. A node without an answer is absent. */
  readonly recordRound: (slots: ReadonlyMap<string, number>) => void;
  /** Records how a read of a round ended, however late. */
  readonly recordPoll: (node: string, hasAnswered: boolean) => void;
  /** Returns whether the last two reads of a node ended without an answer, for whatever reason. */
  readonly isSilent: (node: string) => boolean;
  /** Records whether the chain's clock is too old on a node. Nodes that stopped together show one slot. */
  readonly recordClock: (node: string, isStale: boolean) => void;
  /** Returns whether the chain's clock was too old on a node, as it was last read there. */
  readonly hasStaleClock: (node: string) => boolean;
  /**
   * Returns how many slots a node is behind the others. Zero for an unknown node, and for a node whose clock of the chain is
   * current: such a node cannot be a minute late, whatever slot another node claims.
   */
  readonly slotsBehind: (node: string) => number;
  /** Returns how many slots a response of a node is behind the last round, with the same exception. */
  readonly responseBehind: (node: string, slot: number) => number;
  /** Returns whether the chain can have reached a slot by now. True before a round has shown a slot. */
  readonly isReachable: (slot: number) => boolean;
  /**
   * Returns the age of a node's slot in milliseconds: the time since the node first showed it, or its distance to the other
   * nodes, whichever is larger. A node that stops at a slot gets old even when it is the only one.
   */
  readonly ageMs: (node: string, slot: number) => number;
  /**
   * Returns the time of a slot by the clock of `now`: the moment when a node first showed the newest believed slot, and the
   * distance to it. Undefined before a node has shown a slot, and for a slot that is a day or more away.
   */
  readonly timeOf: (slot: number) => number | undefined;
};

/**
 * Creates a slot tracker.
 * @param now returns milliseconds.
 * @param mode `sandbox` believes slots that are faster than a chain's, since control makes one with each change.
 */
export function createSlotTracker(now: () => number, mode: 'live' | 'sandbox' = 'live'): SlotTracker {
  const newest = new Map<string, { readonly slot: number; readonly sinceMs: number }>();
  const failures = new Map<string, number>();
  /** Whether the chain's clock is too old on a node, by its last read. */
  const staleClocks = new Map<string, boolean>();
  const lags = new Map<string, { readonly last: number; readonly before: number }>();
  const tip = createChainTip(now, mode);
  const record = (node: string, slot: number): void => {
    const known = newest.get(node)?.slot ?? 0;
    if (slot > known || known - slot > maxSlotsInTouch) {
      newest.set(node, { slot, sinceMs: now() });
    }
  };
  const hasStaleClock = (node: string): boolean => staleClocks.get(node) === true;
  const believable = (node: string, behind: number, maxBehind = maxSlotsInTouch): number =>
    behind > maxBehind && staleClocks.get(node) === false ? 0 : behind;
  // A node of the sandbox that is seconds late can be thousands of slots behind, because control makes slots.
  const maxNodeBehind = mode === 'sandbox' ? Number.POSITIVE_INFINITY : maxSlotsInTouch;
  // The answers of one round can fall on both sides of a slot change, so a lag counts only after two rounds.
  const slotsBehind = (node: string): number => {
    const lag = lags.get(node);
    const behind = lag === undefined ? 0 : Math.min(lag.last, lag.before);
    return believable(node, behind, maxNodeBehind);
  };
  return {
    record,
    isSilent: (node) => (failures.get(node) ?? 0) >= failuresUntilSilent,
    recordPoll: (node, hasAnswered) => failures.set(node, hasAnswered ? 0 : (failures.get(node) ?? 0) + 1),
    recordRound: (slots) => {
      const believed = tip.takeRound(slots, hasStaleClock);
      for (const [node, slot] of slots) {
        const last = Math.max(0, believed - slot);
        lags.set(node, { last, before: lags.get(node)?.last ?? last });
        if (tip.isReachable(slot)) {
          record(node, slot);
        }
      }
    },
    recordClock: (node, isStale) => void staleClocks.set(node, isStale),
    hasStaleClock,
    slotsBehind,
    responseBehind: (node, slot) => believable(node, Math.max(0, tip.newest() - slot)),
    isReachable: tip.isReachable,
    ageMs: (node, slot) => {
      const known = newest.get(node);
      const sinceMs = known === undefined ? 0 : now() - known.sinceMs + Math.max(0, known.slot - slot) * slotMs;
      return Math.max(sinceMs, slotsBehind(node) * slotMs);
    },
    timeOf: (slot) => {
      const shown = [...newest.values()];
      const newestSlot = believedSlot(shown.map((each) => each.slot));
      const since = Math.min(...shown.flatMap((each) => (each.slot === newestSlot ? [each.sinceMs] : [])));
      const distanceMs = (slot - newestSlot) * slotMs;
      return shown.length === 0 || !(Math.abs(distanceMs) < maxDatedMs) ? undefined : since + distanceMs;
    },
  };
}
