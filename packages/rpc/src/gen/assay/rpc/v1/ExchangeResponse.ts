// Original file: protos/assay/rpc/v1/mux.proto

import type { Reply as _assay_rpc_v1_Reply, Reply__Output as _assay_rpc_v1_Reply__Output } from '../../../assay/rpc/v1/Reply.ts';

export interface ExchangeResponse {
  'replies'?: (_assay_rpc_v1_Reply)[];
  /**
   * The replica is shutting down. It finishes its calls in flight and takes no new calls on this stream.
   */
  'draining'?: (boolean);
  /**
   * The replica will shut down soon. It still takes calls, for clients that have no other replica.
   */
  'leaving'?: (boolean);
}

export interface ExchangeResponse__Output {
  'replies': (_assay_rpc_v1_Reply__Output)[];
  /**
   * The replica is shutting down. It finishes its calls in flight and takes no new calls on this stream.
   */
  'draining': (boolean);
  /**
   * The replica will shut down soon. It still takes calls, for clients that have no other replica.
   */
  'leaving': (boolean);
}
