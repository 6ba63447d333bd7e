import { randomUUID } from 'node:crypto';
import { Fault } from '@assay/faults/faults';

/** The parts of a swap that wait for the gate's verdict. Nothing is stored yet. */
export type UndecidedSwap = {
  readonly traceId: string;
  readonly accountId: string;
  /** The parameters of chain.swap_quote. */
  readonly trade: Readonly<Record<string, string>>;
  /** The mint of the token that the swap would pay out. Empty when none could be derived. */
  readonly checkedMint: string;
  /** The encoded decisions of both parts. */
  readonly decisions: Buffer;
  readonly startedAtMs: number;
};

/** The undecided swaps of this process. When it ends they are lost, and the calls that wait for them fail and cost nothing. */
export type UndecidedSwaps = {
  /** Keeps the parts and returns their id. Throws OVERLOADED when too many wait. */
  readonly keep: (swap: UndecidedSwap) => string;
  /**
   * Returns the parts once. Throws UNAVAILABLE for an id that this process does not have, or has no longer. The gateway then
   * asks again.
   */
  readonly take: (id: string, traceId: string) => UndecidedSwap;
};

/** The gate decides within a millisecond. A verdict that has not arrived by then is not expected any more. */
const keptForMs = 5_000;
const maxKept = 2_048;

/**
 * Creates the memory of undecided swaps. It holds at most 2,048, and forgets each after 5 seconds.
 * @param now milliseconds on a clock that never runs backwards.
 */
export function createUndecidedSwaps(now: () => number): UndecidedSwaps {
  /** In the order of their arrival: the first one is the oldest. */
  const kept = new Map<string, { readonly swap: UndecidedSwap; readonly untilMs: number }>();
  const forgetOld = (): void => {
    for (const [id, { untilMs }] of kept) {
      if (untilMs > now()) {
        return;
      }
      kept.delete(id);
    }
  };
  return {
    keep: (swap) => {
      forgetOld();
      if (kept.size >= maxKept) {
        throw new Fault('OVERLOADED');
      }
      const id = randomUUID();
      kept.set(id, { swap, untilMs: now() + keptForMs });
      return id;
    },
    take: (id, traceId) => {
      forgetOld();
      const swap = kept.get(id)?.swap;
      if (swap === undefined || swap.traceId !== traceId) {
        throw new Fault('UNAVAILABLE', undefined, { cause: new Error('the parts of this swap are not kept here') });
      }
      kept.delete(id);
      return swap;
    },
  };
}
