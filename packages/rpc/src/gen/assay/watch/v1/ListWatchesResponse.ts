// Original file: protos/assay/watch/v1/watch.proto

import type { Watch as _assay_watch_v1_Watch, Watch__Output as _assay_watch_v1_Watch__Output } from '../../../assay/watch/v1/Watch.ts';

export interface ListWatchesResponse {
  'watches'?: (_assay_watch_v1_Watch)[];
}

export interface ListWatchesResponse__Output {
  'watches': (_assay_watch_v1_Watch__Output)[];
}
