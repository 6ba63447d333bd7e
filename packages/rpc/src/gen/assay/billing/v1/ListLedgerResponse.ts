// Original file: protos/assay/billing/v1/billing.proto

import type { AccountLedgerEntry as _assay_billing_v1_AccountLedgerEntry, AccountLedgerEntry__Output as _assay_billing_v1_AccountLedgerEntry__Output } from '../../../assay/billing/v1/AccountLedgerEntry.ts';

export interface ListLedgerResponse {
  'entries'?: (_assay_billing_v1_AccountLedgerEntry)[];
  /**
   * Cursor of the next page; empty after the last page.
   */
  'next_cursor'?: (string);
}

export interface ListLedgerResponse__Output {
  'entries': (_assay_billing_v1_AccountLedgerEntry__Output)[];
  /**
   * Cursor of the next page; empty after the last page.
   */
  'next_cursor': (string);
}
