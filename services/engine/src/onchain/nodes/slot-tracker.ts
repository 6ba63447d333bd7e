/** Duration of a slot of the chain, in milliseconds. */
export const slotMs = 400;

/** A node keeps up while it is at most this many slots behind the others. Nodes of one cluster always differ by a few. */
export const maxSlotsBehind = 8;

const failuresUntilSilent = 2;

/** Tracks the slot that each node has reached. */
export type SlotTracker = {
  /** Records the slot of a response. */
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
  /** Returns how many slots a node is behind the others. Zero for an unknown node. */
  readonly slotsBehind: (node: string) => number;
  /**
   * Returns the age of a node's slot in milliseconds: the time since the node first showed it, or its distance to the other
   * nodes, whichever is larger. A node that stops at a slot gets old even when it is the only one.
   */
  readonly ageMs: (node: string, slot: number) => number;
  /**
   * Returns the time of a slot by the clock of `now`: the moment when a node first showed the newest believed slot, and the
   * distance to it. Undefined before a node has shown a slot.
   */
  readonly timeOf: (slot: number) => number | undefined;
};

/** Creates a slot tracker. `now` returns milliseconds. */
export function createSlotTracker(now: () => number): SlotTracker {
  const newest = new Map<string, { readonly slot: number; readonly sinceMs: number }>();
  const failures = new Map<string, number>();
  const stopped = new Set<string>();
  const lags = new Map<string, { readonly last: number; readonly before: number }>();
  const record = (node: string, slot: number): void => {
    if (slot > (newest.get(node)?.slot ?? 0)) {
      newest.set(node, { slot, sinceMs: now() });
    }
  };
  // The answers of one round can fall on both sides of a slot change, so a lag counts only after two rounds.
  const slotsBehind = (node: string): number => {
    const lag = lags.get(node);
    return lag === undefined ? 0 : Math.min(lag.last, lag.before);
  };
  return {
    record,
    isSilent: (node) => (failures.get(node) ?? 0) >= failuresUntilSilent,
    recordPoll: (node, hasAnswered) => failures.set(node, hasAnswered ? 0 : (failures.get(node) ?? 0) + 1),
    recordRound: (slots) => {
      const tip = believedTip([...slots.values()]);
      for (const [node, slot] of slots) {
        record(node, slot);
        const last = Math.max(0, tip - slot);
        lags.set(node, { last, before: lags.get(node)?.last ?? last });
      }
    },
    recordClock: (node, isStale) => void (isStale ? stopped.add(node) : stopped.delete(node)),
    hasStaleClock: (node) => stopped.has(node),
    slotsBehind,
    ageMs: (node, slot) => {
      const known = newest.get(node);
      const sinceMs = known === undefined ? 0 : now() - known.sinceMs + Math.max(0, known.slot - slot) * slotMs;
      return Math.max(sinceMs, slotsBehind(node) * slotMs);
    },
    timeOf: (slot) => {
      const shown = [...newest.values()];
      const tip = believedTip(shown.map((each) => each.slot));
      const since = Math.min(...shown.flatMap((each) => (each.slot === tip ? [each.sinceMs] : [])));
      return shown.length === 0 ? undefined : since + (slot - tip) * slotMs;
    },
  };
}

/** Returns the slot that others are compared with. Of three nodes or more it is the second highest: one may be wrong. */
function believedTip(slots: readonly number[]): number {
  const descending = slots.toSorted((a, b) => b - a);
  return (slots.length >= 3 ? descending[1] : descending[0]) ?? 0;
}
