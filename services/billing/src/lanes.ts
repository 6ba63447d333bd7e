import type { Context } from '@opentelemetry/api';
import { createFairSemaphore } from '@assay/concurrency/fair-semaphore';
import { Fault } from '@assay/faults/faults';
import type { CallContext } from '@assay/rpc/context';
import { createBatcher, type Batcher } from '@assay/storage/batcher';

/**
 * The result of an item whose key, hold or account another transaction has locked. Nothing changed for the item. A
 * statement for many accounts leaves such items out, so that it never waits for a lock.
 */
export class Busy {
  readonly accountId: string;

  constructor(accountId: string) {
    this.accountId = accountId;
  }
}

/** Limits how many statements of one replica, over all methods, wait for locked rows. */
export type LaneGate = {
  /**
   * Runs a statement of one account that waits for the account's locks. Throws UNAVAILABLE immediately when the
   * account's lock was recently not free in time, and when too many statements wait already.
   */
  readonly run: <Result>(accountId: string, statement: () => Promise<Result>) => Promise<Result>;
};

/** Limits of the statements that wait. */
export type LaneGateOptions = {
  /** Maximum number of waiting statements. An account has at most one of them. */
  readonly permits: number;
  /** Time in milliseconds for which an account is refused immediately after its lock was not free in time. */
  readonly refuseForMs: number;
  /** Maximum time that a statement waits for its permit, in milliseconds. */
  readonly maxWaitMs: number;
  /** Milliseconds on a clock that never runs backwards. */
  readonly now: () => number;
  /** Called with the outcome of each statement of a locked account. */
  readonly onEnd?: (outcome: LaneOutcome) => void;
};

/** The end of a statement of a locked account: it got the lock, it waited in vain, or it was refused without a try. */
export type LaneOutcome = 'waited' | 'timed_out' | 'refused';

const waitersPerAccount = 16;
const waiters = 1_024;
/** SQLSTATE lock_not_available: the lock timeout passed. */
const lockNotAvailable = '55P03';

/** Creates a gate without any waiting statement. */
export function createLaneGate(options: LaneGateOptions): LaneGate {
  const { now, refuseForMs, onEnd = () => undefined } = options;
  const refusedUntilMs = new Map<string, number>();
  const semaphore = createFairSemaphore<string>({
    limits: [
      { keyOf: (accountId) => accountId, permits: 1, queue: waitersPerAccount },
      { keyOf: () => 'all', permits: options.permits, queue: waiters },
    ],
    maxWaitMs: options.maxWaitMs,
    tenantOf: (accountId) => accountId,
  });
  const isRefused = (accountId: string): boolean => {
    const untilMs = refusedUntilMs.get(accountId);
    if (untilMs !== undefined && untilMs <= now()) {
      refusedUntilMs.delete(accountId);
    }
    return refusedUntilMs.has(accountId);
  };
  const refuse = (): never => {
    onEnd('refused');
    throw new Fault('UNAVAILABLE', undefined, { cause: new Error('the account is locked') });
  };
  return {
    run: async (accountId, statement) => {
      const release = isRefused(accountId) ? refuse() : ((await semaphore.acquire(accountId)) ?? refuse());
      try {
        // Meanwhile an earlier statement of the account may have waited in vain.
        const result = await (isRefused(accountId) ? refuse() : statement());
        onEnd('waited');
        return result;
      } catch (thrown) {
        if (isLockTimeout(thrown)) {
          forgetEnded(refusedUntilMs, now());
          refusedUntilMs.set(accountId, now() + refuseForMs);
          onEnd('timed_out');
        }
        throw thrown;
      } finally {
        release();
      }
    },
  };
}

function forgetEnded(refusedUntilMs: Map<string, number>, nowMs: number): void {
  for (const [accountId, untilMs] of refusedUntilMs) {
    if (untilMs <= nowMs) {
      refusedUntilMs.delete(accountId);
    }
  }
}

function isLockTimeout(thrown: unknown): boolean {
  const cause = thrown instanceof Fault ? thrown.cause : thrown;
  return ((cause ?? {}) as { code?: unknown }).code === lockNotAvailable;
}

/** Decides the items of locked accounts, with a separate queue for each account. */
export type Lanes<Item, Result> = {
  /**
   * Adds an item to the queue of its account. Rejects with the errors of `LaneGate.run` and of a batcher's `submit`.
   */
  readonly submit: (accountId: string, item: Item, context: CallContext | undefined) => Promise<Result>;
};

/** Limits of each lane, and its statement. */
export type LaneOptions<Item, Result> = {
  readonly gate: LaneGate;
  readonly batchSize: number;
  /** Maximum number of waiting items of one account. */
  readonly queueLimit: number;
  /** Returns the name of an item, as for a batcher. */
  readonly nameOf: (item: Item) => string;
  /** Decides items of one account, and waits for the account's locks. */
  readonly run: (items: readonly Item[], traces: readonly Context[]) => Promise<readonly (Result | Fault | Busy)[]>;
};

/** Creates lanes. The lane of an account exists only while items of the account wait. */
export function createLanes<Item, Result>(options: LaneOptions<Item, Result>): Lanes<Item, Result> {
  const lanes = new Map<string, { readonly batcher: Batcher<Item, Result>; items: number }>();
  const open = (accountId: string): Batcher<Item, Result> =>
    createBatcher({
      writers: 1,
      batchSize: options.batchSize,
      queueLimit: options.queueLimit,
      nameOf: options.nameOf,
      run: (items, traces) =>
        options.gate.run(accountId, async () => (await options.run(items, traces)).map(neverBusy)),
    });
  return {
    submit: async (accountId, item, context) => {
      const lane = lanes.get(accountId) ?? { batcher: open(accountId), items: 0 };
      lanes.set(accountId, lane);
      lane.items += 1;
      try {
        return await lane.batcher.submit(item, context);
      } finally {
        lane.items -= 1;
        if (lane.items === 0) {
          lanes.delete(accountId);
        }
      }
    },
  };
}

/** A statement that waits for its locks leaves out no item, so a busy result is a defect. */
function neverBusy<Result>(result: Result | Fault | Busy): Result | Fault {
  return result instanceof Busy ? new Fault('UNAVAILABLE') : result;
}
