// Original file: protos/assay/rpc/v1/mux.proto

import type { Call as _assay_rpc_v1_Call, Call__Output as _assay_rpc_v1_Call__Output } from '../../../assay/rpc/v1/Call.ts';

export interface ExchangeRequest {
  'calls'?: (_assay_rpc_v1_Call)[];
}

export interface ExchangeRequest__Output {
  'calls': (_assay_rpc_v1_Call__Output)[];
}
