/** What one question may cost, and what it has cost. */
export type Meter = {
  /** Pays for one request; false when the question may not cost that much more, and then nothing may be sent. */
  readonly pay: (costMicros: bigint) => boolean;
  /** Takes a payment back whose request was never sent. */
  readonly giveBack: (costMicros: bigint) => void;
  readonly spentMicros: () => bigint;
};

/** Creates a meter. It is what makes the catalog's price of a call a bound rather than an estimate. */
export function createMeter(mostMicros: bigint): Meter {
  let spent = 0n;
  return {
    pay: (costMicros) => {
      if (spent + costMicros > mostMicros) {
        return false;
      }
      spent += costMicros;
      return true;
    },
    giveBack: (costMicros) => void (spent -= costMicros),
    spentMicros: () => spent,
  };
}
