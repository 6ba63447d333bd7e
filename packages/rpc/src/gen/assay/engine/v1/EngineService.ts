// Original file: protos/assay/engine/v1/engine.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { DescribeIndependenceRequest as _assay_engine_v1_DescribeIndependenceRequest, DescribeIndependenceRequest__Output as _assay_engine_v1_DescribeIndependenceRequest__Output } from '../../../assay/engine/v1/DescribeIndependenceRequest.ts';
import type { DescribeIndependenceResponse as _assay_engine_v1_DescribeIndependenceResponse, DescribeIndependenceResponse__Output as _assay_engine_v1_DescribeIndependenceResponse__Output } from '../../../assay/engine/v1/DescribeIndependenceResponse.ts';
import type { GetAccountDecisionsRequest as _assay_engine_v1_GetAccountDecisionsRequest, GetAccountDecisionsRequest__Output as _assay_engine_v1_GetAccountDecisionsRequest__Output } from '../../../assay/engine/v1/GetAccountDecisionsRequest.ts';
import type { GetAccountDecisionsResponse as _assay_engine_v1_GetAccountDecisionsResponse, GetAccountDecisionsResponse__Output as _assay_engine_v1_GetAccountDecisionsResponse__Output } from '../../../assay/engine/v1/GetAccountDecisionsResponse.ts';
import type { GetDecisionRequest as _assay_engine_v1_GetDecisionRequest, GetDecisionRequest__Output as _assay_engine_v1_GetDecisionRequest__Output } from '../../../assay/engine/v1/GetDecisionRequest.ts';
import type { GetDecisionResponse as _assay_engine_v1_GetDecisionResponse, GetDecisionResponse__Output as _assay_engine_v1_GetDecisionResponse__Output } from '../../../assay/engine/v1/GetDecisionResponse.ts';
import type { GetDiagnosisRequest as _assay_engine_v1_GetDiagnosisRequest, GetDiagnosisRequest__Output as _assay_engine_v1_GetDiagnosisRequest__Output } from '../../../assay/engine/v1/GetDiagnosisRequest.ts';
import type { GetDiagnosisResponse as _assay_engine_v1_GetDiagnosisResponse, GetDiagnosisResponse__Output as _assay_engine_v1_GetDiagnosisResponse__Output } from '../../../assay/engine/v1/GetDiagnosisResponse.ts';
import type { GetIndependenceRequest as _assay_engine_v1_GetIndependenceRequest, GetIndependenceRequest__Output as _assay_engine_v1_GetIndependenceRequest__Output } from '../../../assay/engine/v1/GetIndependenceRequest.ts';
import type { GetIndependenceResponse as _assay_engine_v1_GetIndependenceResponse, GetIndependenceResponse__Output as _assay_engine_v1_GetIndependenceResponse__Output } from '../../../assay/engine/v1/GetIndependenceResponse.ts';
import type { ListDecisionsRequest as _assay_engine_v1_ListDecisionsRequest, ListDecisionsRequest__Output as _assay_engine_v1_ListDecisionsRequest__Output } from '../../../assay/engine/v1/ListDecisionsRequest.ts';
import type { ListDecisionsResponse as _assay_engine_v1_ListDecisionsResponse, ListDecisionsResponse__Output as _assay_engine_v1_ListDecisionsResponse__Output } from '../../../assay/engine/v1/ListDecisionsResponse.ts';
import type { ListPairEvidenceRequest as _assay_engine_v1_ListPairEvidenceRequest, ListPairEvidenceRequest__Output as _assay_engine_v1_ListPairEvidenceRequest__Output } from '../../../assay/engine/v1/ListPairEvidenceRequest.ts';
import type { ListPairEvidenceResponse as _assay_engine_v1_ListPairEvidenceResponse, ListPairEvidenceResponse__Output as _assay_engine_v1_ListPairEvidenceResponse__Output } from '../../../assay/engine/v1/ListPairEvidenceResponse.ts';
import type { ListTypesRequest as _assay_engine_v1_ListTypesRequest, ListTypesRequest__Output as _assay_engine_v1_ListTypesRequest__Output } from '../../../assay/engine/v1/ListTypesRequest.ts';
import type { ListTypesResponse as _assay_engine_v1_ListTypesResponse, ListTypesResponse__Output as _assay_engine_v1_ListTypesResponse__Output } from '../../../assay/engine/v1/ListTypesResponse.ts';
import type { RecordGateRequest as _assay_engine_v1_RecordGateRequest, RecordGateRequest__Output as _assay_engine_v1_RecordGateRequest__Output } from '../../../assay/engine/v1/RecordGateRequest.ts';
import type { RecordGateResponse as _assay_engine_v1_RecordGateResponse, RecordGateResponse__Output as _assay_engine_v1_RecordGateResponse__Output } from '../../../assay/engine/v1/RecordGateResponse.ts';
import type { RecordUnresolvedRequest as _assay_engine_v1_RecordUnresolvedRequest, RecordUnresolvedRequest__Output as _assay_engine_v1_RecordUnresolvedRequest__Output } from '../../../assay/engine/v1/RecordUnresolvedRequest.ts';
import type { RecordUnresolvedResponse as _assay_engine_v1_RecordUnresolvedResponse, RecordUnresolvedResponse__Output as _assay_engine_v1_RecordUnresolvedResponse__Output } from '../../../assay/engine/v1/RecordUnresolvedResponse.ts';
import type { VerifyRequest as _assay_engine_v1_VerifyRequest, VerifyRequest__Output as _assay_engine_v1_VerifyRequest__Output } from '../../../assay/engine/v1/VerifyRequest.ts';
import type { VerifyResponse as _assay_engine_v1_VerifyResponse, VerifyResponse__Output as _assay_engine_v1_VerifyResponse__Output } from '../../../assay/engine/v1/VerifyResponse.ts';
import type { VerifySwapRequest as _assay_engine_v1_VerifySwapRequest, VerifySwapRequest__Output as _assay_engine_v1_VerifySwapRequest__Output } from '../../../assay/engine/v1/VerifySwapRequest.ts';
import type { VerifySwapResponse as _assay_engine_v1_VerifySwapResponse, VerifySwapResponse__Output as _assay_engine_v1_VerifySwapResponse__Output } from '../../../assay/engine/v1/VerifySwapResponse.ts';

