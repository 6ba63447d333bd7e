import { newHoldId } from '@assay/identifiers/time-ordered-id';
import { traceIdOf, type CallContext } from '@assay/rpc/context';
import type { BillingServiceDefinition } from '@assay/rpc/gen/assay/billing/v1/BillingService';
import type { ServiceClient } from '@assay/rpc/methods';
import { billingFault } from './billing-faults.ts';

/** The methods of billing that metered work uses. */
export type MeteringBilling = Pick<ServiceClient<BillingServiceDefinition>, 'Hold' | 'Settle' | 'Confirm'>;

/**
 * Credits that billing sets aside for one piece of work. A value of this type may also describe a hold that billing has
 * not taken yet.
 */
export type Hold = {
  /**
   * A unique id. Ids sort by time. When billing gets several requests with one id, it makes only one hold and one
   * settlement.
   */
  readonly id: string;
  /** The amount of the hold in micro-credits, at least 1. */
  readonly micros: bigint;
  /** The operation that the hold is for, such as `get_data token.price`. */
  readonly operation: string;
};

/**
 * Billing's response to a request for a hold. `balanceMicros` is the account's balance in micro-credits. It does not
 * subtract any hold, neither this one nor others.
 */
export type TakenHold = { readonly isHeld: boolean; readonly balanceMicros: bigint };

/**
 * Returns a new hold. Billing reads an amount of zero as "no hold", so free work holds one micro-credit.
 * @param maxDebitMicros the maximum that the work can cost its account, in micro-credits.
 * @param id the id of the hold; a new id when absent.
 */
export function newHold(operation: string, maxDebitMicros: bigint, id = newHoldId()): Hold {
  return { id, micros: maxDebitMicros > 0n ? maxDebitMicros : 1n, operation };
}

/**
 * Asks billing for a hold. Throws UNAVAILABLE when billing did not answer. Billing may have set the credits aside
 * nevertheless, so the caller must then release the hold.
 */
export async function takeHold(
  billing: Pick<MeteringBilling, 'Hold'>,
  accountId: string,
  hold: Hold,
  context: CallContext,
): Promise<TakenHold> {
  try {
    const { held, balance_micros: balance } = await billing.Hold(
      {
        account_id: accountId,
        hold_micros: hold.micros.toString(),
        hold_id: hold.id,
        trace_id: traceIdOf(context),
        operation: hold.operation,
      },
      context,
    );
    return { isHeld: held, balanceMicros: BigInt(balance) };
  } catch (thrown) {
    throw billingFault(thrown);
  }
}
