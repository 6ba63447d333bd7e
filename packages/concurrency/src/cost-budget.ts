/** The maximum amount that one question may spend on node requests, and the amount spent so far. */
export type CostBudget = {
  /** Spends the cost of one request. Returns false, and spends nothing, when the request would exceed the budget. */
  readonly trySpend: (costMicros: bigint) => boolean;
  /** Gives the cost of a request back when the request was not sent after all. */
  readonly refund: (costMicros: bigint) => void;
  readonly spentMicros: () => bigint;
};

/** Creates a cost budget in micro-credits. The budget makes the catalog's maximum price of a call a hard limit. */
export function createCostBudget(maxMicros: bigint): CostBudget {
  let spent = 0n;
  return {
    trySpend: (costMicros) => {
      if (spent + costMicros > maxMicros) {
        return false;
      }
      spent += costMicros;
      return true;
    },
    refund: (costMicros) => void (spent -= costMicros),
    spentMicros: () => spent,
  };
}
