/** A clock that moves only when a test advances it. */
export type ManualClock = {
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
  readonly advance: (milliseconds: number) => void;
};

/** Creates a clock that does not advance by itself. */
export function createManualClock(): ManualClock {
  let nowMs = Date.UTC(2026, 10, 22);
  return {
    now: () => nowMs,
    advance: (milliseconds) => {
      nowMs += milliseconds;
    },
  };
}
