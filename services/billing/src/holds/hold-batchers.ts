import type { Fault } from '@assay/faults/faults';
import type { AdmitRequest__Output } from '@assay/rpc/gen/assay/billing/v1/AdmitRequest';
import type { AdmitResponse } from '@assay/rpc/gen/assay/billing/v1/AdmitResponse';
import type { ConfirmRequest__Output } from '@assay/rpc/gen/assay/billing/v1/ConfirmRequest';
import type { ConfirmResponse } from '@assay/rpc/gen/assay/billing/v1/ConfirmResponse';
import type { HoldRequest__Output } from '@assay/rpc/gen/assay/billing/v1/HoldRequest';
import type { HoldResponse } from '@assay/rpc/gen/assay/billing/v1/HoldResponse';
import type { SettleResponse } from '@assay/rpc/gen/assay/billing/v1/SettleResponse';
import { createBatcher, type Batcher } from '@assay/service/batcher';
import type { HoldState, HoldStore, SettleItem } from './store.ts';

/** The methods that every call uses, with one batcher for each. */
export type HoldBatchers = {
  readonly admit: Batcher<AdmitRequest__Output, AdmitResponse>;
  readonly hold: Batcher<HoldRequest__Output, HoldResponse>;
  readonly settle: Batcher<SettleItem, SettleResponse>;
  readonly confirm: Batcher<ConfirmRequest__Output, ConfirmResponse>;
};

/** The duration and the size of one statement. */
export type StatementTiming = {
  readonly kind: keyof HoldBatchers;
  readonly items: number;
  readonly durationMs: number;
  readonly failed: boolean;
};

/** Callbacks of the batchers: for every statement, and for confirmations whose hold is no longer captured. */
export type HoldBatcherEvents = {
  readonly onStatement: (timing: StatementTiming) => void;
  readonly onUnconfirmed: (holds: readonly HoldState[]) => void;
};

/**
 * One statement of each method runs at a time. The fixed cost of a statement exceeds that of a few items. A second
 * writer would halve the batches and gain nothing, because the row locks of accounts serialize the statements anyway.
 */
const writers = 1;
const batchSize = 256;
/**
 * Under half a second of work at ten thousand items per second. A longer wait helps no caller, so further items fail.
 */
const queueLimit = 4_096;
/** The share of one key or account, so that a single caller cannot fill the queue. */
const tenantQueueLimit = 1_024;

/**
 * Creates the batchers over a store. Their requests must be valid: one that the database refuses fails its whole batch.
 */
export function createHoldBatchers(store: HoldStore, events: HoldBatcherEvents): HoldBatchers {
  const timed = timedBy(events.onStatement);
  return {
    admit: createBatcher({
      writers,
      batchSize,
      queueLimit,
      tenantQueueLimit,
      tenantOf: (item: AdmitRequest__Output) => item.key_sha256.toString('latin1'),
      nameOf: (item: AdmitRequest__Output) => item.hold_id,
      run: timed('admit', store.admit),
    }),
    hold: createBatcher({
      writers,
      batchSize,
      queueLimit,
      tenantQueueLimit,
      tenantOf: (item: HoldRequest__Output) => item.account_id,
      nameOf: (item: HoldRequest__Output) => item.hold_id,
      run: timed('hold', store.hold),
    }),
    settle: createBatcher({
      writers,
      batchSize,
      queueLimit,
      nameOf: (item: SettleItem) => item.hold_id,
      run: timed('settle', store.settle),
    }),
    confirm: createBatcher({
      writers,
      batchSize,
      queueLimit,
      weightOf: (item: ConfirmRequest__Output) => item.delivered_hold_ids.length + item.undelivered_hold_ids.length,
      nameOf: () => '',
      run: timed('confirm', async (items: readonly ConfirmRequest__Output[], traces) => {
        const delivered = items.flatMap((item) => item.delivered_hold_ids);
        const undelivered = items.flatMap((item) => item.undelivered_hold_ids);
        const states = await store.confirm(delivered, undelivered, traces);
        reportUnconfirmed(delivered, states, events);
        return items.map(() => ({}));
      }),
    }),
  };
}

function reportUnconfirmed(
  delivered: readonly string[],
  states: readonly HoldState[],
  events: HoldBatcherEvents,
): void {
  const claimed = new Set(delivered);
  const unconfirmed = states.filter(({ id }) => claimed.has(id));
  if (unconfirmed.length > 0) {
    events.onUnconfirmed(unconfirmed);
  }
}

type Run<Item, Result> = (
  items: readonly Item[],
  traces: Parameters<HoldStore['admit']>[1],
) => Promise<readonly (Result | Fault)[]>;

/** Wraps a statement so that its size and duration are reported, whether or not it succeeds. */
function timedBy(onStatement: HoldBatcherEvents['onStatement']) {
  return <Item, Result>(kind: keyof HoldBatchers, run: Run<Item, Result>): Run<Item, Result> =>
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
