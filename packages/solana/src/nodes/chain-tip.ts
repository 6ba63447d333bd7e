/**
 * The highest slot that a reader accepts from a node. The chain needs thousands of years to reach it. A date that is computed
 * from a lower slot is a valid date.
 */
export const maxSlot = 1_000_000_000_000;

/** Returns the slot that others are compared with. Of three nodes or more it is the second highest: one may be wrong. */
export function believedSlot(slots: readonly number[]): number {
  const descending = slots.toSorted((a, b) => b - a);
  return (slots.length >= 3 ? descending[1] : descending[0]) ?? 0;
}

/** The newest slot of the chain, by what nodes said and by the time that passed. */
export type ChainTip = {
  /**
   * Takes the slots that nodes showed at the same moment, and returns the believed one. Slots that the chain cannot have
   * reached do not count.
   * @param isStopped returns whether the chain's clock is too old on a node. The slot of such a node bounds no other one.
   */
  readonly takeRound: (slots: ReadonlyMap<string, number>, isStopped: (node: string) => boolean) => number;
  /** Returns whether the chain can have reached a slot by now. True before the first round. */
  readonly isReachable: (slot: number) => boolean;
  /** Returns the last believed slot. Zero before the first round. */
  readonly newest: () => number;
};

/** No chain makes a slot in less time. Solana takes 400 ms. */
const minSlotMs = 200;
/** The answers of one round differ by a few slots, and a process can be slow to count them. */
const slackSlots = 32;
/** Slots that control can make at once: each change of an account is a slot of the sandbox, so a test makes them as fast as it can. */
const sandboxLeadSlots = 4_096;
/**
 * An unreachable slot that is still stated after this time is believed, because the first slots of this process may have come
 * from a late node. A much lower slot that a single node shows for so long is believed too.
 */
const believedAfterMs = 60_000;

/**
 * Creates a tip. The next slot is bounded by the last believed one and the time since. A lower slot is believed at once when
 * two nodes are there to show it, because the last one can have been a lie.
 * @param now milliseconds.
 * @param mode `sandbox` allows slots that are faster than a chain's.
 */
export function createChainTip(now: () => number, mode: 'live' | 'sandbox'): ChainTip {
  const maxLead = mode === 'sandbox' ? sandboxLeadSlots : slackSlots;
  let tip: { readonly slot: number; readonly atMs: number } | undefined;
  let unbelievedSinceMs: number | undefined;
  const nodes = new Set<string>();
  const maxReachable = (): number =>
    tip === undefined ? maxSlot : tip.slot + Math.max(0, now() - tip.atMs) / minSlotMs + maxLead;
  const isReachable = (slot: number): boolean => slot <= maxReachable();
  const believe = (slot: number): number => {
    tip = { slot, atMs: now() };
    unbelievedSinceMs = undefined;
    return slot;
  };
  /** Returns whether what was not believed has lasted long enough. */
  const hasLasted = (): boolean => {
    unbelievedSinceMs ??= now();
    return now() - unbelievedSinceMs >= believedAfterMs;
  };
  return {
    isReachable,
    newest: () => tip?.slot ?? 0,
    takeRound: (slots, isStopped) => {
      for (const node of slots.keys()) {
        nodes.add(node);
      }
      const shown = [...slots.values()];
      const stated = believedSlot(shown);
      if (shown.length === 0) {
        return tip?.slot ?? 0;
      }
      // Nodes that all agree cannot distort each other. So the end of a lie of most of them is believed at once.
      const isUnanimous =
        shown.length > 1 && shown.length === nodes.size && Math.max(...shown) - Math.min(...shown) <= slackSlots;
      if (tip === undefined || isUnanimous || (!isReachable(stated) && hasLasted())) {
        const isCurrent = [...slots].some(([node, slot]) => slot >= stated && !isStopped(node));
        return isCurrent ? believe(stated) : stated;
      }
      const reachable = shown.filter(isReachable);
      if (reachable.length === 0) {
        return tip.slot;
      }
      const believed = believedSlot(reachable);
      if (!isReachable(stated)) {
        tip = believed > tip.slot ? { slot: believed, atMs: now() } : tip;
        return believed;
      }
      const isFarLower = tip.slot - believed > slackSlots;
      if (isFarLower && shown.length === 1 && nodes.size > 1 && !hasLasted()) {
        return tip.slot;
      }
      if (isFarLower || believed >= tip.slot) {
        return believe(believed);
      }
      unbelievedSinceMs = undefined;
      return believed;
    },
  };
}
