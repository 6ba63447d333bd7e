import type { Clock } from '@assay/service/clock';
import type { HoldState, HoldStore } from './store.ts';

/** Ends holds that nobody ended, again and again. */
export type Sweeper = {
  /** Searches once and ends all that is due. Rejects when the database is away; the next pass may succeed. */
  readonly pass: () => Promise<void>;
};

/** What a sweeper needs. All times are in milliseconds. */
export type SweeperOptions = {
  readonly sweep: HoldStore['sweep'];
  /** Hears of the holds that a pass ended. */
  readonly onSwept: (holds: readonly HoldState[]) => void;
  readonly clock: Pick<Clock, 'monotonic'>;
  /** The usual pause between passes. */
  readonly intervalMs: number;
  /** How long after an absence captures are left alone. */
  readonly graceMs: number;
};

const holdsPerStatement = 500;

/**
 * Creates a sweeper. Charges are given back only once passes have succeeded without a gap for the grace time: while
 * billing or its database was away no confirmation could be taken, and those that callers kept must come in first.
 */
export function createSweeper(options: SweeperOptions): Sweeper {
  let lastPassAtMs = Number.NEGATIVE_INFINITY;
  let reverseFromMs = Number.POSITIVE_INFINITY;
  return {
    pass: async () => {
      const nowMs = options.clock.monotonic();
      if (nowMs - lastPassAtMs > options.graceMs + 2 * options.intervalMs) {
        reverseFromMs = nowMs + options.graceMs;
      }
      const reverse = nowMs >= reverseFromMs;
      for (;;) {
        const holds = await options.sweep({ reverse, limit: holdsPerStatement });
        options.onSwept(holds);
        if (holds.length < holdsPerStatement) {
          break;
        }
      }
      lastPassAtMs = options.clock.monotonic();
    },
  };
}
