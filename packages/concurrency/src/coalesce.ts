/** Shares one piece of work in flight among all callers that ask for it. */
export type Coalescer<Result> = {
  /** Returns the work in flight for a key. Undefined when there is none, or when it is too old to join. */
  readonly find: (key: string) => Promise<Result> | undefined;
  /** Registers work under a key until it ends, and returns it. A rejection reaches every caller that joined. */
  readonly share: (key: string, work: Promise<Result>) => Promise<Result>;
};

/**
 * Creates a coalescer. Work continues for the other callers when one of them stops waiting.
 * @param now milliseconds on a clock that never runs backwards.
 * @param joinableForMs maximum age of work that a new caller joins. Older work is about to time out.
 */
export function createCoalescer<Result>(now: () => number, joinableForMs: number): Coalescer<Result> {
  const inFlight = new Map<string, { readonly work: Promise<Result>; readonly sharedAtMs: number }>();
  return {
    find: (key) => {
      const entry = inFlight.get(key);
      return entry !== undefined && now() - entry.sharedAtMs <= joinableForMs ? entry.work : undefined;
    },
    share: (key, work) => {
      const entry = { work, sharedAtMs: now() };
      inFlight.set(key, entry);
      const forget = (): void => {
        if (inFlight.get(key) === entry) {
          inFlight.delete(key);
        }
      };
      // Every caller handles the rejection itself. Without a handler here, this chained promise would also reject and end
      // the process.
      void work.then(forget, forget);
      return work;
    },
  };
}
