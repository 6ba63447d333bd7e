/** Lets callers that ask for the same thing at the same time share one piece of work. */
export type Coalescer<Result> = {
  /** Returns the work in flight for a key. Undefined when there is none, or when it is older than `joinableForMs`. */
  readonly find: (key: string) => Promise<Result> | undefined;
  /** Registers work under a key until it ends, and returns it. A rejection reaches every caller that joined. */
  readonly share: (key: string, work: Promise<Result>) => Promise<Result>;
};

/**
 * Creates a coalescer. When one caller stops waiting, the work continues for the others.
 * @param now milliseconds on a clock that never runs backwards.
 * @param joinableForMs maximum age of work that a new caller joins. Older work may soon time out, so a new caller
 * starts its own.
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
      // Every caller handles the rejection of `work`. This second promise would reject too, and without a handler the
      // process would end.
      void work.then(forget, forget);
      return work;
    },
  };
}
