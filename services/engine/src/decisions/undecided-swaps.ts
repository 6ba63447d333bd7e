import { randomUUID } from 'node:crypto';
import type { Level } from '@assay/catalog/define';
import { Fault } from '@assay/faults/faults';

/** The parts of a swap that wait for the gate's verdict. They are not stored yet. */
export type UndecidedSwap = {
  readonly traceId: string;
  readonly accountId: string;
  /** The parameters of chain.swap_quote. */
  readonly trade: Readonly<Record<string, string>>;
  /** The mint of the token that the swap would pay out. Empty when it is unknown. */
  readonly checkedMint: string;
  /** The lowest level of the delivered parts; undefined when no part was delivered. */
  readonly level: Level | undefined;
  /** The encoded decisions of both parts. */
  readonly decisions: Buffer;
  readonly startedAtMs: number;
};

/** The undecided swaps of this process. When the process ends, they are lost, and the waiting calls fail at no cost. */
export type UndecidedSwaps = {
  /** Stores the parts in memory and returns their id. Throws OVERLOADED when too many wait. */
  readonly keep: (swap: UndecidedSwap) => string;
  /**
   * Returns the parts, and removes them. Throws UNAVAILABLE for an id that this process never had or no longer has. The
   * gateway then asks again.
   */
  readonly take: (id: string, traceId: string) => UndecidedSwap;
};

/** Time after which a swap is removed, in milliseconds. The gate normally decides within a millisecond. */
const keptForMs = 5_000;
const maxKept = 2_048;

/**
 * Creates the memory of undecided swaps. It holds at most 2,048 swaps, and removes each after 5 seconds.
 * @param now milliseconds on a clock that never runs backwards.
 */
export function createUndecidedSwaps(now: () => number): UndecidedSwaps {
  /** A map in the order of arrival, so that the first entry is the oldest. */
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
