import type { Metrics } from '@assay/telemetry/metrics';
import type { StatementTiming } from './holds/hold-batchers.ts';
import type { HoldState } from './holds/store.ts';
import type { LaneOutcome } from './lanes.ts';
import type { IdempotentOutcome } from './idempotency/calls.ts';

/** The metrics of billing, in addition to those of every service. */
export type BillingMetrics = {
  readonly statement: (report: StatementTiming, waiting: number) => void;
  /** Counts holds that the sweeper ended. */
  readonly swept: (holds: readonly HoldState[]) => void;
  /** Counts delivered answers whose holds could not be confirmed. */
  readonly unconfirmed: (holds: readonly HoldState[]) => void;
  /** Counts the outcomes of attempts of idempotent calls: one when an attempt begins, and one when it ends. */
  readonly idempotentCall: (outcome: IdempotentOutcome) => void;
  /** Counts the outcomes of the statements that waited for a locked account. */
  readonly lockedAccount: (outcome: LaneOutcome) => void;
  /** Sets the number of days from today for which holds and the ledger have partitions. */
  readonly daysAhead: (days: number) => void;
};

const batchBuckets = [1, 2, 4, 8, 16, 32, 64, 128, 256, 1_024];

/** Registers billing's metrics. */
export function createBillingMetrics(metrics: Metrics): BillingMetrics {
  const batch = metrics.histogram(
    'assay_billing_batch_size',
    'Number of items in one database statement.',
    ['kind'],
    batchBuckets,
  );
  const duration = metrics.histogram('assay_billing_statement_duration_seconds', 'Duration of database statements.', [
    'kind',
    'outcome',
  ]);
  const waitingItems = metrics.gauge(
    'assay_billing_queue_depth',
    'Number of items that wait for a database statement.',
    ['kind'],
  );
  const ended = metrics.counter(
    'assay_billing_holds_swept_total',
    'Overdue holds that the sweeper ended, by their new state.',
    ['state'],
  );
  const unconfirmed = metrics.counter(
    'assay_billing_unconfirmed_deliveries_total',
    'Delivered answers that stay free because their confirmation found no captured hold.',
    [],
  );
  const idempotentCalls = metrics.counter(
    'assay_billing_idempotent_calls_total',
    'Beginnings and ends of attempts of calls with an idempotency key, by outcome.',
    ['outcome'],
  );
  const lockedAccounts = metrics.counter(
    'assay_billing_locked_account_statements_total',
    'Statements of an account whose key, hold or account another transaction locked: waited, timed_out, or refused without a wait.',
    ['outcome'],
  );
  const days = metrics.gauge(
    'assay_billing_partition_days_ahead',
    'Days from today, today included, for which the tables of holds and ledger entries have partitions.',
    [],
  );
  return {
    lockedAccount: (outcome) => lockedAccounts.inc({ outcome }),
    daysAhead: (count) => days.set(count),
    idempotentCall: (outcome) => idempotentCalls.inc({ outcome }),
    statement: ({ kind, items, durationMs, failed }, waiting) => {
      batch.observe({ kind }, items);
      duration.observe({ kind, outcome: failed ? 'failed' : 'ok' }, durationMs / 1_000);
      waitingItems.set({ kind }, waiting);
    },
    swept: (holds) => {
      for (const { state } of holds) {
        ended.inc({ state });
      }
    },
    unconfirmed: (holds) => unconfirmed.inc(holds.length),
  };
}
