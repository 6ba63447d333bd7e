// Original file: protos/assay/billing/v1/billing.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { AddCreditsRequest as _assay_billing_v1_AddCreditsRequest, AddCreditsRequest__Output as _assay_billing_v1_AddCreditsRequest__Output } from '../../../assay/billing/v1/AddCreditsRequest.ts';
import type { AddCreditsResponse as _assay_billing_v1_AddCreditsResponse, AddCreditsResponse__Output as _assay_billing_v1_AddCreditsResponse__Output } from '../../../assay/billing/v1/AddCreditsResponse.ts';
import type { AdmitRequest as _assay_billing_v1_AdmitRequest, AdmitRequest__Output as _assay_billing_v1_AdmitRequest__Output } from '../../../assay/billing/v1/AdmitRequest.ts';
import type { AdmitResponse as _assay_billing_v1_AdmitResponse, AdmitResponse__Output as _assay_billing_v1_AdmitResponse__Output } from '../../../assay/billing/v1/AdmitResponse.ts';
import type { BeginIdempotentCallRequest as _assay_billing_v1_BeginIdempotentCallRequest, BeginIdempotentCallRequest__Output as _assay_billing_v1_BeginIdempotentCallRequest__Output } from '../../../assay/billing/v1/BeginIdempotentCallRequest.ts';
import type { BeginIdempotentCallResponse as _assay_billing_v1_BeginIdempotentCallResponse, BeginIdempotentCallResponse__Output as _assay_billing_v1_BeginIdempotentCallResponse__Output } from '../../../assay/billing/v1/BeginIdempotentCallResponse.ts';
import type { ConfirmRequest as _assay_billing_v1_ConfirmRequest, ConfirmRequest__Output as _assay_billing_v1_ConfirmRequest__Output } from '../../../assay/billing/v1/ConfirmRequest.ts';
import type { ConfirmResponse as _assay_billing_v1_ConfirmResponse, ConfirmResponse__Output as _assay_billing_v1_ConfirmResponse__Output } from '../../../assay/billing/v1/ConfirmResponse.ts';
import type { CreateAccountKeyRequest as _assay_billing_v1_CreateAccountKeyRequest, CreateAccountKeyRequest__Output as _assay_billing_v1_CreateAccountKeyRequest__Output } from '../../../assay/billing/v1/CreateAccountKeyRequest.ts';
import type { CreateAccountKeyResponse as _assay_billing_v1_CreateAccountKeyResponse, CreateAccountKeyResponse__Output as _assay_billing_v1_CreateAccountKeyResponse__Output } from '../../../assay/billing/v1/CreateAccountKeyResponse.ts';
import type { CreateAccountRequest as _assay_billing_v1_CreateAccountRequest, CreateAccountRequest__Output as _assay_billing_v1_CreateAccountRequest__Output } from '../../../assay/billing/v1/CreateAccountRequest.ts';
import type { CreateAccountResponse as _assay_billing_v1_CreateAccountResponse, CreateAccountResponse__Output as _assay_billing_v1_CreateAccountResponse__Output } from '../../../assay/billing/v1/CreateAccountResponse.ts';
import type { CreateKeyRequest as _assay_billing_v1_CreateKeyRequest, CreateKeyRequest__Output as _assay_billing_v1_CreateKeyRequest__Output } from '../../../assay/billing/v1/CreateKeyRequest.ts';
import type { CreateKeyResponse as _assay_billing_v1_CreateKeyResponse, CreateKeyResponse__Output as _assay_billing_v1_CreateKeyResponse__Output } from '../../../assay/billing/v1/CreateKeyResponse.ts';
import type { CreateOperatorRequest as _assay_billing_v1_CreateOperatorRequest, CreateOperatorRequest__Output as _assay_billing_v1_CreateOperatorRequest__Output } from '../../../assay/billing/v1/CreateOperatorRequest.ts';
import type { CreateOperatorResponse as _assay_billing_v1_CreateOperatorResponse, CreateOperatorResponse__Output as _assay_billing_v1_CreateOperatorResponse__Output } from '../../../assay/billing/v1/CreateOperatorResponse.ts';
import type { FindOperatorRequest as _assay_billing_v1_FindOperatorRequest, FindOperatorRequest__Output as _assay_billing_v1_FindOperatorRequest__Output } from '../../../assay/billing/v1/FindOperatorRequest.ts';
import type { FindOperatorResponse as _assay_billing_v1_FindOperatorResponse, FindOperatorResponse__Output as _assay_billing_v1_FindOperatorResponse__Output } from '../../../assay/billing/v1/FindOperatorResponse.ts';
import type { FinishIdempotentCallRequest as _assay_billing_v1_FinishIdempotentCallRequest, FinishIdempotentCallRequest__Output as _assay_billing_v1_FinishIdempotentCallRequest__Output } from '../../../assay/billing/v1/FinishIdempotentCallRequest.ts';
import type { FinishIdempotentCallResponse as _assay_billing_v1_FinishIdempotentCallResponse, FinishIdempotentCallResponse__Output as _assay_billing_v1_FinishIdempotentCallResponse__Output } from '../../../assay/billing/v1/FinishIdempotentCallResponse.ts';
import type { GetAccountChargesRequest as _assay_billing_v1_GetAccountChargesRequest, GetAccountChargesRequest__Output as _assay_billing_v1_GetAccountChargesRequest__Output } from '../../../assay/billing/v1/GetAccountChargesRequest.ts';
import type { GetAccountChargesResponse as _assay_billing_v1_GetAccountChargesResponse, GetAccountChargesResponse__Output as _assay_billing_v1_GetAccountChargesResponse__Output } from '../../../assay/billing/v1/GetAccountChargesResponse.ts';
import type { GetAccountRequest as _assay_billing_v1_GetAccountRequest, GetAccountRequest__Output as _assay_billing_v1_GetAccountRequest__Output } from '../../../assay/billing/v1/GetAccountRequest.ts';
import type { GetAccountResponse as _assay_billing_v1_GetAccountResponse, GetAccountResponse__Output as _assay_billing_v1_GetAccountResponse__Output } from '../../../assay/billing/v1/GetAccountResponse.ts';
import type { GetChargesRequest as _assay_billing_v1_GetChargesRequest, GetChargesRequest__Output as _assay_billing_v1_GetChargesRequest__Output } from '../../../assay/billing/v1/GetChargesRequest.ts';
import type { GetChargesResponse as _assay_billing_v1_GetChargesResponse, GetChargesResponse__Output as _assay_billing_v1_GetChargesResponse__Output } from '../../../assay/billing/v1/GetChargesResponse.ts';
import type { GetDiagnosisRequest as _assay_billing_v1_GetDiagnosisRequest, GetDiagnosisRequest__Output as _assay_billing_v1_GetDiagnosisRequest__Output } from '../../../assay/billing/v1/GetDiagnosisRequest.ts';
import type { GetDiagnosisResponse as _assay_billing_v1_GetDiagnosisResponse, GetDiagnosisResponse__Output as _assay_billing_v1_GetDiagnosisResponse__Output } from '../../../assay/billing/v1/GetDiagnosisResponse.ts';
import type { GetUsageRequest as _assay_billing_v1_GetUsageRequest, GetUsageRequest__Output as _assay_billing_v1_GetUsageRequest__Output } from '../../../assay/billing/v1/GetUsageRequest.ts';
import type { GetUsageResponse as _assay_billing_v1_GetUsageResponse, GetUsageResponse__Output as _assay_billing_v1_GetUsageResponse__Output } from '../../../assay/billing/v1/GetUsageResponse.ts';
import type { HoldRequest as _assay_billing_v1_HoldRequest, HoldRequest__Output as _assay_billing_v1_HoldRequest__Output } from '../../../assay/billing/v1/HoldRequest.ts';
import type { HoldResponse as _assay_billing_v1_HoldResponse, HoldResponse__Output as _assay_billing_v1_HoldResponse__Output } from '../../../assay/billing/v1/HoldResponse.ts';
import type { ListAccountsRequest as _assay_billing_v1_ListAccountsRequest, ListAccountsRequest__Output as _assay_billing_v1_ListAccountsRequest__Output } from '../../../assay/billing/v1/ListAccountsRequest.ts';
import type { ListAccountsResponse as _assay_billing_v1_ListAccountsResponse, ListAccountsResponse__Output as _assay_billing_v1_ListAccountsResponse__Output } from '../../../assay/billing/v1/ListAccountsResponse.ts';
import type { ListKeysRequest as _assay_billing_v1_ListKeysRequest, ListKeysRequest__Output as _assay_billing_v1_ListKeysRequest__Output } from '../../../assay/billing/v1/ListKeysRequest.ts';
import type { ListKeysResponse as _assay_billing_v1_ListKeysResponse, ListKeysResponse__Output as _assay_billing_v1_ListKeysResponse__Output } from '../../../assay/billing/v1/ListKeysResponse.ts';
import type { ListLedgerRequest as _assay_billing_v1_ListLedgerRequest, ListLedgerRequest__Output as _assay_billing_v1_ListLedgerRequest__Output } from '../../../assay/billing/v1/ListLedgerRequest.ts';
import type { ListLedgerResponse as _assay_billing_v1_ListLedgerResponse, ListLedgerResponse__Output as _assay_billing_v1_ListLedgerResponse__Output } from '../../../assay/billing/v1/ListLedgerResponse.ts';
import type { ListOperatorsRequest as _assay_billing_v1_ListOperatorsRequest, ListOperatorsRequest__Output as _assay_billing_v1_ListOperatorsRequest__Output } from '../../../assay/billing/v1/ListOperatorsRequest.ts';
import type { ListOperatorsResponse as _assay_billing_v1_ListOperatorsResponse, ListOperatorsResponse__Output as _assay_billing_v1_ListOperatorsResponse__Output } from '../../../assay/billing/v1/ListOperatorsResponse.ts';
import type { OpenAccountRequest as _assay_billing_v1_OpenAccountRequest, OpenAccountRequest__Output as _assay_billing_v1_OpenAccountRequest__Output } from '../../../assay/billing/v1/OpenAccountRequest.ts';
import type { OpenAccountResponse as _assay_billing_v1_OpenAccountResponse, OpenAccountResponse__Output as _assay_billing_v1_OpenAccountResponse__Output } from '../../../assay/billing/v1/OpenAccountResponse.ts';
import type { RecordOperatorActionRequest as _assay_billing_v1_RecordOperatorActionRequest, RecordOperatorActionRequest__Output as _assay_billing_v1_RecordOperatorActionRequest__Output } from '../../../assay/billing/v1/RecordOperatorActionRequest.ts';
import type { RecordOperatorActionResponse as _assay_billing_v1_RecordOperatorActionResponse, RecordOperatorActionResponse__Output as _assay_billing_v1_RecordOperatorActionResponse__Output } from '../../../assay/billing/v1/RecordOperatorActionResponse.ts';
import type { RevokeAccountKeyRequest as _assay_billing_v1_RevokeAccountKeyRequest, RevokeAccountKeyRequest__Output as _assay_billing_v1_RevokeAccountKeyRequest__Output } from '../../../assay/billing/v1/RevokeAccountKeyRequest.ts';
import type { RevokeAccountKeyResponse as _assay_billing_v1_RevokeAccountKeyResponse, RevokeAccountKeyResponse__Output as _assay_billing_v1_RevokeAccountKeyResponse__Output } from '../../../assay/billing/v1/RevokeAccountKeyResponse.ts';
import type { RevokeKeyRequest as _assay_billing_v1_RevokeKeyRequest, RevokeKeyRequest__Output as _assay_billing_v1_RevokeKeyRequest__Output } from '../../../assay/billing/v1/RevokeKeyRequest.ts';
import type { RevokeKeyResponse as _assay_billing_v1_RevokeKeyResponse, RevokeKeyResponse__Output as _assay_billing_v1_RevokeKeyResponse__Output } from '../../../assay/billing/v1/RevokeKeyResponse.ts';
import type { RevokeOperatorRequest as _assay_billing_v1_RevokeOperatorRequest, RevokeOperatorRequest__Output as _assay_billing_v1_RevokeOperatorRequest__Output } from '../../../assay/billing/v1/RevokeOperatorRequest.ts';
import type { RevokeOperatorResponse as _assay_billing_v1_RevokeOperatorResponse, RevokeOperatorResponse__Output as _assay_billing_v1_RevokeOperatorResponse__Output } from '../../../assay/billing/v1/RevokeOperatorResponse.ts';
import type { RotateAccountKeyRequest as _assay_billing_v1_RotateAccountKeyRequest, RotateAccountKeyRequest__Output as _assay_billing_v1_RotateAccountKeyRequest__Output } from '../../../assay/billing/v1/RotateAccountKeyRequest.ts';
import type { RotateAccountKeyResponse as _assay_billing_v1_RotateAccountKeyResponse, RotateAccountKeyResponse__Output as _assay_billing_v1_RotateAccountKeyResponse__Output } from '../../../assay/billing/v1/RotateAccountKeyResponse.ts';
import type { RotateOperatorRequest as _assay_billing_v1_RotateOperatorRequest, RotateOperatorRequest__Output as _assay_billing_v1_RotateOperatorRequest__Output } from '../../../assay/billing/v1/RotateOperatorRequest.ts';
import type { RotateOperatorResponse as _assay_billing_v1_RotateOperatorResponse, RotateOperatorResponse__Output as _assay_billing_v1_RotateOperatorResponse__Output } from '../../../assay/billing/v1/RotateOperatorResponse.ts';
import type { SetRateLimitRequest as _assay_billing_v1_SetRateLimitRequest, SetRateLimitRequest__Output as _assay_billing_v1_SetRateLimitRequest__Output } from '../../../assay/billing/v1/SetRateLimitRequest.ts';
import type { SetRateLimitResponse as _assay_billing_v1_SetRateLimitResponse, SetRateLimitResponse__Output as _assay_billing_v1_SetRateLimitResponse__Output } from '../../../assay/billing/v1/SetRateLimitResponse.ts';
import type { SettleRequest as _assay_billing_v1_SettleRequest, SettleRequest__Output as _assay_billing_v1_SettleRequest__Output } from '../../../assay/billing/v1/SettleRequest.ts';
import type { SettleResponse as _assay_billing_v1_SettleResponse, SettleResponse__Output as _assay_billing_v1_SettleResponse__Output } from '../../../assay/billing/v1/SettleResponse.ts';

