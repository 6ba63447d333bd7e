/** Shares one piece of work among all who ask for it while it is under way. */
export type Coalescer<Result> = {
  /** The work under way for a key; undefined when there is none that is worth joining. */
  readonly find: (key: string) => Promise<Result> | undefined;
  /** Shares new work under a key until it ends, and gives it back. The work must not reject. */
  readonly share: (key: string, work: Promise<Result>) => Promise<Result>;
};

/**
 * Creates a coalescer on an injected clock. Whoever stops waiting for shared work leaves it to the others.
 * @param joinableForMs work older than this is not found: it is about to time out, and would take a new caller with it.
 */
export function createCoalescer<Result>(now: () => number, joinableForMs: number): Coalescer<Result> {
  const underWay = new Map<string, { readonly work: Promise<Result>; readonly sharedAtMs: number }>();
  return {
    find: (key) => {
      const found = underWay.get(key);
      return found !== undefined && now() - found.sharedAtMs <= joinableForMs ? found.work : undefined;
    },
    share: (key, work) => {
      const entry = { work, sharedAtMs: now() };
      underWay.set(key, entry);
      void work.then(() => {
        if (underWay.get(key) === entry) {
          underWay.delete(key);
        }
      });
      return work;
    },
  };
}
