/** Time as a service reads it. Tests pass a clock of their own. */
export type Clock = {
  /** Milliseconds since the Unix epoch, by the system's clock, which may be set back. */
  readonly now: () => number;
  /** Milliseconds since an arbitrary start, which never run backwards. Use it for durations and deadlines. */
  readonly monotonic: () => number;
  /** Calls once after a time in milliseconds. The function it returns cancels the call. */
  readonly after: (milliseconds: number, call: () => void) => () => void;
};

/** The clock of the machine. */
export const systemClock: Clock = {
  now: Date.now,
  monotonic: () => performance.now(),
  after: (milliseconds, call) => {
    const timer = setTimeout(call, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** Resolves after a time in milliseconds. */
export function pause(milliseconds: number, clock: Pick<Clock, 'after'> = systemClock): Promise<void> {
  return new Promise((resolve) => {
    clock.after(milliseconds, resolve);
  });
}

/** Settles as the work does, or rejects with `onTimeout()` when the work takes longer than a time in milliseconds. */
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
