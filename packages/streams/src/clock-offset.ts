/** The estimate of a venue's clock against ours. */
export type ClockOffset = {
  /** Adds the venue's time of an event and our time of its arrival, both in milliseconds since the Unix epoch. */
  readonly add: (venueAtMs: number, receivedAtMs: number) => void;
  /**
   * Returns by how many milliseconds the venue's clock is at least ahead of ours. Zero when no event arrived before its own
   * time: a clock that is behind cannot be told from a slow network, and both only make updates look older.
   */
  readonly leadMs: () => number;
  /** Returns how much longer than the fastest recent event the last one was on its way, in milliseconds. */
  readonly lagMs: () => number;
  /** Forgets all events. */
  readonly reset: () => void;
};

/** The minimum is that of one to two of these windows, so that it follows a clock that was corrected. */
const windowMs = 60_000;

/** Creates an estimate without events. It keeps four numbers, whatever the number of events. */
export function createClockOffset(): ClockOffset {
  let windowStartMs = 0;
  let minInWindowMs = Number.POSITIVE_INFINITY;
  let minBeforeMs = Number.POSITIVE_INFINITY;
  let lastMs = 0;
  const minMs = (): number => Math.min(minInWindowMs, minBeforeMs);
  return {
    add: (venueAtMs, receivedAtMs) => {
      const tookMs = receivedAtMs - venueAtMs;
      if (Math.abs(receivedAtMs - windowStartMs) >= windowMs) {
        minBeforeMs = minInWindowMs;
        minInWindowMs = Number.POSITIVE_INFINITY;
        windowStartMs = receivedAtMs;
      }
      minInWindowMs = Math.min(minInWindowMs, tookMs);
      lastMs = tookMs;
    },
    leadMs: () => Math.max(0, -minMs()),
    lagMs: () => (Number.isFinite(minMs()) ? Math.max(0, lastMs - minMs()) : 0),
    reset: () => {
      minInWindowMs = Number.POSITIVE_INFINITY;
      minBeforeMs = Number.POSITIVE_INFINITY;
      lastMs = 0;
    },
  };
}
