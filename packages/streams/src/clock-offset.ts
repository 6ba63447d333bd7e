/** An estimate of how far a venue's clock is ahead of ours. */
export type ClockOffset = {
  /**
   * Adds an event: the venue's time of the event and our time of its arrival, both in milliseconds since the Unix
   * epoch.
   */
  readonly add: (venueAtMs: number, receivedAtMs: number) => void;
  /**
   * Returns the least time by which the venue's clock must be ahead of ours, in milliseconds. Zero when no event
   * arrived before its own time. A clock behind ours looks the same as a slow network, so it gives zero too, and
   * updates then look older than they are.
   */
  readonly leadMs: () => number;
  /** Returns how much longer the last event took to arrive than the fastest recent one, in milliseconds. */
  readonly lagMs: () => number;
  /** Forgets all events. */
  readonly reset: () => void;
};

/**
 * Length of a window, in milliseconds. The estimate uses the events of the current window and of the previous one, and
 * forgets older events. So it adapts when the venue corrects its clock.
 */
const windowMs = 60_000;

/** Creates an estimate without events. It stores four numbers, however many events it sees. */
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
