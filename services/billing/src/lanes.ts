import type { Context } from '@opentelemetry/api';
import { createFairSemaphore } from '@assay/concurrency/fair-semaphore';
import { Fault } from '@assay/faults/faults';
import type { CallContext } from '@assay/rpc/context';
import { createBatcher, type Batcher } from '@assay/storage/batcher';

/**
 * The result of an item whose key, hold or account is locked by another transaction. Nothing changed for the item. A
 * statement for many accounts leaves such items out, so that it never waits for a lock.
 */
export class Busy {
  readonly accountId: string;

  constructor(accountId: string) {
    this.accountId = accountId;
  }
}

/** Limits how many statements of one replica wait for locked rows. The limit applies to all methods together. */
export type LaneGate = {
  /**
   * Runs a statement of one account that waits for the account's locks. Throws UNAVAILABLE immediately in two cases: an
   * earlier statement of the account recently timed out waiting for the lock, or too many statements wait already.
   */
  readonly run: <Result>(accountId: string, statement: () => Promise<Result>) => Promise<Result>;
};

/** Limits of the statements that wait. */
export type LaneGateOptions = {
  /** Maximum number of statements that wait. Of each account, at most one statement waits. */
  readonly permits: number;
  /**
   * Milliseconds for which the statements of an account are refused immediately, after one of them timed out waiting
   * for the lock.
   */
  readonly refuseForMs: number;
  /** Maximum milliseconds that a statement waits until fewer than `permits` statements run. */
  readonly maxWaitMs: number;
  /** Milliseconds on a clock that never runs backwards. */
  readonly now: () => number;
  /** Called with the outcome of each statement for a locked account, including refused statements. */
  readonly onEnd?: (outcome: LaneOutcome) => void;
};

/**
 * How a statement of a locked account ended: it got the lock, it timed out waiting for the lock, or it was refused
 * immediately.
 */
export type LaneOutcome = 'waited' | 'timed_out' | 'refused';

const waitersPerAccount = 16;
const waiters = 1_024;
/** The SQLSTATE lock_not_available: PostgreSQL's lock timeout passed. */
const lockNotAvailable = '55P03';

/** Creates a gate for the statements that wait for locks. */
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
        // While this statement waited for its permit, an earlier statement of the same account may have timed out.
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

/** Processes the items of locked accounts. Each such account has a separate queue, called its lane. */
export type Lanes<Item, Result> = {
  /**
   * Adds an item to the queue of its account. Rejects with the errors of `LaneGate.run` and of a batcher's `submit`.
   */
  readonly submit: (accountId: string, item: Item, context: CallContext | undefined) => Promise<Result>;
};

/** The limits of each lane, and the statement that processes its items. */
export type LaneOptions<Item, Result> = {
  readonly gate: LaneGate;
  readonly batchSize: number;
  /** Maximum number of waiting items of one account. */
  readonly queueLimit: number;
  /** Returns the name of an item, for the batcher of the lane. */
  readonly nameOf: (item: Item) => string;
  /** Processes items of one account in one statement, which waits for the account's locks. */
  readonly run: (items: readonly Item[], traces: readonly Context[]) => Promise<readonly (Result | Fault | Busy)[]>;
};

/** Creates lanes. An account has a lane only while items of the account wait. */
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

/**
 * Returns the result, which is never Busy. A statement that waits for its locks leaves out no item, so a busy result is
 * a defect.
 */
function neverBusy<Result>(result: Result | Fault | Busy): Result | Fault {
  return result instanceof Busy ? new Fault('UNAVAILABLE') : result;
}
