import { believedSlot, createChainTip } from './chain-tip.ts';

/** Duration of a slot of the chain, in milliseconds. */
export const slotMs = 400;

/**
 * A node counts as current if it is at most this many slots behind the others. Nodes of one cluster always differ by a
 * few slots.
 */
export const maxSlotsBehind = 8;

/**
 * Number of slots in one minute. A node that is further behind the others than this has lost contact with the chain.
 */
export const maxSlotsInTouch = 150;

/**
 * Maximum distance between a slot and the newest believed slot, in milliseconds. The time of a slot further away is
 * unknown.
 */
const maxDatedMs = 86_400_000;
const failuresUntilSilent = 2;

/**
 * Tracks the slot that each node has reached. The engine and the watch service both use its definition of "behind". It
 * never believes a single node: see `believedSlot` and `ChainTip`.
 */
export type SlotTracker = {
  /**
   * Records the slot of a node's response. A slot below the recorded one is ignored, because responses may arrive out
   * of order. But a slot that is lower by more than `maxSlotsInTouch` (one minute) replaces the recorded slot.
   */
  readonly record: (node: string, slot: number) => void;
  /** Records the slots that nodes reported when they were asked at the same moment. Omit nodes that did not answer. */
  readonly recordRound: (slots: ReadonlyMap<string, number>) => void;
  /** Records whether a node answered its request of a round, however late the answer came. */
  readonly recordPoll: (node: string, hasAnswered: boolean) => void;
  /** Returns whether a node answered neither of its last two requests, for any reason. */
  readonly isSilent: (node: string) => boolean;
  /**
   * Records whether the chain's clock on a node is too old. This detects nodes that stopped together and show the same
   * slot.
   */
  readonly recordClock: (node: string, isStale: boolean) => void;
  /** Returns whether the chain's clock on a node was too old when it was last read. */
  readonly hasStaleClock: (node: string) => boolean;
  /**
   * Returns how many slots a node is behind the others; zero for an unknown node. When a node seems more than a minute
   * behind although its chain clock is current, another node must claim a false slot. The result is then zero too.
   */
  readonly slotsBehind: (node: string) => number;
  /**
   * Returns how many slots a node's response is behind the last round. Zero when it seems more than a minute behind
   * while the node's chain clock is current. This function judges one response at once; `slotsBehind` judges the node,
   * and therefore needs two rounds.
   */
  readonly responseBehind: (node: string, slot: number) => number;
  /** Returns whether the chain can have reached a slot by now. True before a round has shown a slot. */
  readonly isReachable: (slot: number) => boolean;
  /**
   * Returns the age of a node's slot in milliseconds. It is the larger of two times: since the node first showed the
   * slot, and the slot's distance to the other nodes. So the slot of a node that has stopped becomes old even if no
   * other node answers.
   */
  readonly ageMs: (node: string, slot: number) => number;
  /**
   * Returns the time of a slot on the clock of `now`. It is computed from the time at which a node first showed the
   * newest believed slot, and from the distance to that slot. Undefined before a node has shown a slot, and for a slot
   * that is a day or more away.
   */
  readonly timeOf: (slot: number) => number | undefined;
};

/**
 * Creates a slot tracker.
 * @param now returns milliseconds.
 * @param mode `sandbox` allows slots to advance faster than on a real chain, because each change through the control
 * interface makes a new slot.
 */
export function createSlotTracker(now: () => number, mode: 'live' | 'sandbox' = 'live'): SlotTracker {
  const newest = new Map<string, { readonly slot: number; readonly sinceMs: number }>();
  const failures = new Map<string, number>();
  /** For each node, whether the chain's clock was too old when it was last read. */
  const staleClocks = new Map<string, boolean>();
  const lags = new Map<string, { readonly last: number; readonly before: number }>();
  const tip = createChainTip(now, mode);
  const record = (node: string, slot: number): void => {
    const recordedSlot = newest.get(node)?.slot ?? 0;
    if (slot > recordedSlot || recordedSlot - slot > maxSlotsInTouch) {
      newest.set(node, { slot, sinceMs: now() });
    }
  };
  const hasStaleClock = (node: string): boolean => staleClocks.get(node) === true;
  const believable = (node: string, behind: number, maxBehind = maxSlotsInTouch): number =>
    behind > maxBehind && staleClocks.get(node) === false ? 0 : behind;
  // In the sandbox, each change makes a slot, so a node that is only seconds late can be thousands of slots behind.
  const maxNodeBehind = mode === 'sandbox' ? Number.POSITIVE_INFINITY : maxSlotsInTouch;
  // A lag counts only when two rounds in a row show it, because a slot can change between the answers of one round.
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
      const newestOfNode = newest.get(node);
      const sinceMs =
        newestOfNode === undefined ? 0 : now() - newestOfNode.sinceMs + Math.max(0, newestOfNode.slot - slot) * slotMs;
      return Math.max(sinceMs, slotsBehind(node) * slotMs);
    },
    timeOf: (slot) => {
      const newestSlots = [...newest.values()];
      const newestSlot = believedSlot(newestSlots.map((each) => each.slot));
      const since = Math.min(...newestSlots.flatMap((each) => (each.slot === newestSlot ? [each.sinceMs] : [])));
      const distanceMs = (slot - newestSlot) * slotMs;
      return newestSlots.length === 0 || !(Math.abs(distanceMs) < maxDatedMs) ? undefined : since + distanceMs;
    },
  };
}
