// Original file: protos/assay/billing/v1/billing.proto

import type { Long } from '@grpc/proto-loader';

/**
 * Calls of one step, type, outcome and level.
 */
export interface Usage {
  /**
   * Start of the hour or the day in UTC, in milliseconds since the Unix epoch.
   */
  'start_ms'?: (number | string | Long);
  /**
   * A data type, or "gate".
   */
  'type'?: (string);
  /**
   * delivered, refused, no_source, failed or error; undelivered when the answer did not reach the caller and its charge
   * was reversed; unknown when no service reported the end of the call. A verification for a notification also ends as unmet
   * (the condition did not hold), unverified (it could not be evaluated), gone (the watch was deleted) or deferred (the
   * change is verified again).
   */
  'outcome'?: (string);
  /**
   * Empty when no level was reached or recorded.
   */
  'level'?: (string);
  'calls'?: (number | string | Long);
  /**
   * Charges without those that were reversed.
   */
  'debited_micros'?: (number | string | Long);
}

/**
 * Calls of one step, type, outcome and level.
 */
export interface Usage__Output {
  /**
   * Start of the hour or the day in UTC, in milliseconds since the Unix epoch.
   */
  'start_ms': (string);
  /**
   * A data type, or "gate".
   */
  'type': (string);
  /**
   * delivered, refused, no_source, failed or error; undelivered when the answer did not reach the caller and its charge
   * was reversed; unknown when no service reported the end of the call. A verification for a notification also ends as unmet
   * (the condition did not hold), unverified (it could not be evaluated), gone (the watch was deleted) or deferred (the
   * change is verified again).
   */
  'outcome': (string);
  /**
   * Empty when no level was reached or recorded.
   */
  'level': (string);
  'calls': (string);
  /**
   * Charges without those that were reversed.
   */
  'debited_micros': (string);
}
