// Original file: protos/assay/watch/v1/watch.proto

import type { Delivery as _assay_watch_v1_Delivery, Delivery__Output as _assay_watch_v1_Delivery__Output } from '../../../assay/watch/v1/Delivery.ts';

export interface GetDeliveryResponse {
  /**
   * Absent when there is none, or when it was deleted because of its age.
   */
  'delivery'?: (_assay_watch_v1_Delivery | null);
}

export interface GetDeliveryResponse__Output {
  /**
   * Absent when there is none, or when it was deleted because of its age.
   */
  'delivery': (_assay_watch_v1_Delivery__Output | null);
}
