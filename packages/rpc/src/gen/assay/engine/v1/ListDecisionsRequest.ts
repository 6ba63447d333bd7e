// Original file: protos/assay/engine/v1/engine.proto

import type { Long } from '@grpc/proto-loader';

export interface ListDecisionsRequest {
  'account_id'?: (string);
  /**
   * Start and end of the time range in milliseconds since the Unix epoch. The start is included, the end is not. Zero sets
   * no limit.
   */
  'from_ms'?: (number | string | Long);
  'to_ms'?: (number | string | Long);
  /**
   * Filters. An empty one matches every decision.
   */
  'type'?: (string);
  'outcome'?: (string);
  'level'?: (string);
  /**
   * At most 200; zero for 50.
   */
  'page_size'?: (number);
  /**
   * The cursor of the previous page; empty for the first page.
   */
  'cursor'?: (string);
}

export interface ListDecisionsRequest__Output {
  'account_id': (string);
  /**
   * Start and end of the time range in milliseconds since the Unix epoch. The start is included, the end is not. Zero sets
   * no limit.
   */
  'from_ms': (string);
  'to_ms': (string);
  /**
   * Filters. An empty one matches every decision.
   */
  'type': (string);
  'outcome': (string);
  'level': (string);
  /**
   * At most 200; zero for 50.
   */
  'page_size': (number);
  /**
   * The cursor of the previous page; empty for the first page.
   */
  'cursor': (string);
}
