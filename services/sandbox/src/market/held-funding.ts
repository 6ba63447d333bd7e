import type { FundingOf } from './funding.ts';

/** The funding rates of a market. A rate follows the market until a control request sets it. */
export type HeldFunding = {
  readonly of: FundingOf;
  /**
   * Sets the rate of an asset on every venue, from a time on. `perEightHours` is the share of the position that is paid
   * per eight hours.
   */
  readonly set: (symbol: string, perEightHours: number, atMs: number) => void;
  /** Lets the rate of an asset follow the market again. */
  readonly release: (symbol: string) => void;
  /** Returns the rate that was set, or undefined when the rate follows the market. */
  readonly heldOf: (symbol: string) => number | undefined;
};

type Step = { readonly fromMs: number; readonly perEightHours: number };

/**
 * Maximum number of changes of an asset's rate that are stored. A delayed message shows the rate of its own time, so
 * past rates are needed.
 */
const maxSteps = 16;

/** Creates the funding rates of a market. At first, every rate follows the market. */
export function createHeldFunding(funding: FundingOf): HeldFunding {
  const steps = new Map<string, readonly Step[]>();
  return {
    of: (venue, symbol, atMs) => {
      const marketFunding = funding(venue, symbol, atMs);
      const own = steps.get(symbol);
      const step = own?.findLast(({ fromMs }) => fromMs <= atMs);
      return marketFunding === undefined || step === undefined
        ? marketFunding
        : { ...marketFunding, rate: (step.perEightHours * marketFunding.intervalHours) / 8 };
    },
    set: (symbol, perEightHours, fromMs) => {
      steps.set(symbol, [...(steps.get(symbol) ?? []).slice(1 - maxSteps), { fromMs, perEightHours }]);
    },
    release: (symbol) => {
      steps.delete(symbol);
    },
    heldOf: (symbol) => steps.get(symbol)?.at(-1)?.perEightHours,
  };
}
