// Original file: protos/assay/watch/v1/watch.proto

import type { Delivery as _assay_watch_v1_Delivery, Delivery__Output as _assay_watch_v1_Delivery__Output } from '../../../assay/watch/v1/Delivery.ts';

export interface ListDeliveriesResponse {
  'deliveries'?: (_assay_watch_v1_Delivery)[];
  /**
   * Cursor of the next page; empty after the last page.
   */
  'next_cursor'?: (string);
}

export interface ListDeliveriesResponse__Output {
  'deliveries': (_assay_watch_v1_Delivery__Output)[];
  /**
   * Cursor of the next page; empty after the last page.
   */
  'next_cursor': (string);
}
