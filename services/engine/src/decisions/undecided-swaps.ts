import { randomUUID } from 'node:crypto';
import type { Level } from '@assay/catalog/define';
import { Fault } from '@assay/faults/faults';

/**
 * A swap whose quote and risk are known, but on which the gate has not decided yet. The decisions on the quote and the
 * risk are not stored until then.
 */
export type UndecidedSwap = {
  readonly traceId: string;
  readonly accountId: string;
  /** The parameters of chain.swap_quote. */
  readonly trade: Readonly<Record<string, string>>;
  /** The mint of the token that the swap would pay out. Empty when it is unknown. */
  readonly checkedMint: string;
  /** The lowest level of the delivered parts of the swap. Undefined when no part was delivered. */
  readonly level: Level | undefined;
  /** The encoded decisions on the quote and on the risk. */
  readonly decisions: Buffer;
  readonly startedAtMs: number;
};

/**
 * The undecided swaps of this process. If the process ends, they are lost. The calls that wait for them then fail
 * without a charge.
 */
export type UndecidedSwaps = {
  /** Stores a swap in memory and returns an id for it. Throws OVERLOADED when too many swaps wait. */
  readonly keep: (swap: UndecidedSwap) => string;
  /**
   * Returns the swap with this id and removes it from memory. Throws UNAVAILABLE for an id that this process never had
   * or no longer has. The gateway then asks the engine again.
   */
  readonly take: (id: string, traceId: string) => UndecidedSwap;
};

/** Milliseconds after which a waiting swap is removed. The gate normally decides within a millisecond. */
const keptForMs = 5_000;
const maxKept = 2_048;

/**
 * Creates the memory of undecided swaps. It holds at most 2,048 swaps, and removes each after 5 seconds.
 * @param now milliseconds on a clock that never runs backwards.
 */
export function createUndecidedSwaps(now: () => number): UndecidedSwaps {
  /** The waiting swaps by id, in the order of arrival, so that the first entry is the oldest. */
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
        throw new Fault('UNAVAILABLE', undefined, {
          cause: new Error('this replica does not hold the parts of this swap'),
        });
      }
      kept.delete(id);
      return swap;
    },
  };
}
