import { rootContext, type CallContext } from '@assay/rpc/context';
import type { AdmitRequest__Output } from '@assay/rpc/gen/assay/billing/v1/AdmitRequest';
import type { HoldRequest__Output } from '@assay/rpc/gen/assay/billing/v1/HoldRequest';
import { hashApiKey } from '@assay/service/api-key';
import type { Postgres } from '@assay/service/postgres';
import { createAccount } from '../accounts/accounts.ts';
import { createAccountStore } from '../accounts/store.ts';
import { gatherHolds, type GatheredHolds } from '../holds/gather-holds.ts';
import { createHoldStore, type HoldState } from '../holds/store.ts';

/** An account as tests use it. */
export type Customer = { readonly accountId: string; readonly key: string; readonly keySha256: Buffer };

/** The trace that test calls belong to unless they name one. */
export const traceId = 'a1'.repeat(16);

/** Opens an account with credit and one key. */
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

/** One replica's hot path, and the warnings it gave. */
export function openReplica(postgres: Postgres): GatheredHolds & { readonly unconfirmedHolds: HoldState[] } {
  const unconfirmedHolds: HoldState[] = [];
  const holds = gatherHolds(createHoldStore(postgres.query, { holdLifetimeMs: 60_000, confirmWithinMs: 60_000 }), {
    statement: () => undefined,
    unconfirmed: (states) => unconfirmedHolds.push(...states),
  });
  return { ...holds, unconfirmedHolds };
}

let lastHold = 0;

/** A hold id that no other call of this process has. */
export function freshHoldId(): string {
  lastHold += 1;
  return `hold-${lastHold}`;
}

/** A call's context with time enough for a slow machine. */
export function context(): CallContext {
  return rootContext(30_000);
}

/** An admission; without an amount it takes no hold. */
export function admission(customer: Customer, holdMicros = 0, holdId = freshHoldId()): AdmitRequest__Output {
  return {
    key_sha256: customer.keySha256,
    hold_micros: String(holdMicros),
    hold_id: holdMicros === 0 ? '' : holdId,
    trace_id: traceId,
    operation: 'get_data spot.price',
  };
}

/** A hold for an account. */
export function holdOf(customer: Customer, holdMicros: number, holdId = freshHoldId()): HoldRequest__Output {
  return {
    account_id: customer.accountId,
    hold_micros: String(holdMicros),
    hold_id: holdId,
    trace_id: traceId,
    operation: 'get_data spot.price',
  };
}
