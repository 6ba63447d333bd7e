// Original file: protos/assay/rpc/v1/mux.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ExchangeRequest as _assay_rpc_v1_ExchangeRequest, ExchangeRequest__Output as _assay_rpc_v1_ExchangeRequest__Output } from '../../../assay/rpc/v1/ExchangeRequest.ts';
import type { ExchangeResponse as _assay_rpc_v1_ExchangeResponse, ExchangeResponse__Output as _assay_rpc_v1_ExchangeResponse__Output } from '../../../assay/rpc/v1/ExchangeResponse.ts';

/**
 * Carries unary calls as items of one long-lived stream. A unary gRPC call costs both ends more than ten times as much
 * as a message on an open stream.
 */
export interface MuxServiceClient extends grpc.Client {
  /**
   * Items of one turn of the event loop travel in one message, in both directions. Every call gets exactly one reply.
   */
  Exchange(metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientDuplexStream<_assay_rpc_v1_ExchangeRequest, _assay_rpc_v1_ExchangeResponse__Output>;
  Exchange(options?: grpc.CallOptions): grpc.ClientDuplexStream<_assay_rpc_v1_ExchangeRequest, _assay_rpc_v1_ExchangeResponse__Output>;
  /**
   * Items of one turn of the event loop travel in one message, in both directions. Every call gets exactly one reply.
   */
  exchange(metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientDuplexStream<_assay_rpc_v1_ExchangeRequest, _assay_rpc_v1_ExchangeResponse__Output>;
  exchange(options?: grpc.CallOptions): grpc.ClientDuplexStream<_assay_rpc_v1_ExchangeRequest, _assay_rpc_v1_ExchangeResponse__Output>;
  
}

/**
 * Carries unary calls as items of one long-lived stream. A unary gRPC call costs both ends more than ten times as much
 * as a message on an open stream.
 */
export interface MuxServiceHandlers extends grpc.UntypedServiceImplementation {
  /**
   * Items of one turn of the event loop travel in one message, in both directions. Every call gets exactly one reply.
   */
  Exchange: grpc.handleBidiStreamingCall<_assay_rpc_v1_ExchangeRequest__Output, _assay_rpc_v1_ExchangeResponse>;
  
}

export interface MuxServiceDefinition extends grpc.ServiceDefinition {
  Exchange: MethodDefinition<_assay_rpc_v1_ExchangeRequest, _assay_rpc_v1_ExchangeResponse, _assay_rpc_v1_ExchangeRequest__Output, _assay_rpc_v1_ExchangeResponse__Output>
}
