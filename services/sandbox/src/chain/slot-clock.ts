/** The length of a slot, in milliseconds. */
export const slotMs = 400;

/** The number of slots in an epoch. */
export const slotsPerEpoch = 432_000;

/** A real slot of the main network, and its time. The sandbox counts its slots from this slot. */
const reference = { slot: 447_806_449, atMs: Date.parse('2026-09-17T13:24:00Z') };

/**
 * Number of slots that the chain adds after the slot of a change. Every node has then seen the change, although the
 * nodes are still at different slots. If all were at the same slot, they would look like one node under several names.
 */
const slotsAfterChange = 2;

/**
 * The slots of the chain. They are computed from the time, so no timer runs. A change of an account starts a new slot
 * immediately.
 */
export type SlotClock = {
  /** Returns the newest slot. */
  readonly tip: () => number;
  /** Returns the time at which a slot starts, in milliseconds since the Unix epoch. */
  readonly timeOf: (slot: number) => number;
  /** Returns the milliseconds since the start of a slot. The result never decreases. */
  readonly agoMs: (slot: number) => number;
  /** Starts a new slot and returns it. */
  readonly advance: () => number;
  /** Returns the last slot that a change started, or 0 before the first change. */
  readonly lastAdvanced: () => number;
  /** Returns the slot that was the newest `milliseconds` ago. */
  readonly tipBefore: (milliseconds: number) => number;
};

/**
 * Creates the slots of a chain.
 * @param now the clock, in milliseconds since the Unix epoch. When the clock goes back, the newest slot stays.
 */
export function createSlotClock(now: () => number): SlotClock {
  const advanced: number[] = [];
  const advancedAtMs: number[] = [];
  let lastChange = 0;
  let newest = 0;
  let latestMs = Number.NEGATIVE_INFINITY;
  const clock = (): number => {
    latestMs = Math.max(latestMs, now());
    return latestMs;
  };
  const slotByClock = (atMs: number): number => reference.slot + Math.floor((atMs - reference.atMs) / slotMs);
  const tip = (): number => {
    newest = Math.max(newest, slotByClock(clock()) + advanced.length);
    return newest;
  };
  const timeOf = (slot: number): number => {
    let extra = advanced.length;
    while (extra > 0 && (advanced[extra - 1] ?? 0) > slot) {
      extra -= 1;
    }
    return reference.atMs + (slot - extra - reference.slot) * slotMs;
  };
  return {
    tip,
    timeOf,
    agoMs: (slot) => clock() - timeOf(slot),
    advance: () => {
      const changed = tip() + 1;
      lastChange = changed;
      newest = changed + slotsAfterChange;
      for (let slot = changed; slot <= newest; slot += 1) {
        advanced.push(slot);
        advancedAtMs.push(clock());
      }
      return changed;
    },
    lastAdvanced: () => lastChange,
    tipBefore: (milliseconds) => {
      const atMs = clock() - milliseconds;
      let extra = advanced.length;
      while (extra > 0 && (advancedAtMs[extra - 1] ?? 0) > atMs) {
        extra -= 1;
      }
      return slotByClock(atMs) + extra;
    },
  };
}
