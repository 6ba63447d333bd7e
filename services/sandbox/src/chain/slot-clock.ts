/** How long a slot lasts, in milliseconds. */
export const slotMs = 400;

/** How many slots make an epoch. */
export const slotsPerEpoch = 432_000;

/** A slot of the main network and the moment of it, from which those of the sandbox are counted. */
const reference = { slot: 447_806_449, atMs: Date.parse('2026-09-17T13:24:00Z') };

/**
 * A change by hand is followed by so many slots at once. Each node has seen the change then, as has to be, and is still so far
 * along as it is by itself: nodes that a change put level would look like one node under several names.
 */
const slotsAfterChange = 2;

/**
 * The slots of the chain. They follow from the clock, so nothing runs between two readings; a change by hand takes a
 * slot of its own at once.
 */
export type SlotClock = {
  /** The newest slot. */
  readonly tip: () => number;
  /** When a slot began, in milliseconds since the Unix epoch. */
  readonly timeOf: (slot: number) => number;
  /** How long ago a slot began, in milliseconds; never less than it once was. */
  readonly agoMs: (slot: number) => number;
  /** Begins a slot now, and returns it. */
  readonly advance: () => number;
  /** The slot that was last begun by a change; zero when none was. */
  readonly lastAdvanced: () => number;
  /** The newest slot that there was so many milliseconds ago. */
  readonly tipBefore: (milliseconds: number) => number;
};

/**
 * Creates the slots of a chain.
 * @param now the clock, in milliseconds since the Unix epoch. Where it steps back, the newest slot stays.
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
