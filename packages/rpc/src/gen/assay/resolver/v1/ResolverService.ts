// Original file: protos/assay/resolver/v1/resolver.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ResolveRequest as _assay_resolver_v1_ResolveRequest, ResolveRequest__Output as _assay_resolver_v1_ResolveRequest__Output } from '../../../assay/resolver/v1/ResolveRequest.ts';
import type { ResolveResponse as _assay_resolver_v1_ResolveResponse, ResolveResponse__Output as _assay_resolver_v1_ResolveResponse__Output } from '../../../assay/resolver/v1/ResolveResponse.ts';

/**
 * Resolves a question in words to a data type and its parameters.
 */
export interface ResolverServiceClient extends grpc.Client {
  Resolve(argument: _assay_resolver_v1_ResolveRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_resolver_v1_ResolveResponse__Output>): grpc.ClientUnaryCall;
  Resolve(argument: _assay_resolver_v1_ResolveRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_resolver_v1_ResolveResponse__Output>): grpc.ClientUnaryCall;
  Resolve(argument: _assay_resolver_v1_ResolveRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_resolver_v1_ResolveResponse__Output>): grpc.ClientUnaryCall;
  Resolve(argument: _assay_resolver_v1_ResolveRequest, callback: grpc.requestCallback<_assay_resolver_v1_ResolveResponse__Output>): grpc.ClientUnaryCall;
  resolve(argument: _assay_resolver_v1_ResolveRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_resolver_v1_ResolveResponse__Output>): grpc.ClientUnaryCall;
  resolve(argument: _assay_resolver_v1_ResolveRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_resolver_v1_ResolveResponse__Output>): grpc.ClientUnaryCall;
  resolve(argument: _assay_resolver_v1_ResolveRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_resolver_v1_ResolveResponse__Output>): grpc.ClientUnaryCall;
  resolve(argument: _assay_resolver_v1_ResolveRequest, callback: grpc.requestCallback<_assay_resolver_v1_ResolveResponse__Output>): grpc.ClientUnaryCall;
  
}

/**
 * Resolves a question in words to a data type and its parameters.
 */
export interface ResolverServiceHandlers extends grpc.UntypedServiceImplementation {
  Resolve: grpc.handleUnaryCall<_assay_resolver_v1_ResolveRequest__Output, _assay_resolver_v1_ResolveResponse>;
  
}

export interface ResolverServiceDefinition extends grpc.ServiceDefinition {
  Resolve: MethodDefinition<_assay_resolver_v1_ResolveRequest, _assay_resolver_v1_ResolveResponse, _assay_resolver_v1_ResolveRequest__Output, _assay_resolver_v1_ResolveResponse__Output>
}