/**
 * Accounts, keys, the rate limit and the credit ledger. All amounts are micro-credits.
 */
export interface BillingServiceClient extends grpc.Client {
  AddCredits(argument: _assay_billing_v1_AddCreditsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_AddCreditsResponse__Output>): grpc.ClientUnaryCall;
  AddCredits(argument: _assay_billing_v1_AddCreditsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_billing_v1_AddCreditsResponse__Output>): grpc.ClientUnaryCall;
  AddCredits(argument: _assay_billing_v1_AddCreditsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_AddCreditsResponse__Output>): grpc.ClientUnaryCall;
  AddCredits(argument: _assay_billing_v1_AddCreditsRequest, callback: grpc.requestCallback<_assay_billing_v1_AddCreditsResponse__Output>): grpc.ClientUnaryCall;
  addCredits(argument: _assay_billing_v1_AddCreditsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_AddCreditsResponse__Output>): grpc.ClientUnaryCall;
  addCredits(argument: _assay_billing_v1_AddCreditsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_billing_v1_AddCreditsResponse__Output>): grpc.ClientUnaryCall;
  addCredits(argument: _assay_billing_v1_AddCreditsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_AddCreditsResponse__Output>): grpc.ClientUnaryCall;
  addCredits(argument: _assay_billing_v1_AddCreditsRequest, callback: grpc.requestCallback<_assay_billing_v1_AddCreditsResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Finds the key, counts the request against its limit and takes a hold if one is requested, in this order. Idempotent
   * by hold id.
   */
  Admit(argument: _assay_billing_v1_AdmitRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_AdmitResponse__Output>): grpc.ClientUnaryCall;
  Admit(argument: _assay_billing_v1_AdmitRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_billing_v1_AdmitResponse__Output>): grpc.ClientUnaryCall;
  Admit(argument: _assay_billing_v1_AdmitRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_AdmitResponse__Output>): grpc.ClientUnaryCall;
  Admit(argument: _assay_billing_v1_AdmitRequest, callback: grpc.requestCallback<_assay_billing_v1_AdmitResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Finds the key, counts the request against its limit and takes a hold if one is requested, in this order. Idempotent
   * by hold id.
   */
  admit(argument: _assay_billing_v1_AdmitRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_AdmitResponse__Output>): grpc.ClientUnaryCall;
  admit(argument: _assay_billing_v1_AdmitRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_billing_v1_AdmitResponse__Output>): grpc.ClientUnaryCall;
  admit(argument: _assay_billing_v1_AdmitRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_AdmitResponse__Output>): grpc.ClientUnaryCall;
  admit(argument: _assay_billing_v1_AdmitRequest, callback: grpc.requestCallback<_assay_billing_v1_AdmitResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Begins one attempt of an idempotent call, or returns the stored answer of an earlier attempt. Idempotent by trace id.
   */
  BeginIdempotentCall(argument: _assay_billing_v1_BeginIdempotentCallRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_BeginIdempotentCallResponse__Output>): grpc.ClientUnaryCall;
  BeginIdempotentCall(argument: _assay_billing_v1_BeginIdempotentCallRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_billing_v1_BeginIdempotentCallResponse__Output>): grpc.ClientUnaryCall;
  BeginIdempotentCall(argument: _assay_billing_v1_BeginIdempotentCallRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_BeginIdempotentCallResponse__Output>): grpc.ClientUnaryCall;
  BeginIdempotentCall(argument: _assay_billing_v1_BeginIdempotentCallRequest, callback: grpc.requestCallback<_assay_billing_v1_BeginIdempotentCallResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Begins one attempt of an idempotent call, or returns the stored answer of an earlier attempt. Idempotent by trace id.
   */
  beginIdempotentCall(argument: _assay_billing_v1_BeginIdempotentCallRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_BeginIdempotentCallResponse__Output>): grpc.ClientUnaryCall;
  beginIdempotentCall(argument: _assay_billing_v1_BeginIdempotentCallRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_billing_v1_BeginIdempotentCallResponse__Output>): grpc.ClientUnaryCall;
  beginIdempotentCall(argument: _assay_billing_v1_BeginIdempotentCallRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_BeginIdempotentCallResponse__Output>): grpc.ClientUnaryCall;
  beginIdempotentCall(argument: _assay_billing_v1_BeginIdempotentCallRequest, callback: grpc.requestCallback<_assay_billing_v1_BeginIdempotentCallResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Confirms whether the answers of captured holds reached their callers. Billing reverses a capture that is never
   * confirmed.
   */
  Confirm(argument: _assay_billing_v1_ConfirmRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_ConfirmResponse__Output>): grpc.ClientUnaryCall;
  Confirm(argument: _assay_billing_v1_ConfirmRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_billing_v1_ConfirmResponse__Output>): grpc.ClientUnaryCall;
  Confirm(argument: _assay_billing_v1_ConfirmRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_ConfirmResponse__Output>): grpc.ClientUnaryCall;
  Confirm(argument: _assay_billing_v1_ConfirmRequest, callback: grpc.requestCallback<_assay_billing_v1_ConfirmResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Confirms whether the answers of captured holds reached their callers. Billing reverses a capture that is never
   * confirmed.
   */
  confirm(argument: _assay_billing_v1_ConfirmRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_ConfirmResponse__Output>): grpc.ClientUnaryCall;
  confirm(argument: _assay_billing_v1_ConfirmRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_billing_v1_ConfirmResponse__Output>): grpc.ClientUnaryCall;
  confirm(argument: _assay_billing_v1_ConfirmRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_ConfirmResponse__Output>): grpc.ClientUnaryCall;
  confirm(argument: _assay_billing_v1_ConfirmRequest, callback: grpc.requestCallback<_assay_billing_v1_ConfirmResponse__Output>): grpc.ClientUnaryCall;
  
  CreateAccount(argument: _assay_billing_v1_CreateAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_CreateAccountResponse__Output>): grpc.ClientUnaryCall;
  CreateAccount(argument: _assay_billing_v1_CreateAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_billing_v1_CreateAccountResponse__Output>): grpc.ClientUnaryCall;
  CreateAccount(argument: _assay_billing_v1_CreateAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_CreateAccountResponse__Output>): grpc.ClientUnaryCall;
  CreateAccount(argument: _assay_billing_v1_CreateAccountRequest, callback: grpc.requestCallback<_assay_billing_v1_CreateAccountResponse__Output>): grpc.ClientUnaryCall;
  createAccount(argument: _assay_billing_v1_CreateAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_CreateAccountResponse__Output>): grpc.ClientUnaryCall;
  createAccount(argument: _assay_billing_v1_CreateAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_billing_v1_CreateAccountResponse__Output>): grpc.ClientUnaryCall;
  createAccount(argument: _assay_billing_v1_CreateAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_CreateAccountResponse__Output>): grpc.ClientUnaryCall;
  createAccount(argument: _assay_billing_v1_CreateAccountRequest, callback: grpc.requestCallback<_assay_billing_v1_CreateAccountResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Creates a key with a name.
   */
  CreateAccountKey(argument: _assay_billing_v1_CreateAccountKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_CreateAccountKeyResponse__Output>): grpc.ClientUnaryCall;
  CreateAccountKey(argument: _assay_billing_v1_CreateAccountKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_billing_v1_CreateAccountKeyResponse__Output>): grpc.ClientUnaryCall;
  CreateAccountKey(argument: _assay_billing_v1_CreateAccountKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_CreateAccountKeyResponse__Output>): grpc.ClientUnaryCall;
  CreateAccountKey(argument: _assay_billing_v1_CreateAccountKeyRequest, callback: grpc.requestCallback<_assay_billing_v1_CreateAccountKeyResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Creates a key with a name.
   */
  createAccountKey(argument: _assay_billing_v1_CreateAccountKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_CreateAccountKeyResponse__Output>): grpc.ClientUnaryCall;
  createAccountKey(argument: _assay_billing_v1_CreateAccountKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_billing_v1_CreateAccountKeyResponse__Output>): grpc.ClientUnaryCall;
  createAccountKey(argument: _assay_billing_v1_CreateAccountKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_CreateAccountKeyResponse__Output>): grpc.ClientUnaryCall;
  createAccountKey(argument: _assay_billing_v1_CreateAccountKeyRequest, callback: grpc.requestCallback<_assay_billing_v1_CreateAccountKeyResponse__Output>): grpc.ClientUnaryCall;
  
  CreateKey(argument: _assay_billing_v1_CreateKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_CreateKeyResponse__Output>): grpc.ClientUnaryCall;
  CreateKey(argument: _assay_billing_v1_CreateKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_billing_v1_CreateKeyResponse__Output>): grpc.ClientUnaryCall;
  CreateKey(argument: _assay_billing_v1_CreateKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_CreateKeyResponse__Output>): grpc.ClientUnaryCall;
  CreateKey(argument: _assay_billing_v1_CreateKeyRequest, callback: grpc.requestCallback<_assay_billing_v1_CreateKeyResponse__Output>): grpc.ClientUnaryCall;
  createKey(argument: _assay_billing_v1_CreateKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_CreateKeyResponse__Output>): grpc.ClientUnaryCall;
  createKey(argument: _assay_billing_v1_CreateKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_billing_v1_CreateKeyResponse__Output>): grpc.ClientUnaryCall;
  createKey(argument: _assay_billing_v1_CreateKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_CreateKeyResponse__Output>): grpc.ClientUnaryCall;
  createKey(argument: _assay_billing_v1_CreateKeyRequest, callback: grpc.requestCallback<_assay_billing_v1_CreateKeyResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Creates a named operator with a token.
   */
  CreateOperator(argument: _assay_billing_v1_CreateOperatorRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_CreateOperatorResponse__Output>): grpc.ClientUnaryCall;
  CreateOperator(argument: _assay_billing_v1_CreateOperatorRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_billing_v1_CreateOperatorResponse__Output>): grpc.ClientUnaryCall;
  CreateOperator(argument: _assay_billing_v1_CreateOperatorRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_CreateOperatorResponse__Output>): grpc.ClientUnaryCall;
  CreateOperator(argument: _assay_billing_v1_CreateOperatorRequest, callback: grpc.requestCallback<_assay_billing_v1_CreateOperatorResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Creates a named operator with a token.
   */
  createOperator(argument: _assay_billing_v1_CreateOperatorRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_CreateOperatorResponse__Output>): grpc.ClientUnaryCall;
  createOperator(argument: _assay_billing_v1_CreateOperatorRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_billing_v1_CreateOperatorResponse__Output>): grpc.ClientUnaryCall;
  createOperator(argument: _assay_billing_v1_CreateOperatorRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_CreateOperatorResponse__Output>): grpc.ClientUnaryCall;
  createOperator(argument: _assay_billing_v1_CreateOperatorRequest, callback: grpc.requestCallback<_assay_billing_v1_CreateOperatorResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Returns the operator of a token, for services with operator methods of their own.
   */
  FindOperator(argument: _assay_billing_v1_FindOperatorRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_FindOperatorResponse__Output>): grpc.ClientUnaryCall;
  FindOperator(argument: _assay_billing_v1_FindOperatorRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_billing_v1_FindOperatorResponse__Output>): grpc.ClientUnaryCall;
  FindOperator(argument: _assay_billing_v1_FindOperatorRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_FindOperatorResponse__Output>): grpc.ClientUnaryCall;
  FindOperator(argument: _assay_billing_v1_FindOperatorRequest, callback: grpc.requestCallback<_assay_billing_v1_FindOperatorResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Returns the operator of a token, for services with operator methods of their own.
   */
  findOperator(argument: _assay_billing_v1_FindOperatorRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_FindOperatorResponse__Output>): grpc.ClientUnaryCall;
  findOperator(argument: _assay_billing_v1_FindOperatorRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_billing_v1_FindOperatorResponse__Output>): grpc.ClientUnaryCall;
  findOperator(argument: _assay_billing_v1_FindOperatorRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_FindOperatorResponse__Output>): grpc.ClientUnaryCall;
  findOperator(argument: _assay_billing_v1_FindOperatorRequest, callback: grpc.requestCallback<_assay_billing_v1_FindOperatorResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Ends an attempt: stores its answer and confirms its captures in one transaction, or ends the lease without an answer.
   * Idempotent by trace id.
   */
  FinishIdempotentCall(argument: _assay_billing_v1_FinishIdempotentCallRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_FinishIdempotentCallResponse__Output>): grpc.ClientUnaryCall;
  FinishIdempotentCall(argument: _assay_billing_v1_FinishIdempotentCallRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_billing_v1_FinishIdempotentCallResponse__Output>): grpc.ClientUnaryCall;
  FinishIdempotentCall(argument: _assay_billing_v1_FinishIdempotentCallRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_FinishIdempotentCallResponse__Output>): grpc.ClientUnaryCall;
  FinishIdempotentCall(argument: _assay_billing_v1_FinishIdempotentCallRequest, callback: grpc.requestCallback<_assay_billing_v1_FinishIdempotentCallResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Ends an attempt: stores its answer and confirms its captures in one transaction, or ends the lease without an answer.
   * Idempotent by trace id.
   */
  finishIdempotentCall(argument: _assay_billing_v1_FinishIdempotentCallRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_FinishIdempotentCallResponse__Output>): grpc.ClientUnaryCall;
  finishIdempotentCall(argument: _assay_billing_v1_FinishIdempotentCallRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_billing_v1_FinishIdempotentCallResponse__Output>): grpc.ClientUnaryCall;
  finishIdempotentCall(argument: _assay_billing_v1_FinishIdempotentCallRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_FinishIdempotentCallResponse__Output>): grpc.ClientUnaryCall;
  finishIdempotentCall(argument: _assay_billing_v1_FinishIdempotentCallRequest, callback: grpc.requestCallback<_assay_billing_v1_FinishIdempotentCallResponse__Output>): grpc.ClientUnaryCall;
  
  GetAccount(argument: _assay_billing_v1_GetAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_GetAccountResponse__Output>): grpc.ClientUnaryCall;
  GetAccount(argument: _assay_billing_v1_GetAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_billing_v1_GetAccountResponse__Output>): grpc.ClientUnaryCall;
  GetAccount(argument: _assay_billing_v1_GetAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_GetAccountResponse__Output>): grpc.ClientUnaryCall;
  GetAccount(argument: _assay_billing_v1_GetAccountRequest, callback: grpc.requestCallback<_assay_billing_v1_GetAccountResponse__Output>): grpc.ClientUnaryCall;
  getAccount(argument: _assay_billing_v1_GetAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_GetAccountResponse__Output>): grpc.ClientUnaryCall;
  getAccount(argument: _assay_billing_v1_GetAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_billing_v1_GetAccountResponse__Output>): grpc.ClientUnaryCall;
  getAccount(argument: _assay_billing_v1_GetAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_GetAccountResponse__Output>): grpc.ClientUnaryCall;
  getAccount(argument: _assay_billing_v1_GetAccountRequest, callback: grpc.requestCallback<_assay_billing_v1_GetAccountResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Returns the holds of one trace that belong to an account, without their ledger entries.
   */
  GetAccountCharges(argument: _assay_billing_v1_GetAccountChargesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_GetAccountChargesResponse__Output>): grpc.ClientUnaryCall;
  GetAccountCharges(argument: _assay_billing_v1_GetAccountChargesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_billing_v1_GetAccountChargesResponse__Output>): grpc.ClientUnaryCall;
  GetAccountCharges(argument: _assay_billing_v1_GetAccountChargesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_GetAccountChargesResponse__Output>): grpc.ClientUnaryCall;
  GetAccountCharges(argument: _assay_billing_v1_GetAccountChargesRequest, callback: grpc.requestCallback<_assay_billing_v1_GetAccountChargesResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Returns the holds of one trace that belong to an account, without their ledger entries.
   */
  getAccountCharges(argument: _assay_billing_v1_GetAccountChargesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_GetAccountChargesResponse__Output>): grpc.ClientUnaryCall;
  getAccountCharges(argument: _assay_billing_v1_GetAccountChargesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_billing_v1_GetAccountChargesResponse__Output>): grpc.ClientUnaryCall;
  getAccountCharges(argument: _assay_billing_v1_GetAccountChargesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_GetAccountChargesResponse__Output>): grpc.ClientUnaryCall;
  getAccountCharges(argument: _assay_billing_v1_GetAccountChargesRequest, callback: grpc.requestCallback<_assay_billing_v1_GetAccountChargesResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Returns the holds of one trace with their ledger entries.
   */
  GetCharges(argument: _assay_billing_v1_GetChargesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_GetChargesResponse__Output>): grpc.ClientUnaryCall;
  GetCharges(argument: _assay_billing_v1_GetChargesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_billing_v1_GetChargesResponse__Output>): grpc.ClientUnaryCall;
  GetCharges(argument: _assay_billing_v1_GetChargesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_GetChargesResponse__Output>): grpc.ClientUnaryCall;
  GetCharges(argument: _assay_billing_v1_GetChargesRequest, callback: grpc.requestCallback<_assay_billing_v1_GetChargesResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Returns the holds of one trace with their ledger entries.
   */
  getCharges(argument: _assay_billing_v1_GetChargesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_GetChargesResponse__Output>): grpc.ClientUnaryCall;
  getCharges(argument: _assay_billing_v1_GetChargesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_billing_v1_GetChargesResponse__Output>): grpc.ClientUnaryCall;
  getCharges(argument: _assay_billing_v1_GetChargesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_GetChargesResponse__Output>): grpc.ClientUnaryCall;
  getCharges(argument: _assay_billing_v1_GetChargesRequest, callback: grpc.requestCallback<_assay_billing_v1_GetChargesResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Checks what this service depends on. An operator method.
   */
  GetDiagnosis(argument: _assay_billing_v1_GetDiagnosisRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_GetDiagnosisResponse__Output>): grpc.ClientUnaryCall;
  GetDiagnosis(argument: _assay_billing_v1_GetDiagnosisRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_billing_v1_GetDiagnosisResponse__Output>): grpc.ClientUnaryCall;
  GetDiagnosis(argument: _assay_billing_v1_GetDiagnosisRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_GetDiagnosisResponse__Output>): grpc.ClientUnaryCall;
  GetDiagnosis(argument: _assay_billing_v1_GetDiagnosisRequest, callback: grpc.requestCallback<_assay_billing_v1_GetDiagnosisResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Checks what this service depends on. An operator method.
   */
  getDiagnosis(argument: _assay_billing_v1_GetDiagnosisRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_GetDiagnosisResponse__Output>): grpc.ClientUnaryCall;
  getDiagnosis(argument: _assay_billing_v1_GetDiagnosisRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_billing_v1_GetDiagnosisResponse__Output>): grpc.ClientUnaryCall;
  getDiagnosis(argument: _assay_billing_v1_GetDiagnosisRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_GetDiagnosisResponse__Output>): grpc.ClientUnaryCall;
  getDiagnosis(argument: _assay_billing_v1_GetDiagnosisRequest, callback: grpc.requestCallback<_assay_billing_v1_GetDiagnosisResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Returns the calls and charges of an account in steps of an hour or a day, by type, outcome and level.
   */
  GetUsage(argument: _assay_billing_v1_GetUsageRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_GetUsageResponse__Output>): grpc.ClientUnaryCall;
  GetUsage(argument: _assay_billing_v1_GetUsageRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_billing_v1_GetUsageResponse__Output>): grpc.ClientUnaryCall;
  GetUsage(argument: _assay_billing_v1_GetUsageRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_GetUsageResponse__Output>): grpc.ClientUnaryCall;
  GetUsage(argument: _assay_billing_v1_GetUsageRequest, callback: grpc.requestCallback<_assay_billing_v1_GetUsageResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Returns the calls and charges of an account in steps of an hour or a day, by type, outcome and level.
   */
  getUsage(argument: _assay_billing_v1_GetUsageRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_GetUsageResponse__Output>): grpc.ClientUnaryCall;
  getUsage(argument: _assay_billing_v1_GetUsageRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_billing_v1_GetUsageResponse__Output>): grpc.ClientUnaryCall;
  getUsage(argument: _assay_billing_v1_GetUsageRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_GetUsageResponse__Output>): grpc.ClientUnaryCall;
  getUsage(argument: _assay_billing_v1_GetUsageRequest, callback: grpc.requestCallback<_assay_billing_v1_GetUsageResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Takes a hold for an account that was already admitted. Idempotent by hold id.
   */
  Hold(argument: _assay_billing_v1_HoldRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_HoldResponse__Output>): grpc.ClientUnaryCall;
  Hold(argument: _assay_billing_v1_HoldRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_billing_v1_HoldResponse__Output>): grpc.ClientUnaryCall;
  Hold(argument: _assay_billing_v1_HoldRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_HoldResponse__Output>): grpc.ClientUnaryCall;
  Hold(argument: _assay_billing_v1_HoldRequest, callback: grpc.requestCallback<_assay_billing_v1_HoldResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Takes a hold for an account that was already admitted. Idempotent by hold id.
   */
  hold(argument: _assay_billing_v1_HoldRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_HoldResponse__Output>): grpc.ClientUnaryCall;
  hold(argument: _assay_billing_v1_HoldRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_billing_v1_HoldResponse__Output>): grpc.ClientUnaryCall;
  hold(argument: _assay_billing_v1_HoldRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_HoldResponse__Output>): grpc.ClientUnaryCall;
  hold(argument: _assay_billing_v1_HoldRequest, callback: grpc.requestCallback<_assay_billing_v1_HoldResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Returns accounts by their ids. Unknown ids are left out.
   */
  ListAccounts(argument: _assay_billing_v1_ListAccountsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_ListAccountsResponse__Output>): grpc.ClientUnaryCall;
  ListAccounts(argument: _assay_billing_v1_ListAccountsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_billing_v1_ListAccountsResponse__Output>): grpc.ClientUnaryCall;
  ListAccounts(argument: _assay_billing_v1_ListAccountsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_ListAccountsResponse__Output>): grpc.ClientUnaryCall;
  ListAccounts(argument: _assay_billing_v1_ListAccountsRequest, callback: grpc.requestCallback<_assay_billing_v1_ListAccountsResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Returns accounts by their ids. Unknown ids are left out.
   */
  listAccounts(argument: _assay_billing_v1_ListAccountsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_ListAccountsResponse__Output>): grpc.ClientUnaryCall;
  listAccounts(argument: _assay_billing_v1_ListAccountsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_billing_v1_ListAccountsResponse__Output>): grpc.ClientUnaryCall;
  listAccounts(argument: _assay_billing_v1_ListAccountsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_ListAccountsResponse__Output>): grpc.ClientUnaryCall;
  listAccounts(argument: _assay_billing_v1_ListAccountsRequest, callback: grpc.requestCallback<_assay_billing_v1_ListAccountsResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Returns the keys of an account, newest first, without the keys themselves. It returns at most 1,000.
   */
  ListKeys(argument: _assay_billing_v1_ListKeysRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_ListKeysResponse__Output>): grpc.ClientUnaryCall;
  ListKeys(argument: _assay_billing_v1_ListKeysRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_billing_v1_ListKeysResponse__Output>): grpc.ClientUnaryCall;
  ListKeys(argument: _assay_billing_v1_ListKeysRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_ListKeysResponse__Output>): grpc.ClientUnaryCall;
  ListKeys(argument: _assay_billing_v1_ListKeysRequest, callback: grpc.requestCallback<_assay_billing_v1_ListKeysResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Returns the keys of an account, newest first, without the keys themselves. It returns at most 1,000.
   */
  listKeys(argument: _assay_billing_v1_ListKeysRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_ListKeysResponse__Output>): grpc.ClientUnaryCall;
  listKeys(argument: _assay_billing_v1_ListKeysRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_billing_v1_ListKeysResponse__Output>): grpc.ClientUnaryCall;
  listKeys(argument: _assay_billing_v1_ListKeysRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_ListKeysResponse__Output>): grpc.ClientUnaryCall;
  listKeys(argument: _assay_billing_v1_ListKeysRequest, callback: grpc.requestCallback<_assay_billing_v1_ListKeysResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Returns the ledger entries of an account, newest first, in pages.
   */
  ListLedger(argument: _assay_billing_v1_ListLedgerRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_ListLedgerResponse__Output>): grpc.ClientUnaryCall;
  ListLedger(argument: _assay_billing_v1_ListLedgerRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_billing_v1_ListLedgerResponse__Output>): grpc.ClientUnaryCall;
  ListLedger(argument: _assay_billing_v1_ListLedgerRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_ListLedgerResponse__Output>): grpc.ClientUnaryCall;
  ListLedger(argument: _assay_billing_v1_ListLedgerRequest, callback: grpc.requestCallback<_assay_billing_v1_ListLedgerResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Returns the ledger entries of an account, newest first, in pages.
   */
  listLedger(argument: _assay_billing_v1_ListLedgerRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_ListLedgerResponse__Output>): grpc.ClientUnaryCall;
  listLedger(argument: _assay_billing_v1_ListLedgerRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_billing_v1_ListLedgerResponse__Output>): grpc.ClientUnaryCall;
  listLedger(argument: _assay_billing_v1_ListLedgerRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_ListLedgerResponse__Output>): grpc.ClientUnaryCall;
  listLedger(argument: _assay_billing_v1_ListLedgerRequest, callback: grpc.requestCallback<_assay_billing_v1_ListLedgerResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Returns all named operators, without their tokens.
   */
  ListOperators(argument: _assay_billing_v1_ListOperatorsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_ListOperatorsResponse__Output>): grpc.ClientUnaryCall;
  ListOperators(argument: _assay_billing_v1_ListOperatorsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_billing_v1_ListOperatorsResponse__Output>): grpc.ClientUnaryCall;
  ListOperators(argument: _assay_billing_v1_ListOperatorsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_ListOperatorsResponse__Output>): grpc.ClientUnaryCall;
  ListOperators(argument: _assay_billing_v1_ListOperatorsRequest, callback: grpc.requestCallback<_assay_billing_v1_ListOperatorsResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Returns all named operators, without their tokens.
   */
  listOperators(argument: _assay_billing_v1_ListOperatorsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_ListOperatorsResponse__Output>): grpc.ClientUnaryCall;
  listOperators(argument: _assay_billing_v1_ListOperatorsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_billing_v1_ListOperatorsResponse__Output>): grpc.ClientUnaryCall;
  listOperators(argument: _assay_billing_v1_ListOperatorsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_ListOperatorsResponse__Output>): grpc.ClientUnaryCall;
  listOperators(argument: _assay_billing_v1_ListOperatorsRequest, callback: grpc.requestCallback<_assay_billing_v1_ListOperatorsResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Opens an account without a key. Idempotent by operation id.
   */
  OpenAccount(argument: _assay_billing_v1_OpenAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_OpenAccountResponse__Output>): grpc.ClientUnaryCall;
  OpenAccount(argument: _assay_billing_v1_OpenAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_billing_v1_OpenAccountResponse__Output>): grpc.ClientUnaryCall;
  OpenAccount(argument: _assay_billing_v1_OpenAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_OpenAccountResponse__Output>): grpc.ClientUnaryCall;
  OpenAccount(argument: _assay_billing_v1_OpenAccountRequest, callback: grpc.requestCallback<_assay_billing_v1_OpenAccountResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Opens an account without a key. Idempotent by operation id.
   */
  openAccount(argument: _assay_billing_v1_OpenAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_OpenAccountResponse__Output>): grpc.ClientUnaryCall;
  openAccount(argument: _assay_billing_v1_OpenAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_billing_v1_OpenAccountResponse__Output>): grpc.ClientUnaryCall;
  openAccount(argument: _assay_billing_v1_OpenAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_OpenAccountResponse__Output>): grpc.ClientUnaryCall;
  openAccount(argument: _assay_billing_v1_OpenAccountRequest, callback: grpc.requestCallback<_assay_billing_v1_OpenAccountResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Records an action of an operator in the audit table, for services with operator methods of their own.
   */
  RecordOperatorAction(argument: _assay_billing_v1_RecordOperatorActionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_RecordOperatorActionResponse__Output>): grpc.ClientUnaryCall;
  RecordOperatorAction(argument: _assay_billing_v1_RecordOperatorActionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_billing_v1_RecordOperatorActionResponse__Output>): grpc.ClientUnaryCall;
  RecordOperatorAction(argument: _assay_billing_v1_RecordOperatorActionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_RecordOperatorActionResponse__Output>): grpc.ClientUnaryCall;
  RecordOperatorAction(argument: _assay_billing_v1_RecordOperatorActionRequest, callback: grpc.requestCallback<_assay_billing_v1_RecordOperatorActionResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Records an action of an operator in the audit table, for services with operator methods of their own.
   */
  recordOperatorAction(argument: _assay_billing_v1_RecordOperatorActionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_RecordOperatorActionResponse__Output>): grpc.ClientUnaryCall;
  recordOperatorAction(argument: _assay_billing_v1_RecordOperatorActionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_billing_v1_RecordOperatorActionResponse__Output>): grpc.ClientUnaryCall;
  recordOperatorAction(argument: _assay_billing_v1_RecordOperatorActionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_RecordOperatorActionResponse__Output>): grpc.ClientUnaryCall;
  recordOperatorAction(argument: _assay_billing_v1_RecordOperatorActionRequest, callback: grpc.requestCallback<_assay_billing_v1_RecordOperatorActionResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Revokes a key by its id. A repeated revocation returns the time of the first. The fault is NOT_FOUND when the account
   * has no such key.
   */
  RevokeAccountKey(argument: _assay_billing_v1_RevokeAccountKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_RevokeAccountKeyResponse__Output>): grpc.ClientUnaryCall;
  RevokeAccountKey(argument: _assay_billing_v1_RevokeAccountKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_billing_v1_RevokeAccountKeyResponse__Output>): grpc.ClientUnaryCall;
  RevokeAccountKey(argument: _assay_billing_v1_RevokeAccountKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_RevokeAccountKeyResponse__Output>): grpc.ClientUnaryCall;
  RevokeAccountKey(argument: _assay_billing_v1_RevokeAccountKeyRequest, callback: grpc.requestCallback<_assay_billing_v1_RevokeAccountKeyResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Revokes a key by its id. A repeated revocation returns the time of the first. The fault is NOT_FOUND when the account
   * has no such key.
   */
  revokeAccountKey(argument: _assay_billing_v1_RevokeAccountKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_RevokeAccountKeyResponse__Output>): grpc.ClientUnaryCall;
  revokeAccountKey(argument: _assay_billing_v1_RevokeAccountKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_billing_v1_RevokeAccountKeyResponse__Output>): grpc.ClientUnaryCall;
  revokeAccountKey(argument: _assay_billing_v1_RevokeAccountKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_RevokeAccountKeyResponse__Output>): grpc.ClientUnaryCall;
  revokeAccountKey(argument: _assay_billing_v1_RevokeAccountKeyRequest, callback: grpc.requestCallback<_assay_billing_v1_RevokeAccountKeyResponse__Output>): grpc.ClientUnaryCall;
  
  RevokeKey(argument: _assay_billing_v1_RevokeKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_RevokeKeyResponse__Output>): grpc.ClientUnaryCall;
  RevokeKey(argument: _assay_billing_v1_RevokeKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_billing_v1_RevokeKeyResponse__Output>): grpc.ClientUnaryCall;
  RevokeKey(argument: _assay_billing_v1_RevokeKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_RevokeKeyResponse__Output>): grpc.ClientUnaryCall;
  RevokeKey(argument: _assay_billing_v1_RevokeKeyRequest, callback: grpc.requestCallback<_assay_billing_v1_RevokeKeyResponse__Output>): grpc.ClientUnaryCall;
  revokeKey(argument: _assay_billing_v1_RevokeKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_RevokeKeyResponse__Output>): grpc.ClientUnaryCall;
  revokeKey(argument: _assay_billing_v1_RevokeKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_billing_v1_RevokeKeyResponse__Output>): grpc.ClientUnaryCall;
  revokeKey(argument: _assay_billing_v1_RevokeKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_RevokeKeyResponse__Output>): grpc.ClientUnaryCall;
  revokeKey(argument: _assay_billing_v1_RevokeKeyRequest, callback: grpc.requestCallback<_assay_billing_v1_RevokeKeyResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Revokes the token of an operator for ever. The name stays taken, so that it has one meaning in the audit table.
   */
  RevokeOperator(argument: _assay_billing_v1_RevokeOperatorRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_RevokeOperatorResponse__Output>): grpc.ClientUnaryCall;
  RevokeOperator(argument: _assay_billing_v1_RevokeOperatorRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_billing_v1_RevokeOperatorResponse__Output>): grpc.ClientUnaryCall;
  RevokeOperator(argument: _assay_billing_v1_RevokeOperatorRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_RevokeOperatorResponse__Output>): grpc.ClientUnaryCall;
  RevokeOperator(argument: _assay_billing_v1_RevokeOperatorRequest, callback: grpc.requestCallback<_assay_billing_v1_RevokeOperatorResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Revokes the token of an operator for ever. The name stays taken, so that it has one meaning in the audit table.
   */
  revokeOperator(argument: _assay_billing_v1_RevokeOperatorRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_RevokeOperatorResponse__Output>): grpc.ClientUnaryCall;
  revokeOperator(argument: _assay_billing_v1_RevokeOperatorRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_billing_v1_RevokeOperatorResponse__Output>): grpc.ClientUnaryCall;
  revokeOperator(argument: _assay_billing_v1_RevokeOperatorRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_RevokeOperatorResponse__Output>): grpc.ClientUnaryCall;
  revokeOperator(argument: _assay_billing_v1_RevokeOperatorRequest, callback: grpc.requestCallback<_assay_billing_v1_RevokeOperatorResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Creates a key with the name of another one, which then works until its overlap ends. The fault is NOT_FOUND when the
   * account has no such key, and INVALID_PARAM when the key has ended already or the account has too many valid keys.
   */
  RotateAccountKey(argument: _assay_billing_v1_RotateAccountKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_RotateAccountKeyResponse__Output>): grpc.ClientUnaryCall;
  RotateAccountKey(argument: _assay_billing_v1_RotateAccountKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_billing_v1_RotateAccountKeyResponse__Output>): grpc.ClientUnaryCall;
  RotateAccountKey(argument: _assay_billing_v1_RotateAccountKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_RotateAccountKeyResponse__Output>): grpc.ClientUnaryCall;
  RotateAccountKey(argument: _assay_billing_v1_RotateAccountKeyRequest, callback: grpc.requestCallback<_assay_billing_v1_RotateAccountKeyResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Creates a key with the name of another one, which then works until its overlap ends. The fault is NOT_FOUND when the
   * account has no such key, and INVALID_PARAM when the key has ended already or the account has too many valid keys.
   */
  rotateAccountKey(argument: _assay_billing_v1_RotateAccountKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_RotateAccountKeyResponse__Output>): grpc.ClientUnaryCall;
  rotateAccountKey(argument: _assay_billing_v1_RotateAccountKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_billing_v1_RotateAccountKeyResponse__Output>): grpc.ClientUnaryCall;
  rotateAccountKey(argument: _assay_billing_v1_RotateAccountKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_RotateAccountKeyResponse__Output>): grpc.ClientUnaryCall;
  rotateAccountKey(argument: _assay_billing_v1_RotateAccountKeyRequest, callback: grpc.requestCallback<_assay_billing_v1_RotateAccountKeyResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Replaces the token of an operator.
   */
  RotateOperator(argument: _assay_billing_v1_RotateOperatorRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_RotateOperatorResponse__Output>): grpc.ClientUnaryCall;
  RotateOperator(argument: _assay_billing_v1_RotateOperatorRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_billing_v1_RotateOperatorResponse__Output>): grpc.ClientUnaryCall;
  RotateOperator(argument: _assay_billing_v1_RotateOperatorRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_RotateOperatorResponse__Output>): grpc.ClientUnaryCall;
  RotateOperator(argument: _assay_billing_v1_RotateOperatorRequest, callback: grpc.requestCallback<_assay_billing_v1_RotateOperatorResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Replaces the token of an operator.
   */
  rotateOperator(argument: _assay_billing_v1_RotateOperatorRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_RotateOperatorResponse__Output>): grpc.ClientUnaryCall;
  rotateOperator(argument: _assay_billing_v1_RotateOperatorRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_billing_v1_RotateOperatorResponse__Output>): grpc.ClientUnaryCall;
  rotateOperator(argument: _assay_billing_v1_RotateOperatorRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_RotateOperatorResponse__Output>): grpc.ClientUnaryCall;
  rotateOperator(argument: _assay_billing_v1_RotateOperatorRequest, callback: grpc.requestCallback<_assay_billing_v1_RotateOperatorResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Changes the rate limit of all keys of an account, and tells gateways.
   */
  SetRateLimit(argument: _assay_billing_v1_SetRateLimitRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_SetRateLimitResponse__Output>): grpc.ClientUnaryCall;
  SetRateLimit(argument: _assay_billing_v1_SetRateLimitRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_billing_v1_SetRateLimitResponse__Output>): grpc.ClientUnaryCall;
  SetRateLimit(argument: _assay_billing_v1_SetRateLimitRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_SetRateLimitResponse__Output>): grpc.ClientUnaryCall;
  SetRateLimit(argument: _assay_billing_v1_SetRateLimitRequest, callback: grpc.requestCallback<_assay_billing_v1_SetRateLimitResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Changes the rate limit of all keys of an account, and tells gateways.
   */
  setRateLimit(argument: _assay_billing_v1_SetRateLimitRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_SetRateLimitResponse__Output>): grpc.ClientUnaryCall;
  setRateLimit(argument: _assay_billing_v1_SetRateLimitRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_billing_v1_SetRateLimitResponse__Output>): grpc.ClientUnaryCall;
  setRateLimit(argument: _assay_billing_v1_SetRateLimitRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_SetRateLimitResponse__Output>): grpc.ClientUnaryCall;
  setRateLimit(argument: _assay_billing_v1_SetRateLimitRequest, callback: grpc.requestCallback<_assay_billing_v1_SetRateLimitResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Settles a hold: captures an amount and releases the rest. Zero releases all of it. Idempotent by hold id.
   */
  Settle(argument: _assay_billing_v1_SettleRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_SettleResponse__Output>): grpc.ClientUnaryCall;
  Settle(argument: _assay_billing_v1_SettleRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_billing_v1_SettleResponse__Output>): grpc.ClientUnaryCall;
  Settle(argument: _assay_billing_v1_SettleRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_SettleResponse__Output>): grpc.ClientUnaryCall;
  Settle(argument: _assay_billing_v1_SettleRequest, callback: grpc.requestCallback<_assay_billing_v1_SettleResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Settles a hold: captures an amount and releases the rest. Zero releases all of it. Idempotent by hold id.
   */
  settle(argument: _assay_billing_v1_SettleRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_SettleResponse__Output>): grpc.ClientUnaryCall;
  settle(argument: _assay_billing_v1_SettleRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_billing_v1_SettleResponse__Output>): grpc.ClientUnaryCall;
  settle(argument: _assay_billing_v1_SettleRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_billing_v1_SettleResponse__Output>): grpc.ClientUnaryCall;
  settle(argument: _assay_billing_v1_SettleRequest, callback: grpc.requestCallback<_assay_billing_v1_SettleResponse__Output>): grpc.ClientUnaryCall;
  
}

/**
 * Accounts, keys, the rate limit and the credit ledger. All amounts are micro-credits.
 */
export interface BillingServiceHandlers extends grpc.UntypedServiceImplementation {
  AddCredits: grpc.handleUnaryCall<_assay_billing_v1_AddCreditsRequest__Output, _assay_billing_v1_AddCreditsResponse>;
  
  /**
   * Finds the key, counts the request against its limit and takes a hold if one is requested, in this order. Idempotent
   * by hold id.
   */
  Admit: grpc.handleUnaryCall<_assay_billing_v1_AdmitRequest__Output, _assay_billing_v1_AdmitResponse>;
  
  /**
   * Begins one attempt of an idempotent call, or returns the stored answer of an earlier attempt. Idempotent by trace id.
   */
  BeginIdempotentCall: grpc.handleUnaryCall<_assay_billing_v1_BeginIdempotentCallRequest__Output, _assay_billing_v1_BeginIdempotentCallResponse>;
  
  /**
   * Confirms whether the answers of captured holds reached their callers. Billing reverses a capture that is never
   * confirmed.
   */
  Confirm: grpc.handleUnaryCall<_assay_billing_v1_ConfirmRequest__Output, _assay_billing_v1_ConfirmResponse>;
  
  CreateAccount: grpc.handleUnaryCall<_assay_billing_v1_CreateAccountRequest__Output, _assay_billing_v1_CreateAccountResponse>;
  
  /**
   * Creates a key with a name.
   */
  CreateAccountKey: grpc.handleUnaryCall<_assay_billing_v1_CreateAccountKeyRequest__Output, _assay_billing_v1_CreateAccountKeyResponse>;
  
  CreateKey: grpc.handleUnaryCall<_assay_billing_v1_CreateKeyRequest__Output, _assay_billing_v1_CreateKeyResponse>;
  
  /**
   * Creates a named operator with a token.
   */
  CreateOperator: grpc.handleUnaryCall<_assay_billing_v1_CreateOperatorRequest__Output, _assay_billing_v1_CreateOperatorResponse>;
  
  /**
   * Returns the operator of a token, for services with operator methods of their own.
   */
  FindOperator: grpc.handleUnaryCall<_assay_billing_v1_FindOperatorRequest__Output, _assay_billing_v1_FindOperatorResponse>;
  
  /**
   * Ends an attempt: stores its answer and confirms its captures in one transaction, or ends the lease without an answer.
   * Idempotent by trace id.
   */
  FinishIdempotentCall: grpc.handleUnaryCall<_assay_billing_v1_FinishIdempotentCallRequest__Output, _assay_billing_v1_FinishIdempotentCallResponse>;
  
  GetAccount: grpc.handleUnaryCall<_assay_billing_v1_GetAccountRequest__Output, _assay_billing_v1_GetAccountResponse>;
  
  /**
   * Returns the holds of one trace that belong to an account, without their ledger entries.
   */
  GetAccountCharges: grpc.handleUnaryCall<_assay_billing_v1_GetAccountChargesRequest__Output, _assay_billing_v1_GetAccountChargesResponse>;
  
  /**
   * Returns the holds of one trace with their ledger entries.
   */
  GetCharges: grpc.handleUnaryCall<_assay_billing_v1_GetChargesRequest__Output, _assay_billing_v1_GetChargesResponse>;
  
  /**
   * Checks what this service depends on. An operator method.
   */
  GetDiagnosis: grpc.handleUnaryCall<_assay_billing_v1_GetDiagnosisRequest__Output, _assay_billing_v1_GetDiagnosisResponse>;
  
  /**
   * Returns the calls and charges of an account in steps of an hour or a day, by type, outcome and level.
   */
  GetUsage: grpc.handleUnaryCall<_assay_billing_v1_GetUsageRequest__Output, _assay_billing_v1_GetUsageResponse>;
  
  /**
   * Takes a hold for an account that was already admitted. Idempotent by hold id.
   */
  Hold: grpc.handleUnaryCall<_assay_billing_v1_HoldRequest__Output, _assay_billing_v1_HoldResponse>;
  
  /**
   * Returns accounts by their ids. Unknown ids are left out.
   */
  ListAccounts: grpc.handleUnaryCall<_assay_billing_v1_ListAccountsRequest__Output, _assay_billing_v1_ListAccountsResponse>;
  
  /**
   * Returns the keys of an account, newest first, without the keys themselves. It returns at most 1,000.
   */
  ListKeys: grpc.handleUnaryCall<_assay_billing_v1_ListKeysRequest__Output, _assay_billing_v1_ListKeysResponse>;
  
  /**
   * Returns the ledger entries of an account, newest first, in pages.
   */
  ListLedger: grpc.handleUnaryCall<_assay_billing_v1_ListLedgerRequest__Output, _assay_billing_v1_ListLedgerResponse>;
  
  /**
   * Returns all named operators, without their tokens.
   */
  ListOperators: grpc.handleUnaryCall<_assay_billing_v1_ListOperatorsRequest__Output, _assay_billing_v1_ListOperatorsResponse>;
  
  /**
   * Opens an account without a key. Idempotent by operation id.
   */
  OpenAccount: grpc.handleUnaryCall<_assay_billing_v1_OpenAccountRequest__Output, _assay_billing_v1_OpenAccountResponse>;
  
  /**
   * Records an action of an operator in the audit table, for services with operator methods of their own.
   */
  RecordOperatorAction: grpc.handleUnaryCall<_assay_billing_v1_RecordOperatorActionRequest__Output, _assay_billing_v1_RecordOperatorActionResponse>;
  
  /**
   * Revokes a key by its id. A repeated revocation returns the time of the first. The fault is NOT_FOUND when the account
   * has no such key.
   */
  RevokeAccountKey: grpc.handleUnaryCall<_assay_billing_v1_RevokeAccountKeyRequest__Output, _assay_billing_v1_RevokeAccountKeyResponse>;
  
  RevokeKey: grpc.handleUnaryCall<_assay_billing_v1_RevokeKeyRequest__Output, _assay_billing_v1_RevokeKeyResponse>;
  
  /**
   * Revokes the token of an operator for ever. The name stays taken, so that it has one meaning in the audit table.
   */
  RevokeOperator: grpc.handleUnaryCall<_assay_billing_v1_RevokeOperatorRequest__Output, _assay_billing_v1_RevokeOperatorResponse>;
  
  /**
   * Creates a key with the name of another one, which then works until its overlap ends. The fault is NOT_FOUND when the
   * account has no such key, and INVALID_PARAM when the key has ended already or the account has too many valid keys.
   */
  RotateAccountKey: grpc.handleUnaryCall<_assay_billing_v1_RotateAccountKeyRequest__Output, _assay_billing_v1_RotateAccountKeyResponse>;
  
  /**
   * Replaces the token of an operator.
   */
  RotateOperator: grpc.handleUnaryCall<_assay_billing_v1_RotateOperatorRequest__Output, _assay_billing_v1_RotateOperatorResponse>;
  
  /**
   * Changes the rate limit of all keys of an account, and tells gateways.
   */
  SetRateLimit: grpc.handleUnaryCall<_assay_billing_v1_SetRateLimitRequest__Output, _assay_billing_v1_SetRateLimitResponse>;
  
  /**
   * Settles a hold: captures an amount and releases the rest. Zero releases all of it. Idempotent by hold id.
   */
  Settle: grpc.handleUnaryCall<_assay_billing_v1_SettleRequest__Output, _assay_billing_v1_SettleResponse>;
  
}

export interface BillingServiceDefinition extends grpc.ServiceDefinition {
  AddCredits: MethodDefinition<_assay_billing_v1_AddCreditsRequest, _assay_billing_v1_AddCreditsResponse, _assay_billing_v1_AddCreditsRequest__Output, _assay_billing_v1_AddCreditsResponse__Output>
  Admit: MethodDefinition<_assay_billing_v1_AdmitRequest, _assay_billing_v1_AdmitResponse, _assay_billing_v1_AdmitRequest__Output, _assay_billing_v1_AdmitResponse__Output>
  BeginIdempotentCall: MethodDefinition<_assay_billing_v1_BeginIdempotentCallRequest, _assay_billing_v1_BeginIdempotentCallResponse, _assay_billing_v1_BeginIdempotentCallRequest__Output, _assay_billing_v1_BeginIdempotentCallResponse__Output>
  Confirm: MethodDefinition<_assay_billing_v1_ConfirmRequest, _assay_billing_v1_ConfirmResponse, _assay_billing_v1_ConfirmRequest__Output, _assay_billing_v1_ConfirmResponse__Output>
  CreateAccount: MethodDefinition<_assay_billing_v1_CreateAccountRequest, _assay_billing_v1_CreateAccountResponse, _assay_billing_v1_CreateAccountRequest__Output, _assay_billing_v1_CreateAccountResponse__Output>
  CreateAccountKey: MethodDefinition<_assay_billing_v1_CreateAccountKeyRequest, _assay_billing_v1_CreateAccountKeyResponse, _assay_billing_v1_CreateAccountKeyRequest__Output, _assay_billing_v1_CreateAccountKeyResponse__Output>
  CreateKey: MethodDefinition<_assay_billing_v1_CreateKeyRequest, _assay_billing_v1_CreateKeyResponse, _assay_billing_v1_CreateKeyRequest__Output, _assay_billing_v1_CreateKeyResponse__Output>
  CreateOperator: MethodDefinition<_assay_billing_v1_CreateOperatorRequest, _assay_billing_v1_CreateOperatorResponse, _assay_billing_v1_CreateOperatorRequest__Output, _assay_billing_v1_CreateOperatorResponse__Output>
  FindOperator: MethodDefinition<_assay_billing_v1_FindOperatorRequest, _assay_billing_v1_FindOperatorResponse, _assay_billing_v1_FindOperatorRequest__Output, _assay_billing_v1_FindOperatorResponse__Output>
  FinishIdempotentCall: MethodDefinition<_assay_billing_v1_FinishIdempotentCallRequest, _assay_billing_v1_FinishIdempotentCallResponse, _assay_billing_v1_FinishIdempotentCallRequest__Output, _assay_billing_v1_FinishIdempotentCallResponse__Output>
  GetAccount: MethodDefinition<_assay_billing_v1_GetAccountRequest, _assay_billing_v1_GetAccountResponse, _assay_billing_v1_GetAccountRequest__Output, _assay_billing_v1_GetAccountResponse__Output>
  GetAccountCharges: MethodDefinition<_assay_billing_v1_GetAccountChargesRequest, _assay_billing_v1_GetAccountChargesResponse, _assay_billing_v1_GetAccountChargesRequest__Output, _assay_billing_v1_GetAccountChargesResponse__Output>
  GetCharges: MethodDefinition<_assay_billing_v1_GetChargesRequest, _assay_billing_v1_GetChargesResponse, _assay_billing_v1_GetChargesRequest__Output, _assay_billing_v1_GetChargesResponse__Output>
  GetDiagnosis: MethodDefinition<_assay_billing_v1_GetDiagnosisRequest, _assay_billing_v1_GetDiagnosisResponse, _assay_billing_v1_GetDiagnosisRequest__Output, _assay_billing_v1_GetDiagnosisResponse__Output>
  GetUsage: MethodDefinition<_assay_billing_v1_GetUsageRequest, _assay_billing_v1_GetUsageResponse, _assay_billing_v1_GetUsageRequest__Output, _assay_billing_v1_GetUsageResponse__Output>
  Hold: MethodDefinition<_assay_billing_v1_HoldRequest, _assay_billing_v1_HoldResponse, _assay_billing_v1_HoldRequest__Output, _assay_billing_v1_HoldResponse__Output>
  ListAccounts: MethodDefinition<_assay_billing_v1_ListAccountsRequest, _assay_billing_v1_ListAccountsResponse, _assay_billing_v1_ListAccountsRequest__Output, _assay_billing_v1_ListAccountsResponse__Output>
  ListKeys: MethodDefinition<_assay_billing_v1_ListKeysRequest, _assay_billing_v1_ListKeysResponse, _assay_billing_v1_ListKeysRequest__Output, _assay_billing_v1_ListKeysResponse__Output>
  ListLedger: MethodDefinition<_assay_billing_v1_ListLedgerRequest, _assay_billing_v1_ListLedgerResponse, _assay_billing_v1_ListLedgerRequest__Output, _assay_billing_v1_ListLedgerResponse__Output>
  ListOperators: MethodDefinition<_assay_billing_v1_ListOperatorsRequest, _assay_billing_v1_ListOperatorsResponse, _assay_billing_v1_ListOperatorsRequest__Output, _assay_billing_v1_ListOperatorsResponse__Output>
  OpenAccount: MethodDefinition<_assay_billing_v1_OpenAccountRequest, _assay_billing_v1_OpenAccountResponse, _assay_billing_v1_OpenAccountRequest__Output, _assay_billing_v1_OpenAccountResponse__Output>
  RecordOperatorAction: MethodDefinition<_assay_billing_v1_RecordOperatorActionRequest, _assay_billing_v1_RecordOperatorActionResponse, _assay_billing_v1_RecordOperatorActionRequest__Output, _assay_billing_v1_RecordOperatorActionResponse__Output>
  RevokeAccountKey: MethodDefinition<_assay_billing_v1_RevokeAccountKeyRequest, _assay_billing_v1_RevokeAccountKeyResponse, _assay_billing_v1_RevokeAccountKeyRequest__Output, _assay_billing_v1_RevokeAccountKeyResponse__Output>
  RevokeKey: MethodDefinition<_assay_billing_v1_RevokeKeyRequest, _assay_billing_v1_RevokeKeyResponse, _assay_billing_v1_RevokeKeyRequest__Output, _assay_billing_v1_RevokeKeyResponse__Output>
  RevokeOperator: MethodDefinition<_assay_billing_v1_RevokeOperatorRequest, _assay_billing_v1_RevokeOperatorResponse, _assay_billing_v1_RevokeOperatorRequest__Output, _assay_billing_v1_RevokeOperatorResponse__Output>
  RotateAccountKey: MethodDefinition<_assay_billing_v1_RotateAccountKeyRequest, _assay_billing_v1_RotateAccountKeyResponse, _assay_billing_v1_RotateAccountKeyRequest__Output, _assay_billing_v1_RotateAccountKeyResponse__Output>
  RotateOperator: MethodDefinition<_assay_billing_v1_RotateOperatorRequest, _assay_billing_v1_RotateOperatorResponse, _assay_billing_v1_RotateOperatorRequest__Output, _assay_billing_v1_RotateOperatorResponse__Output>
  SetRateLimit: MethodDefinition<_assay_billing_v1_SetRateLimitRequest, _assay_billing_v1_SetRateLimitResponse, _assay_billing_v1_SetRateLimitRequest__Output, _assay_billing_v1_SetRateLimitResponse__Output>
  Settle: MethodDefinition<_assay_billing_v1_SettleRequest, _assay_billing_v1_SettleResponse, _assay_billing_v1_SettleRequest__Output, _assay_billing_v1_SettleResponse__Output>
}
