// Original file: protos/assay/rpc/v1/mux.proto

import type { Failure as _assay_rpc_v1_Failure, Failure__Output as _assay_rpc_v1_Failure__Output } from '../../../assay/rpc/v1/Failure.ts';

export interface Reply {
  'id'?: (number);
  /**
   * The method's encoded response message.
   */
  'payload'?: (Buffer | Uint8Array | string);
  'failure'?: (_assay_rpc_v1_Failure | null);
  'outcome'?: "payload"|"failure";
}

export interface Reply__Output {
  'id': (number);
  /**
   * The method's encoded response message.
   */
  'payload'?: (Buffer);
  'failure'?: (_assay_rpc_v1_Failure__Output | null);
  'outcome'?: "payload"|"failure";
}
