/** How long a slot lasts, in milliseconds. */
export const slotMs = 400;

/** How many slots make an epoch. */
export const slotsPerEpoch = 432_000;

/** A slot of the main network and the moment of it, from which those of the sandbox are counted. */
const known = { slot: 447_806_449, atMs: Date.parse('2026-09-17T13:24:00Z') };

/**
 * The slots of the chain. They follow from the clock, so nothing runs between two readings; a change by hand takes a
 * slot of its own at once.
 */
export type Slots = {
  /** The newest slot. */
  readonly tip: () => number;
  /** When a slot began, in milliseconds since the Unix epoch. */
  readonly timeOf: (slot: number) => number;
  /** Begins a slot now, and returns it. */
  readonly advance: () => number;
  /** The slot that was last begun by a change; zero when none was. */
  readonly lastAdvanced: () => number;
};

/**
 * Creates the slots of a chain.
 * @param now the clock, in milliseconds since the Unix epoch. Where it steps back, the newest slot stays.
 */
export function createSlots(now: () => number): Slots {
  const advanced: number[] = [];
  let newest = 0;
  const byClock = (): number => known.slot + Math.floor((now() - known.atMs) / slotMs);
  const tip = (): number => {
    newest = Math.max(newest, byClock() + advanced.length);
    return newest;
  };
  return {
    tip,
    timeOf: (slot) => {
      let extra = advanced.length;
      while (extra > 0 && (advanced[extra - 1] ?? 0) > slot) {
        extra -= 1;
      }
      return known.atMs + (slot - extra - known.slot) * slotMs;
    },
    advance: () => {
      const slot = tip() + 1;
      advanced.push(slot);
      newest = slot;
      return slot;
    },
    lastAdvanced: () => advanced.at(-1) ?? 0,
  };
}
