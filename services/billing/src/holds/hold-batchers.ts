import type { Context } from '@opentelemetry/api';
import type { Fault } from '@assay/faults/faults';
import type { CallContext } from '@assay/rpc/context';
import { systemClock } from '@assay/runtime/clock';
import type { AdmitRequest__Output } from '@assay/rpc/gen/assay/billing/v1/AdmitRequest';
import type { AdmitResponse } from '@assay/rpc/gen/assay/billing/v1/AdmitResponse';
import type { ConfirmRequest__Output } from '@assay/rpc/gen/assay/billing/v1/ConfirmRequest';
import type { ConfirmResponse } from '@assay/rpc/gen/assay/billing/v1/ConfirmResponse';
import type { HoldRequest__Output } from '@assay/rpc/gen/assay/billing/v1/HoldRequest';
import type { HoldResponse } from '@assay/rpc/gen/assay/billing/v1/HoldResponse';
import type { SettleResponse } from '@assay/rpc/gen/assay/billing/v1/SettleResponse';
import { createBatcher, type Batcher } from '@assay/storage/batcher';
import { Busy, createLanes, type LaneGate, type Lanes } from '../lanes.ts';
import { createTurns } from '../turns.ts';
import type { HoldState, HoldStore, SettleItem } from './store.ts';

/**
 * A request to confirm holds. A hold is busy while another transaction has locked it or its account. Unless the caller
 * sets `takes_busy`, one busy hold makes the whole confirmation fail.
 */
export type ConfirmItem = Omit<ConfirmRequest__Output, 'takes_busy'> &
  Partial<Pick<ConfirmRequest__Output, 'takes_busy'>>;

/** The batchers of the methods that paid calls use, one for each method. */
export type HoldBatchers = {
  readonly admit: Batcher<AdmitRequest__Output, AdmitResponse>;
  readonly hold: Batcher<HoldRequest__Output, HoldResponse>;
  readonly settle: Batcher<SettleItem, SettleResponse>;
  readonly confirm: Batcher<ConfirmItem, ConfirmResponse>;
};

/** The duration and the size of one statement, for the metrics. */
export type StatementTiming = {
  readonly kind: keyof HoldBatchers;
  readonly items: number;
  readonly durationMs: number;
  readonly failed: boolean;
};

/**
 * Callbacks of the batchers. `onStatement` runs after every statement. `onUnconfirmed` receives the holds that a
 * confirmation found no longer captured.
 */
export type HoldBatcherEvents = {
  readonly onStatement: (timing: StatementTiming) => void;
  readonly onUnconfirmed: (holds: readonly HoldState[]) => void;
};

/**
 * Number of statements of each method that run at the same time, not counting those that wait for a locked account. One
 * is best, because the fixed cost of a statement exceeds the cost of a few items. Two would halve the size of the
 * batches, and would more often find accounts locked by each other.
 */
const writers = 1;
const batchSize = 256;
/**
 * Maximum number of waiting items: less than half a second of work at ten thousand items per second. A longer wait
 * helps no caller, so billing rejects further items.
 */
const queueLimit = 4_096;
/** Maximum number of waiting items of one key or account, so that a single caller cannot fill the queue. */
const tenantQueueLimit = 1_024;

/**
 * Milliseconds for which statements run one at a time after two of them needed the same rows. While an account has many
 * concurrent calls, statements therefore collide at most about once a second.
 */
const exclusiveForMs = 1_000;

/** The stores that the batchers use, and the gate that limits how many statements wait for locks. */
export type HoldBatcherStores = {
  /** The store that never waits for a locked row, because each of its statements serves many accounts. */
  readonly free: HoldStore;
  /** The store that waits for locked rows. Each of its statements serves one account. */
  readonly waiting: HoldStore;
  readonly gate: LaneGate;
};

/**
 * Creates the batchers. Callers must check their requests first, because a request that the database refuses makes its
 * whole batch fail. An item whose key, hold or account is locked waits in a separate queue of its account, its lane.
 * The batches of other accounts therefore continue.
 *
 * Statements of different methods can need the same accounts, and then find each other's locks. After such a collision
 * they run one at a time for a while, because each item with a locked row needs a second statement. Confirmations of
 * delivered answers lock no account, so they never wait for a turn.
 * @param now milliseconds on a clock that never runs backwards.
 */
export function createHoldBatchers(
  stores: HoldBatcherStores,
  events: HoldBatcherEvents,
  now: () => number = systemClock.monotonic,
): HoldBatchers {
  const { free, waiting, gate } = stores;
  const timed = timedBy(events.onStatement);
  const turns = createTurns({ exclusiveForMs, now });
  const batched = <Item, Result>(kind: keyof HoldBatchers, run: Statements<Item, Result>, by: Names<Item>) => {
    const { nameOf } = by;
    const lanes = createLanes({ gate, batchSize, queueLimit: tenantQueueLimit, nameOf, run: timed(kind, run.waiting) });
    const runFree = timed(kind, run.free);
    const batcher: Batcher<Item, Result> = createBatcher<Item, Result>({
      writers,
      batchSize,
      queueLimit,
      ...by,
      takeTurn: turns.take,
      run: async (items, traces, contexts) => {
        const { result, contended } = await turns.run(
          () => runFree(items, traces),
          (results) => results.some((each) => each instanceof Busy),
        );
        return result.map((each, index): Result | Fault | Promise<Result> => {
          const item = items[index];
          if (!(each instanceof Busy) || item === undefined) {
            return each as Result | Fault;
          }
          // If another statement of this replica has the lock, it soon releases it. The item then runs in the next
          // statement.
          return contended
            ? batcher.submit(item, contexts[index])
            : lanes.submit(each.accountId, item, contexts[index]);
        });
      },
    });
    return batcher;
  };
  return {
    admit: batched<AdmitRequest__Output, AdmitResponse>(
      'admit',
      { free: free.admit, waiting: waiting.admit },
      { tenantQueueLimit, tenantOf: (item) => item.key_sha256.toString('latin1'), nameOf: (item) => item.hold_id },
    ),
    hold: batched<HoldRequest__Output, HoldResponse>(
      'hold',
      { free: free.hold, waiting: waiting.hold },
      { tenantQueueLimit, tenantOf: (item) => item.account_id, nameOf: (item) => item.hold_id },
    ),
    settle: batched<SettleItem, SettleResponse>(
      'settle',
      { free: free.settle, waiting: waiting.settle },
      { nameOf: (item) => item.hold_id },
    ),
    confirm: createConfirmBatcher(stores, timed, events),
  };
}

