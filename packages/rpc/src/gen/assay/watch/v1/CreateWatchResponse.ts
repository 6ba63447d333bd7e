// Original file: protos/assay/watch/v1/watch.proto

import type { Watch as _assay_watch_v1_Watch, Watch__Output as _assay_watch_v1_Watch__Output } from '../../../assay/watch/v1/Watch.ts';

export interface CreateWatchResponse {
  'watch'?: (_assay_watch_v1_Watch | null);
  /**
   * The secret that signs notifications. Only this response contains it.
   */
  'webhook_secret'?: (string);
}

export interface CreateWatchResponse__Output {
  'watch': (_assay_watch_v1_Watch__Output | null);
  /**
   * The secret that signs notifications. Only this response contains it.
   */
  'webhook_secret': (string);
}
