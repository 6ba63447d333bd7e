/** The result of a statement, and whether its locked rows were locked by another statement of the same turns. */
export type TurnResult<Result> = { readonly result: Result; readonly contended: boolean };

/** Lets statements run one at a time while they find each other's locks, and at the same time otherwise. */
export type Turns = {
  /**
   * Returns undefined when a statement may start immediately. Otherwise returns a promise of the statement's turn. It
   * resolves to a function that ends the turn, once all earlier turns have ended.
   */
  readonly take: () => Promise<() => void> | undefined;
  /**
   * Runs a statement. A statement that found locked rows while another statement of these turns ran is contended. The
   * next statements then take turns.
   * @param foundLocks returns whether a result says that rows were locked.
   */
  readonly run: <Result>(
    statement: () => Promise<Result>,
    foundLocks: (result: Result) => boolean,
  ) => Promise<TurnResult<Result>>;
};

/**
 * Creates turns. At first, statements run at the same time.
 * @param options.exclusiveForMs milliseconds for which statements take turns after a contended statement.
 * @param options.now milliseconds on a clock that never runs backwards.
 */
export function createTurns(options: { readonly exclusiveForMs: number; readonly now: () => number }): Turns {
  const { exclusiveForMs, now } = options;
  let exclusiveUntilMs = Number.NEGATIVE_INFINITY;
  let lastTurn = Promise.resolve();
  let running = 0;
  let started = 0;
  return {
    take: () => {
      if (now() >= exclusiveUntilMs) {
        return undefined;
      }
      const previous = lastTurn;
      let end = (): void => undefined;
      lastTurn = new Promise((resolve) => {
        end = resolve;
      });
      return previous.then(() => end);
    },
    run: async (statement, foundLocks) => {
      started += 1;
      const number = started;
      const isFirst = running === 0;
      running += 1;
      try {
        const result = await statement();
        // A statement that ran alone found a lock of another replica or of an operator. Turns would not help there.
        const isAlone = isFirst && started === number;
        const contended = !isAlone && foundLocks(result);
        if (contended) {
          exclusiveUntilMs = now() + exclusiveForMs;
        }
        return { result, contended };
      } finally {
        running -= 1;
      }
    },
  };
}