/**
 * Creates the batcher of confirmations. A request may name holds of many accounts. The holds of a locked account wait
 * in the account's lane. When the lane does not get the lock in time, the response lists these holds as busy.
 */
function createConfirmBatcher(
  { free, waiting, gate }: HoldBatcherStores,
  timed: ReturnType<typeof timedBy>,
  events: HoldBatcherEvents,
): Batcher<ConfirmItem, ConfirmResponse> {
  const confirmIn =
    (store: HoldStore) =>
    async (items: readonly ConfirmItem[], traces: readonly Context[]): Promise<readonly HoldState[]> => {
      const delivered = items.flatMap((item) => item.delivered_hold_ids);
      const undelivered = items.flatMap((item) => item.undelivered_hold_ids);
      const states = await store.confirm(delivered, undelivered, traces);
      reportUnconfirmed(delivered, states, events);
      return states;
    };
  const confirmWaiting = timed('confirm', confirmIn(waiting));
  const lanes = createLanes<ConfirmItem, object>({
    gate,
    batchSize,
    queueLimit: tenantQueueLimit,
    nameOf: () => '',
    run: async (items, traces) => {
      await confirmWaiting(items, traces);
      return items.map(() => ({}));
    },
  });
  const confirmFree = timed('confirm', confirmIn(free));
  return createBatcher({
    writers,
    batchSize,
    queueLimit,
    weightOf: (item: ConfirmItem) => item.delivered_hold_ids.length + item.undelivered_hold_ids.length,
    nameOf: () => '',
    run: async (items: readonly ConfirmItem[], traces, contexts) => {
      const accounts = new Map<string, string>();
      for (const { id, busyAccount } of await confirmFree(items, traces)) {
        if (busyAccount !== undefined) {
          accounts.set(id, busyAccount);
        }
      }
      return items.map((item, index) => confirmBusy(item, accounts, lanes, contexts[index]));
    },
  });
}

/**
 * Confirms the busy holds of a request, each account in its lane. If the caller set `takes_busy`, returns the holds
 * that are still busy, and the caller sends these again. Otherwise throws UNAVAILABLE, and the caller sends the whole
 * request again.
 * @param accounts the account of each busy hold of all requests, by the id of the hold.
 */
async function confirmBusy(
  item: ConfirmItem,
  accounts: ReadonlyMap<string, string>,
  lanes: Lanes<ConfirmItem, object>,
  context: CallContext | undefined,
): Promise<ConfirmResponse> {
  const of = (ids: readonly string[], account: string): string[] => ids.filter((id) => accounts.get(id) === account);
  const ids = [...item.delivered_hold_ids, ...item.undelivered_hold_ids];
  const locked = new Set(ids.flatMap((id) => accounts.get(id) ?? []));
  const busy = await Promise.all(
    [...locked].map(async (account) => {
      const own = {
        delivered_hold_ids: of(item.delivered_hold_ids, account),
        undelivered_hold_ids: of(item.undelivered_hold_ids, account),
      };
      try {
        await lanes.submit(account, own, context);
        return [];
      } catch (thrown) {
        if (item.takes_busy !== true) {
          throw thrown;
        }
        return [...own.delivered_hold_ids, ...own.undelivered_hold_ids];
      }
    }),
  );
  return { busy_hold_ids: busy.flat() };
}

/** Two statements of one method: one that never waits for a lock, and one that waits. */
type Statements<Item, Result> = Readonly<
  Record<
    'free' | 'waiting',
    (items: readonly Item[], traces: readonly Context[]) => Promise<readonly (Result | Fault | Busy)[]>
  >
>;

/**
 * Functions that a batcher needs. `nameOf` returns an item's name: no batch contains two items with the same name.
 * `tenantOf` returns the key or account of the item, because the queue limits the items of each.
 */
type Names<Item> = {
  readonly nameOf: (item: Item) => string;
  readonly tenantOf?: (item: Item) => string;
  readonly tenantQueueLimit?: number;
};

function reportUnconfirmed(
  delivered: readonly string[],
  states: readonly HoldState[],
  events: HoldBatcherEvents,
): void {
  const claimed = new Set(delivered);
  const unconfirmed = states.filter(({ id, state }) => claimed.has(id) && state !== 'busy');
  if (unconfirmed.length > 0) {
    events.onUnconfirmed(unconfirmed);
  }
}

/** Returns a function that wraps a statement, and reports its size and duration even when it fails. */
function timedBy(onStatement: HoldBatcherEvents['onStatement']) {
  return <Item, Results>(
    kind: keyof HoldBatchers,
    run: (items: readonly Item[], traces: readonly Context[]) => Promise<Results>,
  ): typeof run =>
    async (items, traces) => {
      const startedAt = performance.now();
      let isFailed = true;
      try {
        const results = await run(items, traces);
        isFailed = false;
        return results;
      } finally {
        onStatement({ kind, items: items.length, durationMs: performance.now() - startedAt, failed: isFailed });
      }
    };
}
