// Original file: protos/assay/watch/v1/watch.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { CreateWatchRequest as _assay_watch_v1_CreateWatchRequest, CreateWatchRequest__Output as _assay_watch_v1_CreateWatchRequest__Output } from '../../../assay/watch/v1/CreateWatchRequest.ts';
import type { CreateWatchResponse as _assay_watch_v1_CreateWatchResponse, CreateWatchResponse__Output as _assay_watch_v1_CreateWatchResponse__Output } from '../../../assay/watch/v1/CreateWatchResponse.ts';
import type { DeleteWatchRequest as _assay_watch_v1_DeleteWatchRequest, DeleteWatchRequest__Output as _assay_watch_v1_DeleteWatchRequest__Output } from '../../../assay/watch/v1/DeleteWatchRequest.ts';
import type { DeleteWatchResponse as _assay_watch_v1_DeleteWatchResponse, DeleteWatchResponse__Output as _assay_watch_v1_DeleteWatchResponse__Output } from '../../../assay/watch/v1/DeleteWatchResponse.ts';
import type { GetDeliveryRequest as _assay_watch_v1_GetDeliveryRequest, GetDeliveryRequest__Output as _assay_watch_v1_GetDeliveryRequest__Output } from '../../../assay/watch/v1/GetDeliveryRequest.ts';
import type { GetDeliveryResponse as _assay_watch_v1_GetDeliveryResponse, GetDeliveryResponse__Output as _assay_watch_v1_GetDeliveryResponse__Output } from '../../../assay/watch/v1/GetDeliveryResponse.ts';
import type { GetDiagnosisRequest as _assay_watch_v1_GetDiagnosisRequest, GetDiagnosisRequest__Output as _assay_watch_v1_GetDiagnosisRequest__Output } from '../../../assay/watch/v1/GetDiagnosisRequest.ts';
import type { GetDiagnosisResponse as _assay_watch_v1_GetDiagnosisResponse, GetDiagnosisResponse__Output as _assay_watch_v1_GetDiagnosisResponse__Output } from '../../../assay/watch/v1/GetDiagnosisResponse.ts';
import type { ListDeliveriesRequest as _assay_watch_v1_ListDeliveriesRequest, ListDeliveriesRequest__Output as _assay_watch_v1_ListDeliveriesRequest__Output } from '../../../assay/watch/v1/ListDeliveriesRequest.ts';
import type { ListDeliveriesResponse as _assay_watch_v1_ListDeliveriesResponse, ListDeliveriesResponse__Output as _assay_watch_v1_ListDeliveriesResponse__Output } from '../../../assay/watch/v1/ListDeliveriesResponse.ts';
import type { ListWatchesRequest as _assay_watch_v1_ListWatchesRequest, ListWatchesRequest__Output as _assay_watch_v1_ListWatchesRequest__Output } from '../../../assay/watch/v1/ListWatchesRequest.ts';
import type { ListWatchesResponse as _assay_watch_v1_ListWatchesResponse, ListWatchesResponse__Output as _assay_watch_v1_ListWatchesResponse__Output } from '../../../assay/watch/v1/ListWatchesResponse.ts';
import type { SendTestNotificationRequest as _assay_watch_v1_SendTestNotificationRequest, SendTestNotificationRequest__Output as _assay_watch_v1_SendTestNotificationRequest__Output } from '../../../assay/watch/v1/SendTestNotificationRequest.ts';
import type { SendTestNotificationResponse as _assay_watch_v1_SendTestNotificationResponse, SendTestNotificationResponse__Output as _assay_watch_v1_SendTestNotificationResponse__Output } from '../../../assay/watch/v1/SendTestNotificationResponse.ts';

/**
 * The registry of watches. An invalid watch is the fault WATCH_REJECTED, whose message names the error.
 */
