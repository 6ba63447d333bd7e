import { rootContext, type CallContext } from '@assay/rpc/context';
import type { AdmitRequest__Output } from '@assay/rpc/gen/assay/billing/v1/AdmitRequest';
import type { HoldRequest__Output } from '@assay/rpc/gen/assay/billing/v1/HoldRequest';
import { hashApiKey } from '@assay/identifiers/api-key';
import type { Postgres } from '@assay/storage/postgres';
import { createAccount } from '../accounts/accounts.ts';
import { createAccountStore } from '../accounts/store.ts';
import { createHoldBatchers, type HoldBatchers } from '../holds/hold-batchers.ts';
import { createHoldStore, type HoldState } from '../holds/store.ts';
import { createLaneGate, type LaneGate } from '../lanes.ts';

/** An account with one key, for tests. */
export type Customer = { readonly accountId: string; readonly key: string; readonly keySha256: Buffer };

/** The trace id of test calls that state no other trace id. */
export const traceId = 'a1'.repeat(16);

/**
 * Opens an account with one key. `creditMicros` is in micro-credits. The default rate limit is 10 requests per minute.
 */
export async function openCustomer(
  postgres: Postgres,
  given: { readonly creditMicros?: number; readonly rateLimit?: number } = {},
): Promise<Customer> {
  const { account, key = '' } = await createAccount(createAccountStore(postgres.query), 10, {
    name: 'a customer',
    credit_micros: String(given.creditMicros ?? 0),
    rate_limit_per_minute: given.rateLimit ?? 0,
  });
  return { accountId: account?.id ?? '', key, keySha256: hashApiKey(key) };
}

/** The batchers of one replica, and the holds that the replica could not confirm. */
export type BillingReplica = HoldBatchers & { readonly unconfirmedHolds: HoldState[] };

/**
 * Opens the batchers of one replica. Its holds lapse after 60 seconds. Its captures are reversed after 60 seconds
 * without a confirmation.
 * @param waiting the connection pool of the statements that wait for locked rows.
 */
export function openReplica(postgres: Postgres, waiting: Postgres = postgres): BillingReplica {
  const unconfirmedHolds: HoldState[] = [];
  const times = { holdLifetimeMs: 60_000, confirmWithinMs: 60_000 };
  const stores = {
    free: createHoldStore(postgres.query, { ...times, waits: false }),
    waiting: createHoldStore(waiting.query, { ...times, waits: true }),
    gate: openGate(),
  };
  const holds = createHoldBatchers(stores, {
    onStatement: () => undefined,
    onUnconfirmed: (states) => unconfirmedHolds.push(...states),
  });
  return { ...holds, unconfirmedHolds };
}

/** Opens a gate with a replica's limits, but its statements may wait longer: 30 seconds. */
export function openGate(): LaneGate {
  return createLaneGate({ permits: 4, refuseForMs: 2_000, maxWaitMs: 30_000, now: () => performance.now() });
}

let lastHold = 0;

/** Returns a hold id that is unique in this process. Ids of the same millisecond sort in the order of the calls. */
export function newHoldId(nowMs = Date.now()): string {
  lastHold += 1;
  return firstHoldAt(nowMs) + lastHold.toString(16).padStart(20, '0');
}

/** Returns the text with which all hold ids of one millisecond begin. */
export function firstHoldAt(ms: number): string {
  return `ht_${ms.toString(16).padStart(12, '0')}`;
}

/** Returns a call context with a deadline that is long enough for a slow machine. */
export function context(): CallContext {
  return rootContext(30_000);
}

/** Returns a request for an admission. With an amount of zero, it takes no hold. */
export function admission(customer: Customer, holdMicros = 0, holdId = newHoldId()): AdmitRequest__Output {
  return {
    key_sha256: customer.keySha256,
    hold_micros: String(holdMicros),
    hold_id: holdMicros === 0 ? '' : holdId,
    trace_id: traceId,
    operation: 'get_data spot.price',
  };
}

/** Returns a request for a hold on the customer's account. */
export function holdOf(customer: Customer, holdMicros: number, holdId = newHoldId()): HoldRequest__Output {
  return {
    account_id: customer.accountId,
    hold_micros: String(holdMicros),
    hold_id: holdId,
    trace_id: traceId,
    operation: 'get_data spot.price',
  };
}
