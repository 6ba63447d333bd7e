/** A source of time and timers. Tests pass their own clock. */
export type Clock = {
  /** Returns the milliseconds since the Unix epoch by the system's clock, which can be set back. */
  readonly now: () => number;
  /**
   * Returns the milliseconds since an arbitrary start. The value never decreases. Use it for durations and deadlines.
   */
  readonly monotonic: () => number;
  /**
   * Calls a function once after a time in milliseconds. A negative time counts as zero, and a time above 24.8 days as
   * 24.8 days, the longest timer of Node.js. Returns a function that cancels the call.
   */
  readonly after: (milliseconds: number, call: () => void) => () => void;
};

/** The longest time of a timer in Node.js, in milliseconds. */
const maxTimerMs = 2 ** 31 - 1;

/** The clock of the machine. */
export const systemClock: Clock = {
  now: Date.now,
  monotonic: () => performance.now(),
  after: (milliseconds, call) => {
    // For a time outside these bounds, Node.js prints a warning and calls the function after one millisecond.
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

/**
 * Returns the result of the work. When the work takes longer than `milliseconds`, rejects with the error that
 * `onTimeout` returns.
 */
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
