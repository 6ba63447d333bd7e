import type { AccountLedgerEntry__Output } from '@assay/rpc/gen/assay/billing/v1/AccountLedgerEntry';

/** A ledger entry in the form that the account's owner sees. */
export type LedgerEntryView = {
  readonly at: string;
  readonly kind: string;
  /** The amount in micro-credits. Negative for a charge. */
  readonly amountMicros: string;
  /** The charged call, such as "get_data token.price". Empty for a credit. */
  readonly call: string;
  /** Empty for a credit. */
  readonly traceId: string;
  readonly operationId: string;
};

/** Returns the view of a ledger entry. */
export function ledgerEntryView(entry: AccountLedgerEntry__Output): LedgerEntryView {
  return {
    at: entry.at,
    kind: entry.kind,
    amountMicros: String(entry.amount_micros),
    call: entry.call,
    traceId: entry.trace_id === '' ? '' : `tr_${entry.trace_id}`,
    operationId: entry.operation_id,
  };
}
