// Original file: protos/assay/billing/v1/billing.proto

import type { Long } from '@grpc/proto-loader';

export interface ListLedgerRequest {
  'account_id'?: (string);
  /**
   * Start and end of the time range in milliseconds since the Unix epoch. The start is included, the end is not. Zero sets
   * no limit.
   */
  'from_ms'?: (number | string | Long);
  'to_ms'?: (number | string | Long);
  /**
   * At most 200; zero for 50.
   */
  'page_size'?: (number);
  /**
   * The cursor of the previous page; empty for the first page.
   */
  'cursor'?: (string);
}

export interface ListLedgerRequest__Output {
  'account_id': (string);
  /**
   * Start and end of the time range in milliseconds since the Unix epoch. The start is included, the end is not. Zero sets
   * no limit.
   */
  'from_ms': (string);
  'to_ms': (string);
  /**
   * At most 200; zero for 50.
   */
  'page_size': (number);
  /**
   * The cursor of the previous page; empty for the first page.
   */
  'cursor': (string);
}
