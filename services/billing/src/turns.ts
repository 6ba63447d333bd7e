/**
 * The result of a statement. `contended` is true if the statement found locked rows while another statement of the same
 * turns ran, which probably had the locks.
 */
export type TurnResult<Result> = { readonly result: Result; readonly contended: boolean };

/**
 * Lets statements run at the same time until two of them need the same rows. Then they run one at a time for a while.
 */
export type Turns = {
  /**
   * Returns undefined when a statement may start immediately. Otherwise returns a promise that resolves once all
   * earlier turns have ended, when the statement may start. The resolved function ends the turn.
   */
  readonly take: () => Promise<() => void> | undefined;
  /**
   * Runs a statement. If it found locked rows while another statement of these turns ran, it is contended, and the next
   * statements run one at a time.
   * @param foundLocks returns whether a result says that rows were locked.
   */
  readonly run: <Result>(
    statement: () => Promise<Result>,
    foundLocks: (result: Result) => boolean,
  ) => Promise<TurnResult<Result>>;
};

/**
 * Creates turns. At first, statements run at the same time.
 * @param options.exclusiveForMs milliseconds for which statements run one at a time after a contended statement.
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
        // If the statement ran alone, the lock belongs to another replica or to an operator, and turns would not help.
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
