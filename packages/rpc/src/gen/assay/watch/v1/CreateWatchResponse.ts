// Original file: protos/assay/watch/v1/watch.proto

import type { Watch as _assay_watch_v1_Watch, Watch__Output as _assay_watch_v1_Watch__Output } from '../../../assay/watch/v1/Watch.ts';

export interface CreateWatchResponse {
  'watch'?: (_assay_watch_v1_Watch | null);
  /**
   * Shown this once.
   */
  'webhook_secret'?: (string);
}

export interface CreateWatchResponse__Output {
  'watch': (_assay_watch_v1_Watch__Output | null);
  /**
   * Shown this once.
   */
  'webhook_secret': (string);
}
