import { systemClock } from '@assay/runtime/clock';
import { openPostgres, type Postgres } from '@assay/storage/postgres';
import type { ServiceTools } from '@assay/runtime/run';
import type { BillingConfig } from './config.ts';
import type { HoldBatcherStores } from './holds/hold-batchers.ts';
import { createHoldStore } from './holds/store.ts';
import type { IdempotentCallStores } from './idempotency/calls.ts';
import { createIdempotentCallStore } from './idempotency/store.ts';
import { createLaneGate, type LaneOutcome } from './lanes.ts';

/** The stores of one replica. Each kind of work has a separate pool of connections. */
export type BillingStores = {
  readonly holds: HoldBatcherStores;
  readonly calls: IdempotentCallStores;
  /** Connections for the pages of accounts and for operators. */
  readonly pages: Postgres;
  /** Connections for the maintenance of the tables. */
  readonly upkeep: Postgres;
};

/**
 * Limits of the statements that wait for a locked account. Each waiting statement uses a connection of the pool
 * `waiting`.
 */
const laneLimits = { permits: 4, refuseForMs: 2_000, maxWaitMs: 1_000 };
const waitingLimits = { purpose: 'waiting', connections: laneLimits.permits, lockTimeoutMs: 1_000 };
const pageLimits = { purpose: 'pages', connections: 3, statementTimeoutMs: 3_000, lockTimeoutMs: 1_000 };
const upkeepLimits = { purpose: 'upkeep', connections: 2 };

/**
 * Opens the connection pools of one replica. Paid calls have separate connections, so that pages, locked accounts and
 * the maintenance of the tables cannot use these up.
 * @param onLockedAccount receives the outcome of each statement that waited for a locked account.
 */
export function openStores(
  config: BillingConfig,
  schema: string,
  tools: ServiceTools,
  onLockedAccount: (outcome: LaneOutcome) => void,
): BillingStores {
  const calls = openPostgres(config, schema, tools);
  const waiting = openPostgres(config, schema, tools, waitingLimits);
  const gate = createLaneGate({ ...laneLimits, now: systemClock.monotonic, onEnd: onLockedAccount });
  const times = { holdLifetimeMs: config.ASSAY_HOLD_LIFETIME_MS, confirmWithinMs: config.ASSAY_CONFIRM_WITHIN_MS };
  return {
    holds: {
      free: createHoldStore(calls.query, { ...times, waits: false }),
      waiting: createHoldStore(waiting.query, { ...times, waits: true }),
      gate,
    },
    calls: {
      free: createIdempotentCallStore(calls.query, false),
      waiting: createIdempotentCallStore(waiting.query, true),
      gate,
    },
    pages: openPostgres(config, schema, tools, pageLimits),
    upkeep: openPostgres(config, schema, tools, upkeepLimits),
  };
}