/**
 * The verification engine. It asks sources, compares their answers, assigns a level or refuses, and stores every
 * decision.
 */
export interface EngineServiceClient extends grpc.Client {
  /**
   * Returns the measured independence of providers, with the evidence.
   */
  DescribeIndependence(argument: _assay_engine_v1_DescribeIndependenceRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_engine_v1_DescribeIndependenceResponse__Output>): grpc.ClientUnaryCall;
  DescribeIndependence(argument: _assay_engine_v1_DescribeIndependenceRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_engine_v1_DescribeIndependenceResponse__Output>): grpc.ClientUnaryCall;
  DescribeIndependence(argument: _assay_engine_v1_DescribeIndependenceRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_engine_v1_DescribeIndependenceResponse__Output>): grpc.ClientUnaryCall;
  DescribeIndependence(argument: _assay_engine_v1_DescribeIndependenceRequest, callback: grpc.requestCallback<_assay_engine_v1_DescribeIndependenceResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Returns the measured independence of providers, with the evidence.
   */
  describeIndependence(argument: _assay_engine_v1_DescribeIndependenceRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_engine_v1_DescribeIndependenceResponse__Output>): grpc.ClientUnaryCall;
  describeIndependence(argument: _assay_engine_v1_DescribeIndependenceRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_engine_v1_DescribeIndependenceResponse__Output>): grpc.ClientUnaryCall;
  describeIndependence(argument: _assay_engine_v1_DescribeIndependenceRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_engine_v1_DescribeIndependenceResponse__Output>): grpc.ClientUnaryCall;
  describeIndependence(argument: _assay_engine_v1_DescribeIndependenceRequest, callback: grpc.requestCallback<_assay_engine_v1_DescribeIndependenceResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Returns the decisions of a trace id that belong to one account, in the order of deciding.
   */
  GetAccountDecisions(argument: _assay_engine_v1_GetAccountDecisionsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_engine_v1_GetAccountDecisionsResponse__Output>): grpc.ClientUnaryCall;
  GetAccountDecisions(argument: _assay_engine_v1_GetAccountDecisionsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_engine_v1_GetAccountDecisionsResponse__Output>): grpc.ClientUnaryCall;
  GetAccountDecisions(argument: _assay_engine_v1_GetAccountDecisionsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_engine_v1_GetAccountDecisionsResponse__Output>): grpc.ClientUnaryCall;
  GetAccountDecisions(argument: _assay_engine_v1_GetAccountDecisionsRequest, callback: grpc.requestCallback<_assay_engine_v1_GetAccountDecisionsResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Returns the decisions of a trace id that belong to one account, in the order of deciding.
   */
  getAccountDecisions(argument: _assay_engine_v1_GetAccountDecisionsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_engine_v1_GetAccountDecisionsResponse__Output>): grpc.ClientUnaryCall;
  getAccountDecisions(argument: _assay_engine_v1_GetAccountDecisionsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_engine_v1_GetAccountDecisionsResponse__Output>): grpc.ClientUnaryCall;
  getAccountDecisions(argument: _assay_engine_v1_GetAccountDecisionsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_engine_v1_GetAccountDecisionsResponse__Output>): grpc.ClientUnaryCall;
  getAccountDecisions(argument: _assay_engine_v1_GetAccountDecisionsRequest, callback: grpc.requestCallback<_assay_engine_v1_GetAccountDecisionsResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Returns the last decision of a trace id and the decisions before it.
   */
  GetDecision(argument: _assay_engine_v1_GetDecisionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_engine_v1_GetDecisionResponse__Output>): grpc.ClientUnaryCall;
  GetDecision(argument: _assay_engine_v1_GetDecisionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_engine_v1_GetDecisionResponse__Output>): grpc.ClientUnaryCall;
  GetDecision(argument: _assay_engine_v1_GetDecisionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_engine_v1_GetDecisionResponse__Output>): grpc.ClientUnaryCall;
  GetDecision(argument: _assay_engine_v1_GetDecisionRequest, callback: grpc.requestCallback<_assay_engine_v1_GetDecisionResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Returns the last decision of a trace id and the decisions before it.
   */
  getDecision(argument: _assay_engine_v1_GetDecisionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_engine_v1_GetDecisionResponse__Output>): grpc.ClientUnaryCall;
  getDecision(argument: _assay_engine_v1_GetDecisionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_engine_v1_GetDecisionResponse__Output>): grpc.ClientUnaryCall;
  getDecision(argument: _assay_engine_v1_GetDecisionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_engine_v1_GetDecisionResponse__Output>): grpc.ClientUnaryCall;
  getDecision(argument: _assay_engine_v1_GetDecisionRequest, callback: grpc.requestCallback<_assay_engine_v1_GetDecisionResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Asks every provider, stream and node once, outside any account, and says what the engine can serve. An operator method.
   */
  GetDiagnosis(argument: _assay_engine_v1_GetDiagnosisRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_engine_v1_GetDiagnosisResponse__Output>): grpc.ClientUnaryCall;
  GetDiagnosis(argument: _assay_engine_v1_GetDiagnosisRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_engine_v1_GetDiagnosisResponse__Output>): grpc.ClientUnaryCall;
  GetDiagnosis(argument: _assay_engine_v1_GetDiagnosisRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_engine_v1_GetDiagnosisResponse__Output>): grpc.ClientUnaryCall;
  GetDiagnosis(argument: _assay_engine_v1_GetDiagnosisRequest, callback: grpc.requestCallback<_assay_engine_v1_GetDiagnosisResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Asks every provider, stream and node once, outside any account, and says what the engine can serve. An operator method.
   */
  getDiagnosis(argument: _assay_engine_v1_GetDiagnosisRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_engine_v1_GetDiagnosisResponse__Output>): grpc.ClientUnaryCall;
  getDiagnosis(argument: _assay_engine_v1_GetDiagnosisRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_engine_v1_GetDiagnosisResponse__Output>): grpc.ClientUnaryCall;
  getDiagnosis(argument: _assay_engine_v1_GetDiagnosisRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_engine_v1_GetDiagnosisResponse__Output>): grpc.ClientUnaryCall;
  getDiagnosis(argument: _assay_engine_v1_GetDiagnosisRequest, callback: grpc.requestCallback<_assay_engine_v1_GetDiagnosisResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Returns the measured independence of providers, with the evidence.
   */
  GetIndependence(argument: _assay_engine_v1_GetIndependenceRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_engine_v1_GetIndependenceResponse__Output>): grpc.ClientUnaryCall;
  GetIndependence(argument: _assay_engine_v1_GetIndependenceRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_engine_v1_GetIndependenceResponse__Output>): grpc.ClientUnaryCall;
  GetIndependence(argument: _assay_engine_v1_GetIndependenceRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_engine_v1_GetIndependenceResponse__Output>): grpc.ClientUnaryCall;
  GetIndependence(argument: _assay_engine_v1_GetIndependenceRequest, callback: grpc.requestCallback<_assay_engine_v1_GetIndependenceResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Returns the measured independence of providers, with the evidence.
   */
  getIndependence(argument: _assay_engine_v1_GetIndependenceRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_engine_v1_GetIndependenceResponse__Output>): grpc.ClientUnaryCall;
  getIndependence(argument: _assay_engine_v1_GetIndependenceRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_engine_v1_GetIndependenceResponse__Output>): grpc.ClientUnaryCall;
  getIndependence(argument: _assay_engine_v1_GetIndependenceRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_engine_v1_GetIndependenceResponse__Output>): grpc.ClientUnaryCall;
  getIndependence(argument: _assay_engine_v1_GetIndependenceRequest, callback: grpc.requestCallback<_assay_engine_v1_GetIndependenceResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Returns the decisions of an account, newest first, in pages.
   */
  ListDecisions(argument: _assay_engine_v1_ListDecisionsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_engine_v1_ListDecisionsResponse__Output>): grpc.ClientUnaryCall;
  ListDecisions(argument: _assay_engine_v1_ListDecisionsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_engine_v1_ListDecisionsResponse__Output>): grpc.ClientUnaryCall;
  ListDecisions(argument: _assay_engine_v1_ListDecisionsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_engine_v1_ListDecisionsResponse__Output>): grpc.ClientUnaryCall;
  ListDecisions(argument: _assay_engine_v1_ListDecisionsRequest, callback: grpc.requestCallback<_assay_engine_v1_ListDecisionsResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Returns the decisions of an account, newest first, in pages.
   */
  listDecisions(argument: _assay_engine_v1_ListDecisionsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_engine_v1_ListDecisionsResponse__Output>): grpc.ClientUnaryCall;
  listDecisions(argument: _assay_engine_v1_ListDecisionsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_engine_v1_ListDecisionsResponse__Output>): grpc.ClientUnaryCall;
  listDecisions(argument: _assay_engine_v1_ListDecisionsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_engine_v1_ListDecisionsResponse__Output>): grpc.ClientUnaryCall;
  listDecisions(argument: _assay_engine_v1_ListDecisionsRequest, callback: grpc.requestCallback<_assay_engine_v1_ListDecisionsResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Returns the stored history of the evidence on one pair of providers for one measured key, oldest first.
   */
  ListPairEvidence(argument: _assay_engine_v1_ListPairEvidenceRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_engine_v1_ListPairEvidenceResponse__Output>): grpc.ClientUnaryCall;
  ListPairEvidence(argument: _assay_engine_v1_ListPairEvidenceRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_engine_v1_ListPairEvidenceResponse__Output>): grpc.ClientUnaryCall;
  ListPairEvidence(argument: _assay_engine_v1_ListPairEvidenceRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_engine_v1_ListPairEvidenceResponse__Output>): grpc.ClientUnaryCall;
  ListPairEvidence(argument: _assay_engine_v1_ListPairEvidenceRequest, callback: grpc.requestCallback<_assay_engine_v1_ListPairEvidenceResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Returns the stored history of the evidence on one pair of providers for one measured key, oldest first.
   */
  listPairEvidence(argument: _assay_engine_v1_ListPairEvidenceRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_engine_v1_ListPairEvidenceResponse__Output>): grpc.ClientUnaryCall;
  listPairEvidence(argument: _assay_engine_v1_ListPairEvidenceRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_engine_v1_ListPairEvidenceResponse__Output>): grpc.ClientUnaryCall;
  listPairEvidence(argument: _assay_engine_v1_ListPairEvidenceRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_engine_v1_ListPairEvidenceResponse__Output>): grpc.ClientUnaryCall;
  listPairEvidence(argument: _assay_engine_v1_ListPairEvidenceRequest, callback: grpc.requestCallback<_assay_engine_v1_ListPairEvidenceResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Returns the live catalog: the types that can be served now, their highest level and the reason for that limit.
   */
  ListTypes(argument: _assay_engine_v1_ListTypesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_engine_v1_ListTypesResponse__Output>): grpc.ClientUnaryCall;
  ListTypes(argument: _assay_engine_v1_ListTypesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_engine_v1_ListTypesResponse__Output>): grpc.ClientUnaryCall;
  ListTypes(argument: _assay_engine_v1_ListTypesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_engine_v1_ListTypesResponse__Output>): grpc.ClientUnaryCall;
  ListTypes(argument: _assay_engine_v1_ListTypesRequest, callback: grpc.requestCallback<_assay_engine_v1_ListTypesResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Returns the live catalog: the types that can be served now, their highest level and the reason for that limit.
   */
  listTypes(argument: _assay_engine_v1_ListTypesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_engine_v1_ListTypesResponse__Output>): grpc.ClientUnaryCall;
  listTypes(argument: _assay_engine_v1_ListTypesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_engine_v1_ListTypesResponse__Output>): grpc.ClientUnaryCall;
  listTypes(argument: _assay_engine_v1_ListTypesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_engine_v1_ListTypesResponse__Output>): grpc.ClientUnaryCall;
  listTypes(argument: _assay_engine_v1_ListTypesRequest, callback: grpc.requestCallback<_assay_engine_v1_ListTypesResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Stores a gate decision together with the decisions of its two parts.
   */
  RecordGate(argument: _assay_engine_v1_RecordGateRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_engine_v1_RecordGateResponse__Output>): grpc.ClientUnaryCall;
  RecordGate(argument: _assay_engine_v1_RecordGateRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_engine_v1_RecordGateResponse__Output>): grpc.ClientUnaryCall;
  RecordGate(argument: _assay_engine_v1_RecordGateRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_engine_v1_RecordGateResponse__Output>): grpc.ClientUnaryCall;
  RecordGate(argument: _assay_engine_v1_RecordGateRequest, callback: grpc.requestCallback<_assay_engine_v1_RecordGateResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Stores a gate decision together with the decisions of its two parts.
   */
  recordGate(argument: _assay_engine_v1_RecordGateRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_engine_v1_RecordGateResponse__Output>): grpc.ClientUnaryCall;
  recordGate(argument: _assay_engine_v1_RecordGateRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_engine_v1_RecordGateResponse__Output>): grpc.ClientUnaryCall;
  recordGate(argument: _assay_engine_v1_RecordGateRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_engine_v1_RecordGateResponse__Output>): grpc.ClientUnaryCall;
  recordGate(argument: _assay_engine_v1_RecordGateRequest, callback: grpc.requestCallback<_assay_engine_v1_RecordGateResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Records the decision of a question that no type matched, so that its trace id can be looked up.
   */
  RecordUnresolved(argument: _assay_engine_v1_RecordUnresolvedRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_engine_v1_RecordUnresolvedResponse__Output>): grpc.ClientUnaryCall;
  RecordUnresolved(argument: _assay_engine_v1_RecordUnresolvedRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_engine_v1_RecordUnresolvedResponse__Output>): grpc.ClientUnaryCall;
  RecordUnresolved(argument: _assay_engine_v1_RecordUnresolvedRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_engine_v1_RecordUnresolvedResponse__Output>): grpc.ClientUnaryCall;
  RecordUnresolved(argument: _assay_engine_v1_RecordUnresolvedRequest, callback: grpc.requestCallback<_assay_engine_v1_RecordUnresolvedResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Records the decision of a question that no type matched, so that its trace id can be looked up.
   */
  recordUnresolved(argument: _assay_engine_v1_RecordUnresolvedRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_engine_v1_RecordUnresolvedResponse__Output>): grpc.ClientUnaryCall;
  recordUnresolved(argument: _assay_engine_v1_RecordUnresolvedRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_engine_v1_RecordUnresolvedResponse__Output>): grpc.ClientUnaryCall;
  recordUnresolved(argument: _assay_engine_v1_RecordUnresolvedRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_engine_v1_RecordUnresolvedResponse__Output>): grpc.ClientUnaryCall;
  recordUnresolved(argument: _assay_engine_v1_RecordUnresolvedRequest, callback: grpc.requestCallback<_assay_engine_v1_RecordUnresolvedResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Answers one question. Outcomes are fields of the response; an error means that the engine itself failed.
   */
  Verify(argument: _assay_engine_v1_VerifyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_engine_v1_VerifyResponse__Output>): grpc.ClientUnaryCall;
  Verify(argument: _assay_engine_v1_VerifyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_engine_v1_VerifyResponse__Output>): grpc.ClientUnaryCall;
  Verify(argument: _assay_engine_v1_VerifyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_engine_v1_VerifyResponse__Output>): grpc.ClientUnaryCall;
  Verify(argument: _assay_engine_v1_VerifyRequest, callback: grpc.requestCallback<_assay_engine_v1_VerifyResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Answers one question. Outcomes are fields of the response; an error means that the engine itself failed.
   */
  verify(argument: _assay_engine_v1_VerifyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_engine_v1_VerifyResponse__Output>): grpc.ClientUnaryCall;
  verify(argument: _assay_engine_v1_VerifyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_engine_v1_VerifyResponse__Output>): grpc.ClientUnaryCall;
  verify(argument: _assay_engine_v1_VerifyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_engine_v1_VerifyResponse__Output>): grpc.ClientUnaryCall;
  verify(argument: _assay_engine_v1_VerifyRequest, callback: grpc.requestCallback<_assay_engine_v1_VerifyResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Answers a swap quote and the risk of the token that the swap pays out, from the same node snapshots. Both parts are
   * decisions under one trace id. RecordGate stores them.
   */
  VerifySwap(argument: _assay_engine_v1_VerifySwapRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_engine_v1_VerifySwapResponse__Output>): grpc.ClientUnaryCall;
  VerifySwap(argument: _assay_engine_v1_VerifySwapRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_engine_v1_VerifySwapResponse__Output>): grpc.ClientUnaryCall;
  VerifySwap(argument: _assay_engine_v1_VerifySwapRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_engine_v1_VerifySwapResponse__Output>): grpc.ClientUnaryCall;
  VerifySwap(argument: _assay_engine_v1_VerifySwapRequest, callback: grpc.requestCallback<_assay_engine_v1_VerifySwapResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Answers a swap quote and the risk of the token that the swap pays out, from the same node snapshots. Both parts are
   * decisions under one trace id. RecordGate stores them.
   */
  verifySwap(argument: _assay_engine_v1_VerifySwapRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_engine_v1_VerifySwapResponse__Output>): grpc.ClientUnaryCall;
  verifySwap(argument: _assay_engine_v1_VerifySwapRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_engine_v1_VerifySwapResponse__Output>): grpc.ClientUnaryCall;
  verifySwap(argument: _assay_engine_v1_VerifySwapRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_engine_v1_VerifySwapResponse__Output>): grpc.ClientUnaryCall;
  verifySwap(argument: _assay_engine_v1_VerifySwapRequest, callback: grpc.requestCallback<_assay_engine_v1_VerifySwapResponse__Output>): grpc.ClientUnaryCall;
  
}

/**
 * The verification engine. It asks sources, compares their answers, assigns a level or refuses, and stores every
 * decision.
 */
export interface EngineServiceHandlers extends grpc.UntypedServiceImplementation {
  /**
   * Returns the measured independence of providers, with the evidence.
   */
  DescribeIndependence: grpc.handleUnaryCall<_assay_engine_v1_DescribeIndependenceRequest__Output, _assay_engine_v1_DescribeIndependenceResponse>;
  
  /**
   * Returns the decisions of a trace id that belong to one account, in the order of deciding.
   */
  GetAccountDecisions: grpc.handleUnaryCall<_assay_engine_v1_GetAccountDecisionsRequest__Output, _assay_engine_v1_GetAccountDecisionsResponse>;
  
  /**
   * Returns the last decision of a trace id and the decisions before it.
   */
  GetDecision: grpc.handleUnaryCall<_assay_engine_v1_GetDecisionRequest__Output, _assay_engine_v1_GetDecisionResponse>;
  
  /**
   * Asks every provider, stream and node once, outside any account, and says what the engine can serve. An operator method.
   */
  GetDiagnosis: grpc.handleUnaryCall<_assay_engine_v1_GetDiagnosisRequest__Output, _assay_engine_v1_GetDiagnosisResponse>;
  
  /**
   * Returns the measured independence of providers, with the evidence.
   */
  GetIndependence: grpc.handleUnaryCall<_assay_engine_v1_GetIndependenceRequest__Output, _assay_engine_v1_GetIndependenceResponse>;
  
  /**
   * Returns the decisions of an account, newest first, in pages.
   */
  ListDecisions: grpc.handleUnaryCall<_assay_engine_v1_ListDecisionsRequest__Output, _assay_engine_v1_ListDecisionsResponse>;
  
  /**
   * Returns the stored history of the evidence on one pair of providers for one measured key, oldest first.
   */
  ListPairEvidence: grpc.handleUnaryCall<_assay_engine_v1_ListPairEvidenceRequest__Output, _assay_engine_v1_ListPairEvidenceResponse>;
  
  /**
   * Returns the live catalog: the types that can be served now, their highest level and the reason for that limit.
   */
  ListTypes: grpc.handleUnaryCall<_assay_engine_v1_ListTypesRequest__Output, _assay_engine_v1_ListTypesResponse>;
  
  /**
   * Stores a gate decision together with the decisions of its two parts.
   */
  RecordGate: grpc.handleUnaryCall<_assay_engine_v1_RecordGateRequest__Output, _assay_engine_v1_RecordGateResponse>;
  
  /**
   * Records the decision of a question that no type matched, so that its trace id can be looked up.
   */
  RecordUnresolved: grpc.handleUnaryCall<_assay_engine_v1_RecordUnresolvedRequest__Output, _assay_engine_v1_RecordUnresolvedResponse>;
  
  /**
   * Answers one question. Outcomes are fields of the response; an error means that the engine itself failed.
   */
  Verify: grpc.handleUnaryCall<_assay_engine_v1_VerifyRequest__Output, _assay_engine_v1_VerifyResponse>;
  
  /**
   * Answers a swap quote and the risk of the token that the swap pays out, from the same node snapshots. Both parts are
   * decisions under one trace id. RecordGate stores them.
   */
  VerifySwap: grpc.handleUnaryCall<_assay_engine_v1_VerifySwapRequest__Output, _assay_engine_v1_VerifySwapResponse>;
  
}

export interface EngineServiceDefinition extends grpc.ServiceDefinition {
  DescribeIndependence: MethodDefinition<_assay_engine_v1_DescribeIndependenceRequest, _assay_engine_v1_DescribeIndependenceResponse, _assay_engine_v1_DescribeIndependenceRequest__Output, _assay_engine_v1_DescribeIndependenceResponse__Output>
  GetAccountDecisions: MethodDefinition<_assay_engine_v1_GetAccountDecisionsRequest, _assay_engine_v1_GetAccountDecisionsResponse, _assay_engine_v1_GetAccountDecisionsRequest__Output, _assay_engine_v1_GetAccountDecisionsResponse__Output>
  GetDecision: MethodDefinition<_assay_engine_v1_GetDecisionRequest, _assay_engine_v1_GetDecisionResponse, _assay_engine_v1_GetDecisionRequest__Output, _assay_engine_v1_GetDecisionResponse__Output>
  GetDiagnosis: MethodDefinition<_assay_engine_v1_GetDiagnosisRequest, _assay_engine_v1_GetDiagnosisResponse, _assay_engine_v1_GetDiagnosisRequest__Output, _assay_engine_v1_GetDiagnosisResponse__Output>
  GetIndependence: MethodDefinition<_assay_engine_v1_GetIndependenceRequest, _assay_engine_v1_GetIndependenceResponse, _assay_engine_v1_GetIndependenceRequest__Output, _assay_engine_v1_GetIndependenceResponse__Output>
  ListDecisions: MethodDefinition<_assay_engine_v1_ListDecisionsRequest, _assay_engine_v1_ListDecisionsResponse, _assay_engine_v1_ListDecisionsRequest__Output, _assay_engine_v1_ListDecisionsResponse__Output>
  ListPairEvidence: MethodDefinition<_assay_engine_v1_ListPairEvidenceRequest, _assay_engine_v1_ListPairEvidenceResponse, _assay_engine_v1_ListPairEvidenceRequest__Output, _assay_engine_v1_ListPairEvidenceResponse__Output>
  ListTypes: MethodDefinition<_assay_engine_v1_ListTypesRequest, _assay_engine_v1_ListTypesResponse, _assay_engine_v1_ListTypesRequest__Output, _assay_engine_v1_ListTypesResponse__Output>
  RecordGate: MethodDefinition<_assay_engine_v1_RecordGateRequest, _assay_engine_v1_RecordGateResponse, _assay_engine_v1_RecordGateRequest__Output, _assay_engine_v1_RecordGateResponse__Output>
  RecordUnresolved: MethodDefinition<_assay_engine_v1_RecordUnresolvedRequest, _assay_engine_v1_RecordUnresolvedResponse, _assay_engine_v1_RecordUnresolvedRequest__Output, _assay_engine_v1_RecordUnresolvedResponse__Output>
  Verify: MethodDefinition<_assay_engine_v1_VerifyRequest, _assay_engine_v1_VerifyResponse, _assay_engine_v1_VerifyRequest__Output, _assay_engine_v1_VerifyResponse__Output>
  VerifySwap: MethodDefinition<_assay_engine_v1_VerifySwapRequest, _assay_engine_v1_VerifySwapResponse, _assay_engine_v1_VerifySwapRequest__Output, _assay_engine_v1_VerifySwapResponse__Output>
}
