// Original file: protos/assay/dashboard/v1/dashboard.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { CreateSignInLinkRequest as _assay_dashboard_v1_CreateSignInLinkRequest, CreateSignInLinkRequest__Output as _assay_dashboard_v1_CreateSignInLinkRequest__Output } from '../../../assay/dashboard/v1/CreateSignInLinkRequest.ts';
import type { CreateSignInLinkResponse as _assay_dashboard_v1_CreateSignInLinkResponse, CreateSignInLinkResponse__Output as _assay_dashboard_v1_CreateSignInLinkResponse__Output } from '../../../assay/dashboard/v1/CreateSignInLinkResponse.ts';
import type { GetDiagnosisRequest as _assay_dashboard_v1_GetDiagnosisRequest, GetDiagnosisRequest__Output as _assay_dashboard_v1_GetDiagnosisRequest__Output } from '../../../assay/dashboard/v1/GetDiagnosisRequest.ts';
import type { GetDiagnosisResponse as _assay_dashboard_v1_GetDiagnosisResponse, GetDiagnosisResponse__Output as _assay_dashboard_v1_GetDiagnosisResponse__Output } from '../../../assay/dashboard/v1/GetDiagnosisResponse.ts';

/**
 * What operators do on the dashboard. Browsers never reach these methods.
 */
export interface DashboardServiceClient extends grpc.Client {
  /**
   * Makes a person the owner of an existing account, and returns a link that signs this person in once. Needs an operator.
   */
  CreateSignInLink(argument: _assay_dashboard_v1_CreateSignInLinkRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_dashboard_v1_CreateSignInLinkResponse__Output>): grpc.ClientUnaryCall;
  CreateSignInLink(argument: _assay_dashboard_v1_CreateSignInLinkRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_dashboard_v1_CreateSignInLinkResponse__Output>): grpc.ClientUnaryCall;
  CreateSignInLink(argument: _assay_dashboard_v1_CreateSignInLinkRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_dashboard_v1_CreateSignInLinkResponse__Output>): grpc.ClientUnaryCall;
  CreateSignInLink(argument: _assay_dashboard_v1_CreateSignInLinkRequest, callback: grpc.requestCallback<_assay_dashboard_v1_CreateSignInLinkResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Makes a person the owner of an existing account, and returns a link that signs this person in once. Needs an operator.
   */
  createSignInLink(argument: _assay_dashboard_v1_CreateSignInLinkRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_dashboard_v1_CreateSignInLinkResponse__Output>): grpc.ClientUnaryCall;
  createSignInLink(argument: _assay_dashboard_v1_CreateSignInLinkRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_dashboard_v1_CreateSignInLinkResponse__Output>): grpc.ClientUnaryCall;
  createSignInLink(argument: _assay_dashboard_v1_CreateSignInLinkRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_dashboard_v1_CreateSignInLinkResponse__Output>): grpc.ClientUnaryCall;
  createSignInLink(argument: _assay_dashboard_v1_CreateSignInLinkRequest, callback: grpc.requestCallback<_assay_dashboard_v1_CreateSignInLinkResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Checks what this service depends on. An operator method.
   */
  GetDiagnosis(argument: _assay_dashboard_v1_GetDiagnosisRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_dashboard_v1_GetDiagnosisResponse__Output>): grpc.ClientUnaryCall;
  GetDiagnosis(argument: _assay_dashboard_v1_GetDiagnosisRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_dashboard_v1_GetDiagnosisResponse__Output>): grpc.ClientUnaryCall;
  GetDiagnosis(argument: _assay_dashboard_v1_GetDiagnosisRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_dashboard_v1_GetDiagnosisResponse__Output>): grpc.ClientUnaryCall;
  GetDiagnosis(argument: _assay_dashboard_v1_GetDiagnosisRequest, callback: grpc.requestCallback<_assay_dashboard_v1_GetDiagnosisResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Checks what this service depends on. An operator method.
   */
  getDiagnosis(argument: _assay_dashboard_v1_GetDiagnosisRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_dashboard_v1_GetDiagnosisResponse__Output>): grpc.ClientUnaryCall;
  getDiagnosis(argument: _assay_dashboard_v1_GetDiagnosisRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_dashboard_v1_GetDiagnosisResponse__Output>): grpc.ClientUnaryCall;
  getDiagnosis(argument: _assay_dashboard_v1_GetDiagnosisRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_dashboard_v1_GetDiagnosisResponse__Output>): grpc.ClientUnaryCall;
  getDiagnosis(argument: _assay_dashboard_v1_GetDiagnosisRequest, callback: grpc.requestCallback<_assay_dashboard_v1_GetDiagnosisResponse__Output>): grpc.ClientUnaryCall;
  
}

/**
 * What operators do on the dashboard. Browsers never reach these methods.
 */
export interface DashboardServiceHandlers extends grpc.UntypedServiceImplementation {
  /**
   * Makes a person the owner of an existing account, and returns a link that signs this person in once. Needs an operator.
   */
  CreateSignInLink: grpc.handleUnaryCall<_assay_dashboard_v1_CreateSignInLinkRequest__Output, _assay_dashboard_v1_CreateSignInLinkResponse>;
  
  /**
   * Checks what this service depends on. An operator method.
   */
  GetDiagnosis: grpc.handleUnaryCall<_assay_dashboard_v1_GetDiagnosisRequest__Output, _assay_dashboard_v1_GetDiagnosisResponse>;
  
}

export interface DashboardServiceDefinition extends grpc.ServiceDefinition {
  CreateSignInLink: MethodDefinition<_assay_dashboard_v1_CreateSignInLinkRequest, _assay_dashboard_v1_CreateSignInLinkResponse, _assay_dashboard_v1_CreateSignInLinkRequest__Output, _assay_dashboard_v1_CreateSignInLinkResponse__Output>
  GetDiagnosis: MethodDefinition<_assay_dashboard_v1_GetDiagnosisRequest, _assay_dashboard_v1_GetDiagnosisResponse, _assay_dashboard_v1_GetDiagnosisRequest__Output, _assay_dashboard_v1_GetDiagnosisResponse__Output>
}
