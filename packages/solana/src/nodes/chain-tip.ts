/**
 * The highest slot that is accepted from a node. The chain needs thousands of years to reach it, and times computed
 * from lower slots are valid dates.
 */
export const maxSlot = 1_000_000_000_000;

/**
 * Returns the slot with which to compare nodes. Of three or more nodes it is the second highest, because the highest
 * may be wrong.
 */
export function believedSlot(slots: readonly number[]): number {
  const descending = slots.toSorted((a, b) => b - a);
  return (slots.length >= 3 ? descending[1] : descending[0]) ?? 0;
}

/**
 * The estimate of the chain's newest slot, from what nodes report and from the time that has passed. The estimate is
 * called the believed slot, because single nodes may report false slots.
 */
export type ChainTip = {
  /**
   * Takes the slots that nodes reported at the same moment, and returns the believed slot. It ignores slots that the
   * chain cannot have reached yet.
   * @param isStopped returns whether the chain's clock on a node is too old. The slot of such a node does not limit
   * which slots of other nodes are believed.
   */
  readonly takeRound: (slots: ReadonlyMap<string, number>, isStopped: (node: string) => boolean) => number;
  /** Returns whether the chain can have reached a slot by now. True before the first round. */
  readonly isReachable: (slot: number) => boolean;
  /** Returns the last believed slot; zero before the first round. */
  readonly newest: () => number;
};

/** Minimum duration of a slot of any chain, in milliseconds. Solana's slots take 400 ms. */
const minSlotMs = 200;
/** Tolerance in slots. The answers of one round differ by a few slots, and a busy process receives them late. */
const slackSlots = 32;
/**
 * Number of slots that the sandbox can add at once. Each change of an account through its control interface makes a
 * slot, so a test can make slots as fast as it sends changes.
 */
const sandboxLeadSlots = 4_096;
/**
 * A duration in milliseconds. A slot that seems unreachable is believed after all when nodes have reported it for this
 * long. The first slots that this process saw may have come from a node that was behind. After the same time, a much
 * lower slot from a single node is believed too.
 */
const believedAfterMs = 60_000;

/**
 * Creates an estimate. The last believed slot and the time since then limit the next slot. When two nodes report a
 * lower slot, the estimate believes it immediately, because the last believed slot may have been false.
 * @param now milliseconds.
 * @param mode `sandbox` allows slots to advance faster than on a real chain.
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
  /** Returns whether nodes have reported an unbelieved slot for long enough that it should be believed. */
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
      const statedSlots = [...slots.values()];
      const stated = believedSlot(statedSlots);
      if (statedSlots.length === 0) {
        return tip?.slot ?? 0;
      }
      // When all nodes agree, no node distorts the believed slot. So the estimate believes the true slot immediately
      // after a majority has stopped reporting a false one.
      const isUnanimous =
        statedSlots.length > 1 &&
        statedSlots.length === nodes.size &&
        Math.max(...statedSlots) - Math.min(...statedSlots) <= slackSlots;
      if (tip === undefined || isUnanimous || (!isReachable(stated) && hasLasted())) {
        const isCurrent = [...slots].some(([node, slot]) => slot >= stated && !isStopped(node));
        return isCurrent ? believe(stated) : stated;
      }
      const reachable = statedSlots.filter(isReachable);
      if (reachable.length === 0) {
        return tip.slot;
      }
      const believed = believedSlot(reachable);
      if (!isReachable(stated)) {
        tip = believed > tip.slot ? { slot: believed, atMs: now() } : tip;
        return believed;
      }
      const isFarLower = tip.slot - believed > slackSlots;
      if (isFarLower && statedSlots.length === 1 && nodes.size > 1 && !hasLasted()) {
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
