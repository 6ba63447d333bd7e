/** A source of time and timers. Tests pass their own clock. */
export type Clock = {
  /** Returns the milliseconds since the Unix epoch by the system's clock, which can be set back. */
  readonly now: () => number;
  /**
   * Returns the milliseconds since an arbitrary start. The value never decreases. Use it for durations and deadlines.
   */
  readonly monotonic: () => number;
  /**
   * Calls a function once after a time in milliseconds: zero for a negative time, and at most the 24.8 days of the longest
   * timer. Returns a function that cancels the call.
   */
  readonly after: (milliseconds: number, call: () => void) => () => void;
};

/** The longest time of a timer, in milliseconds. */
const maxTimerMs = 2 ** 31 - 1;

/** The clock of the machine. */
export const systemClock: Clock = {
  now: Date.now,
  monotonic: () => performance.now(),
  after: (milliseconds, call) => {
    // Node.js warns about any other time, and calls the function after one millisecond.
    const timer = setTimeout(call, Math.min(maxTimerMs, Math.max(0, milliseconds)));
    return () => clearTimeout(timer);
  },
};

/** Resolves after a time in milliseconds. */
export function pause(milliseconds: number, clock: Pick<Clock, 'after'> = systemClock): Promise<void> {
  return new Promise((resolve) => {
    clock.after(milliseconds, resolve);
  });
}

/** Returns the result of the work. Rejects with `onTimeout()` when the work takes longer than `timeoutMs`. */
export async function withTimeout<Result>(
  milliseconds: number,
  work: Promise<Result>,
  onTimeout: () => Error,
  clock: Pick<Clock, 'after'> = systemClock,
): Promise<Result> {
  let cancel: () => void = () => undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    cancel = clock.after(milliseconds, () => reject(onTimeout()));
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    cancel();
  }
}
