/** How long a slot of the chain lasts, in milliseconds. */
export const slotMs = 400;

/** A node may be so many slots behind the others and still keep up; nodes of one cluster always differ by a few. */
export const slotsThatKeepUp = 8;

const missedUntilSilent = 2;

/** Where nodes stand on the chain, by what they showed. */
export type Slots = {
  /** Notes the slot of an answer. */
  readonly saw: (node: string, slot: number) => void;
  /** Notes what all nodes showed when they were asked at one moment; undefined for one that gave no answer. */
  readonly sawTogether: (slots: ReadonlyMap<string, number | undefined>) => void;
  /** Whether a node gave no answer twice in a row, be it only that it asked for fewer questions. */
  readonly silent: (node: string) => boolean;
  /** How many slots a node is behind the others; zero for one of which nothing is known. */
  readonly behind: (node: string) => number;
  /**
   * How old a slot of this node is, in milliseconds: by how far it is behind the others, and by how long ago the node
   * first showed it, so that a node that stands still grows old also when it is the only one.
   */
  readonly ageMs: (node: string, slot: number) => number;
};

/** Creates a record of slots on an injected clock. */
export function createSlots(now: () => number): Slots {
  const newest = new Map<string, { readonly slot: number; readonly sinceMs: number }>();
  const missed = new Map<string, number>();
  const lags = new Map<string, { readonly last: number; readonly before: number }>();
  const saw = (node: string, slot: number): void => {
    if (slot > (newest.get(node)?.slot ?? 0)) {
      newest.set(node, { slot, sinceMs: now() });
    }
  };
  // One answer may fall before and another after a change, so a lag counts once two rounds in a row have shown it.
  const behind = (node: string): number => {
    const lag = lags.get(node);
    return lag === undefined ? 0 : Math.min(lag.last, lag.before);
  };
  return {
    saw,
    silent: (node) => (missed.get(node) ?? 0) >= missedUntilSilent,
    sawTogether: (slots) => {
      const tip = believedTip([...slots.values()].filter((slot) => slot !== undefined));
      for (const [node, slot] of slots) {
        if (slot === undefined) {
          missed.set(node, (missed.get(node) ?? 0) + 1);
          continue;
        }
        missed.delete(node);
        saw(node, slot);
        const last = Math.max(0, tip - slot);
        lags.set(node, { last, before: lags.get(node)?.last ?? last });
      }
    },
    behind,
    ageMs: (node, slot) => {
      const known = newest.get(node);
      const since = known === undefined ? 0 : now() - known.sinceMs + Math.max(0, known.slot - slot) * slotMs;
      return Math.max(since, behind(node) * slotMs);
    },
  };
}

/** With three nodes and more one alone cannot make all others look late: the second highest slot is believed. */
function believedTip(slots: readonly number[]): number {
  const falling = slots.toSorted((one, other) => other - one);
  return (slots.length >= 3 ? falling[1] : falling[0]) ?? 0;
}
