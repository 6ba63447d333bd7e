// Original file: protos/assay/gate/v1/gate.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { JudgeRequest as _assay_gate_v1_JudgeRequest, JudgeRequest__Output as _assay_gate_v1_JudgeRequest__Output } from '../../../assay/gate/v1/JudgeRequest.ts';
import type { JudgeResponse as _assay_gate_v1_JudgeResponse, JudgeResponse__Output as _assay_gate_v1_JudgeResponse__Output } from '../../../assay/gate/v1/JudgeResponse.ts';

/**
 * Judges a trade by the caller's own policy. The engine reads the chain; the gate decides.
 */
export interface GateServiceClient extends grpc.Client {
  Judge(argument: _assay_gate_v1_JudgeRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_gate_v1_JudgeResponse__Output>): grpc.ClientUnaryCall;
  Judge(argument: _assay_gate_v1_JudgeRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_gate_v1_JudgeResponse__Output>): grpc.ClientUnaryCall;
  Judge(argument: _assay_gate_v1_JudgeRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_gate_v1_JudgeResponse__Output>): grpc.ClientUnaryCall;
  Judge(argument: _assay_gate_v1_JudgeRequest, callback: grpc.requestCallback<_assay_gate_v1_JudgeResponse__Output>): grpc.ClientUnaryCall;
  judge(argument: _assay_gate_v1_JudgeRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_gate_v1_JudgeResponse__Output>): grpc.ClientUnaryCall;
  judge(argument: _assay_gate_v1_JudgeRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_gate_v1_JudgeResponse__Output>): grpc.ClientUnaryCall;
  judge(argument: _assay_gate_v1_JudgeRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_gate_v1_JudgeResponse__Output>): grpc.ClientUnaryCall;
  judge(argument: _assay_gate_v1_JudgeRequest, callback: grpc.requestCallback<_assay_gate_v1_JudgeResponse__Output>): grpc.ClientUnaryCall;
  
}

/**
 * Judges a trade by the caller's own policy. The engine reads the chain; the gate decides.
 */
export interface GateServiceHandlers extends grpc.UntypedServiceImplementation {
  Judge: grpc.handleUnaryCall<_assay_gate_v1_JudgeRequest__Output, _assay_gate_v1_JudgeResponse>;
  
}

export interface GateServiceDefinition extends grpc.ServiceDefinition {
  Judge: MethodDefinition<_assay_gate_v1_JudgeRequest, _assay_gate_v1_JudgeResponse, _assay_gate_v1_JudgeRequest__Output, _assay_gate_v1_JudgeResponse__Output>
}