export interface WatchServiceClient extends grpc.Client {
  /**
   * Registers a watch. A repeated request creates a second watch, unless it has the creation id of the first.
   */
  CreateWatch(argument: _assay_watch_v1_CreateWatchRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_watch_v1_CreateWatchResponse__Output>): grpc.ClientUnaryCall;
  CreateWatch(argument: _assay_watch_v1_CreateWatchRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_watch_v1_CreateWatchResponse__Output>): grpc.ClientUnaryCall;
  CreateWatch(argument: _assay_watch_v1_CreateWatchRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_watch_v1_CreateWatchResponse__Output>): grpc.ClientUnaryCall;
  CreateWatch(argument: _assay_watch_v1_CreateWatchRequest, callback: grpc.requestCallback<_assay_watch_v1_CreateWatchResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Registers a watch. A repeated request creates a second watch, unless it has the creation id of the first.
   */
  createWatch(argument: _assay_watch_v1_CreateWatchRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_watch_v1_CreateWatchResponse__Output>): grpc.ClientUnaryCall;
  createWatch(argument: _assay_watch_v1_CreateWatchRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_watch_v1_CreateWatchResponse__Output>): grpc.ClientUnaryCall;
  createWatch(argument: _assay_watch_v1_CreateWatchRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_watch_v1_CreateWatchResponse__Output>): grpc.ClientUnaryCall;
  createWatch(argument: _assay_watch_v1_CreateWatchRequest, callback: grpc.requestCallback<_assay_watch_v1_CreateWatchResponse__Output>): grpc.ClientUnaryCall;
  
  DeleteWatch(argument: _assay_watch_v1_DeleteWatchRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_watch_v1_DeleteWatchResponse__Output>): grpc.ClientUnaryCall;
  DeleteWatch(argument: _assay_watch_v1_DeleteWatchRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_watch_v1_DeleteWatchResponse__Output>): grpc.ClientUnaryCall;
  DeleteWatch(argument: _assay_watch_v1_DeleteWatchRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_watch_v1_DeleteWatchResponse__Output>): grpc.ClientUnaryCall;
  DeleteWatch(argument: _assay_watch_v1_DeleteWatchRequest, callback: grpc.requestCallback<_assay_watch_v1_DeleteWatchResponse__Output>): grpc.ClientUnaryCall;
  deleteWatch(argument: _assay_watch_v1_DeleteWatchRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_watch_v1_DeleteWatchResponse__Output>): grpc.ClientUnaryCall;
  deleteWatch(argument: _assay_watch_v1_DeleteWatchRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_watch_v1_DeleteWatchResponse__Output>): grpc.ClientUnaryCall;
  deleteWatch(argument: _assay_watch_v1_DeleteWatchRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_watch_v1_DeleteWatchResponse__Output>): grpc.ClientUnaryCall;
  deleteWatch(argument: _assay_watch_v1_DeleteWatchRequest, callback: grpc.requestCallback<_assay_watch_v1_DeleteWatchResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Returns the delivery with this trace id.
   */
  GetDelivery(argument: _assay_watch_v1_GetDeliveryRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_watch_v1_GetDeliveryResponse__Output>): grpc.ClientUnaryCall;
  GetDelivery(argument: _assay_watch_v1_GetDeliveryRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_watch_v1_GetDeliveryResponse__Output>): grpc.ClientUnaryCall;
  GetDelivery(argument: _assay_watch_v1_GetDeliveryRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_watch_v1_GetDeliveryResponse__Output>): grpc.ClientUnaryCall;
  GetDelivery(argument: _assay_watch_v1_GetDeliveryRequest, callback: grpc.requestCallback<_assay_watch_v1_GetDeliveryResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Returns the delivery with this trace id.
   */
  getDelivery(argument: _assay_watch_v1_GetDeliveryRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_watch_v1_GetDeliveryResponse__Output>): grpc.ClientUnaryCall;
  getDelivery(argument: _assay_watch_v1_GetDeliveryRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_watch_v1_GetDeliveryResponse__Output>): grpc.ClientUnaryCall;
  getDelivery(argument: _assay_watch_v1_GetDeliveryRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_watch_v1_GetDeliveryResponse__Output>): grpc.ClientUnaryCall;
  getDelivery(argument: _assay_watch_v1_GetDeliveryRequest, callback: grpc.requestCallback<_assay_watch_v1_GetDeliveryResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Checks what this service depends on. An operator method.
   */
  GetDiagnosis(argument: _assay_watch_v1_GetDiagnosisRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_watch_v1_GetDiagnosisResponse__Output>): grpc.ClientUnaryCall;
  GetDiagnosis(argument: _assay_watch_v1_GetDiagnosisRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_watch_v1_GetDiagnosisResponse__Output>): grpc.ClientUnaryCall;
  GetDiagnosis(argument: _assay_watch_v1_GetDiagnosisRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_watch_v1_GetDiagnosisResponse__Output>): grpc.ClientUnaryCall;
  GetDiagnosis(argument: _assay_watch_v1_GetDiagnosisRequest, callback: grpc.requestCallback<_assay_watch_v1_GetDiagnosisResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Checks what this service depends on. An operator method.
   */
  getDiagnosis(argument: _assay_watch_v1_GetDiagnosisRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_watch_v1_GetDiagnosisResponse__Output>): grpc.ClientUnaryCall;
  getDiagnosis(argument: _assay_watch_v1_GetDiagnosisRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_watch_v1_GetDiagnosisResponse__Output>): grpc.ClientUnaryCall;
  getDiagnosis(argument: _assay_watch_v1_GetDiagnosisRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_watch_v1_GetDiagnosisResponse__Output>): grpc.ClientUnaryCall;
  getDiagnosis(argument: _assay_watch_v1_GetDiagnosisRequest, callback: grpc.requestCallback<_assay_watch_v1_GetDiagnosisResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Returns the deliveries of a watch, newest first, in pages. There are none when the account has no such watch.
   */
  ListDeliveries(argument: _assay_watch_v1_ListDeliveriesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_watch_v1_ListDeliveriesResponse__Output>): grpc.ClientUnaryCall;
  ListDeliveries(argument: _assay_watch_v1_ListDeliveriesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_watch_v1_ListDeliveriesResponse__Output>): grpc.ClientUnaryCall;
  ListDeliveries(argument: _assay_watch_v1_ListDeliveriesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_watch_v1_ListDeliveriesResponse__Output>): grpc.ClientUnaryCall;
  ListDeliveries(argument: _assay_watch_v1_ListDeliveriesRequest, callback: grpc.requestCallback<_assay_watch_v1_ListDeliveriesResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Returns the deliveries of a watch, newest first, in pages. There are none when the account has no such watch.
   */
  listDeliveries(argument: _assay_watch_v1_ListDeliveriesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_watch_v1_ListDeliveriesResponse__Output>): grpc.ClientUnaryCall;
  listDeliveries(argument: _assay_watch_v1_ListDeliveriesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_watch_v1_ListDeliveriesResponse__Output>): grpc.ClientUnaryCall;
  listDeliveries(argument: _assay_watch_v1_ListDeliveriesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_watch_v1_ListDeliveriesResponse__Output>): grpc.ClientUnaryCall;
  listDeliveries(argument: _assay_watch_v1_ListDeliveriesRequest, callback: grpc.requestCallback<_assay_watch_v1_ListDeliveriesResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Returns the watches of one account, oldest first, without their secrets.
   */
  ListWatches(argument: _assay_watch_v1_ListWatchesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_watch_v1_ListWatchesResponse__Output>): grpc.ClientUnaryCall;
  ListWatches(argument: _assay_watch_v1_ListWatchesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_watch_v1_ListWatchesResponse__Output>): grpc.ClientUnaryCall;
  ListWatches(argument: _assay_watch_v1_ListWatchesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_watch_v1_ListWatchesResponse__Output>): grpc.ClientUnaryCall;
  ListWatches(argument: _assay_watch_v1_ListWatchesRequest, callback: grpc.requestCallback<_assay_watch_v1_ListWatchesResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Returns the watches of one account, oldest first, without their secrets.
   */
  listWatches(argument: _assay_watch_v1_ListWatchesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_watch_v1_ListWatchesResponse__Output>): grpc.ClientUnaryCall;
  listWatches(argument: _assay_watch_v1_ListWatchesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_watch_v1_ListWatchesResponse__Output>): grpc.ClientUnaryCall;
  listWatches(argument: _assay_watch_v1_ListWatchesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_watch_v1_ListWatchesResponse__Output>): grpc.ClientUnaryCall;
  listWatches(argument: _assay_watch_v1_ListWatchesRequest, callback: grpc.requestCallback<_assay_watch_v1_ListWatchesResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Sends one notification with the event "watch.test" to the webhook, and waits for its answer. It is free. The fault is
   * NOT_FOUND when the account has no such watch, and RATE_LIMIT after too many tests.
   */
  SendTestNotification(argument: _assay_watch_v1_SendTestNotificationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_watch_v1_SendTestNotificationResponse__Output>): grpc.ClientUnaryCall;
  SendTestNotification(argument: _assay_watch_v1_SendTestNotificationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_watch_v1_SendTestNotificationResponse__Output>): grpc.ClientUnaryCall;
  SendTestNotification(argument: _assay_watch_v1_SendTestNotificationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_watch_v1_SendTestNotificationResponse__Output>): grpc.ClientUnaryCall;
  SendTestNotification(argument: _assay_watch_v1_SendTestNotificationRequest, callback: grpc.requestCallback<_assay_watch_v1_SendTestNotificationResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Sends one notification with the event "watch.test" to the webhook, and waits for its answer. It is free. The fault is
   * NOT_FOUND when the account has no such watch, and RATE_LIMIT after too many tests.
   */
  sendTestNotification(argument: _assay_watch_v1_SendTestNotificationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_watch_v1_SendTestNotificationResponse__Output>): grpc.ClientUnaryCall;
  sendTestNotification(argument: _assay_watch_v1_SendTestNotificationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_assay_watch_v1_SendTestNotificationResponse__Output>): grpc.ClientUnaryCall;
  sendTestNotification(argument: _assay_watch_v1_SendTestNotificationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_assay_watch_v1_SendTestNotificationResponse__Output>): grpc.ClientUnaryCall;
  sendTestNotification(argument: _assay_watch_v1_SendTestNotificationRequest, callback: grpc.requestCallback<_assay_watch_v1_SendTestNotificationResponse__Output>): grpc.ClientUnaryCall;
  
}

/**
 * The registry of watches. An invalid watch is the fault WATCH_REJECTED, whose message names the error.
 */
export interface WatchServiceHandlers extends grpc.UntypedServiceImplementation {
  /**
   * Registers a watch. A repeated request creates a second watch, unless it has the creation id of the first.
   */
  CreateWatch: grpc.handleUnaryCall<_assay_watch_v1_CreateWatchRequest__Output, _assay_watch_v1_CreateWatchResponse>;
  
  DeleteWatch: grpc.handleUnaryCall<_assay_watch_v1_DeleteWatchRequest__Output, _assay_watch_v1_DeleteWatchResponse>;
  
  /**
   * Returns the delivery with this trace id.
   */
  GetDelivery: grpc.handleUnaryCall<_assay_watch_v1_GetDeliveryRequest__Output, _assay_watch_v1_GetDeliveryResponse>;
  
  /**
   * Checks what this service depends on. An operator method.
   */
  GetDiagnosis: grpc.handleUnaryCall<_assay_watch_v1_GetDiagnosisRequest__Output, _assay_watch_v1_GetDiagnosisResponse>;
  
  /**
   * Returns the deliveries of a watch, newest first, in pages. There are none when the account has no such watch.
   */
  ListDeliveries: grpc.handleUnaryCall<_assay_watch_v1_ListDeliveriesRequest__Output, _assay_watch_v1_ListDeliveriesResponse>;
  
  /**
   * Returns the watches of one account, oldest first, without their secrets.
   */
  ListWatches: grpc.handleUnaryCall<_assay_watch_v1_ListWatchesRequest__Output, _assay_watch_v1_ListWatchesResponse>;
  
  /**
   * Sends one notification with the event "watch.test" to the webhook, and waits for its answer. It is free. The fault is
   * NOT_FOUND when the account has no such watch, and RATE_LIMIT after too many tests.
   */
  SendTestNotification: grpc.handleUnaryCall<_assay_watch_v1_SendTestNotificationRequest__Output, _assay_watch_v1_SendTestNotificationResponse>;
  
}

export interface WatchServiceDefinition extends grpc.ServiceDefinition {
  CreateWatch: MethodDefinition<_assay_watch_v1_CreateWatchRequest, _assay_watch_v1_CreateWatchResponse, _assay_watch_v1_CreateWatchRequest__Output, _assay_watch_v1_CreateWatchResponse__Output>
  DeleteWatch: MethodDefinition<_assay_watch_v1_DeleteWatchRequest, _assay_watch_v1_DeleteWatchResponse, _assay_watch_v1_DeleteWatchRequest__Output, _assay_watch_v1_DeleteWatchResponse__Output>
  GetDelivery: MethodDefinition<_assay_watch_v1_GetDeliveryRequest, _assay_watch_v1_GetDeliveryResponse, _assay_watch_v1_GetDeliveryRequest__Output, _assay_watch_v1_GetDeliveryResponse__Output>
  GetDiagnosis: MethodDefinition<_assay_watch_v1_GetDiagnosisRequest, _assay_watch_v1_GetDiagnosisResponse, _assay_watch_v1_GetDiagnosisRequest__Output, _assay_watch_v1_GetDiagnosisResponse__Output>
  ListDeliveries: MethodDefinition<_assay_watch_v1_ListDeliveriesRequest, _assay_watch_v1_ListDeliveriesResponse, _assay_watch_v1_ListDeliveriesRequest__Output, _assay_watch_v1_ListDeliveriesResponse__Output>
  ListWatches: MethodDefinition<_assay_watch_v1_ListWatchesRequest, _assay_watch_v1_ListWatchesResponse, _assay_watch_v1_ListWatchesRequest__Output, _assay_watch_v1_ListWatchesResponse__Output>
  SendTestNotification: MethodDefinition<_assay_watch_v1_SendTestNotificationRequest, _assay_watch_v1_SendTestNotificationResponse, _assay_watch_v1_SendTestNotificationRequest__Output, _assay_watch_v1_SendTestNotificationResponse__Output>
}
