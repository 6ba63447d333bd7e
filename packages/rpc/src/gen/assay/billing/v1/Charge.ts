// Original file: protos/assay/billing/v1/billing.proto

import type { LedgerEntry as _assay_billing_v1_LedgerEntry, LedgerEntry__Output as _assay_billing_v1_LedgerEntry__Output } from '../../../assay/billing/v1/LedgerEntry.ts';
import type { Long } from '@grpc/proto-loader';

export interface Charge {
  'hold_id'?: (string);
  'account_id'?: (string);
  'operation'?: (string);
  'held_micros'?: (number | string | Long);
  'captured_micros'?: (number | string | Long);
  /**
   * open, captured, confirmed, released, lapsed or reversed.
   */
  'state'?: (string);
  'held_at'?: (string);
  'ended_at'?: (string);
  'entries'?: (_assay_billing_v1_LedgerEntry)[];
}

export interface Charge__Output {
  'hold_id': (string);
  'account_id': (string);
  'operation': (string);
  'held_micros': (string);
  'captured_micros': (string);
  /**
   * open, captured, confirmed, released, lapsed or reversed.
   */
  'state': (string);
  'held_at': (string);
  'ended_at': (string);
  'entries': (_assay_billing_v1_LedgerEntry__Output)[];
}
