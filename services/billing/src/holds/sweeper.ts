import type { Clock } from '@assay/service/clock';
import type { HoldState, HoldStore } from './store.ts';

/** Ends the holds that are due. */
export type Sweeper = {
  /** Ends all holds that are due now. Rejects when the database is unavailable; the next pass may succeed. */
  readonly pass: () => Promise<void>;
};

/** What a sweeper needs. All times are in milliseconds. */
export type SweeperOptions = {
  readonly sweep: HoldStore['sweep'];
  /** Receives the holds that a pass ended. */
  readonly onSwept: (holds: readonly HoldState[]) => void;
  readonly clock: Pick<Clock, 'monotonic'>;
  /** The usual pause between two passes. */
  readonly intervalMs: number;
  /** How long after an outage captures are not reversed. */
  readonly graceMs: number;
};

const holdsPerStatement = 500;

/**
 * Creates a sweeper. It reverses charges only after passes have succeeded for the whole grace time. During an outage of
 * billing or its database callers keep their confirmations, which must arrive first.
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
