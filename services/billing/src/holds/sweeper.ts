import type { Clock } from '@assay/runtime/clock';
import type { LaneGate } from '../lanes.ts';
import type { HoldState, HoldStore } from './store.ts';

/** Ends the holds that are due: open holds lapse, and unconfirmed captures are reversed. */
export type Sweeper = {
  /** Ends all holds that are due now. Rejects when the database is unavailable. A later pass may then succeed. */
  readonly pass: () => Promise<void>;
};

/** The dependencies of a sweeper. All times are in milliseconds. */
export type SweeperOptions = {
  readonly sweep: HoldStore['sweep'];
  /** Ends the due holds of one account. It waits for the account's lock. */
  readonly endDue: HoldStore['endDue'];
  /** Limits how many statements wait for locks. */
  readonly gate: LaneGate;
  /** Receives the holds that a pass ended. */
  readonly onSwept: (holds: readonly HoldState[]) => void;
  /** Called for an account whose due holds could not be ended in this pass, with the error. */
  readonly onBusy: (accountId: string, thrown: unknown) => void;
  readonly clock: Pick<Clock, 'monotonic'>;
  /** Milliseconds between two passes. */
  readonly intervalMs: number;
  /** After an outage, no capture is reversed for this many milliseconds. */
  readonly graceMs: number;
};

const holdsPerStatement = 500;
/** Maximum number of busy holds that one pass handles. The next pass handles the others. */
const maxBusyHolds = 5_000;

/**
 * Creates a sweeper. It reverses captures only after its passes have succeeded for the whole grace time. During an
 * outage of billing or of its database, callers store their confirmations. The grace time lets these confirmations
 * arrive before billing reverses a capture.
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
      const busy = await sweepFree(options, reverse);
      await Promise.all([...busy].map(([accountId, ids]) => endBusy(options, accountId, ids)));
      lastPassAtMs = options.clock.monotonic();
    },
  };
}

/** Ends all holds that are due and not locked. Returns the busy holds, grouped by account. */
async function sweepFree(options: SweeperOptions, reverse: boolean): Promise<ReadonlyMap<string, string[]>> {
  const busy = new Map<string, string[]>();
  const except: string[] = [];
  for (;;) {
    const holds = await options.sweep({ reverse, limit: holdsPerStatement, except });
    options.onSwept(holds.filter(({ state }) => state !== 'busy'));
    for (const { id, busyAccount } of holds) {
      if (busyAccount !== undefined) {
        busy.set(busyAccount, [...(busy.get(busyAccount) ?? []), id]);
        except.push(id);
      }
    }
    if (holds.length < holdsPerStatement || except.length >= maxBusyHolds) {
      return busy;
    }
  }
}

/**
 * Ends the due holds of an account that was locked. If the account stays locked for too long, a later pass ends them.
 */
async function endBusy(options: SweeperOptions, accountId: string, ids: readonly string[]): Promise<void> {
  try {
    options.onSwept(await options.gate.run(accountId, () => options.endDue(ids)));
  } catch (thrown) {
    options.onBusy(accountId, thrown);
  }
}
