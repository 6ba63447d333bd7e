// Original file: protos/assay/watch/v1/watch.proto

import type { WebhookAttempt as _assay_watch_v1_WebhookAttempt, WebhookAttempt__Output as _assay_watch_v1_WebhookAttempt__Output } from '../../../assay/watch/v1/WebhookAttempt.ts';
import type { NotEvaluated as _assay_watch_v1_NotEvaluated, NotEvaluated__Output as _assay_watch_v1_NotEvaluated__Output } from '../../../assay/watch/v1/NotEvaluated.ts';

/**
 * A watch as its owner sees it. Times are ISO 8601 in UTC; a time is empty before its event.
 */
export interface Watch {
  'id'?: (string);
  'type'?: (string);
  'params_json'?: (string);
  /**
   * Empty when every verified datum is notified.
   */
  'condition_json'?: (string);
  'webhook_url'?: (string);
  'min_interval_seconds'?: (number);
  'watched_address'?: (string);
  'created_at'?: (string);
  'last_triggered_at'?: (string);
  'last_delivered_at'?: (string);
  /**
   * Absent before the first delivery.
   */
  'last_attempt'?: (_assay_watch_v1_WebhookAttempt | null);
  /**
   * Absent when the condition was evaluated at the last verification, or was never verified.
   */
  'not_evaluated'?: (_assay_watch_v1_NotEvaluated | null);
}

/**
 * A watch as its owner sees it. Times are ISO 8601 in UTC; a time is empty before its event.
 */
export interface Watch__Output {
  'id': (string);
  'type': (string);
  'params_json': (string);
  /**
   * Empty when every verified datum is notified.
   */
  'condition_json': (string);
  'webhook_url': (string);
  'min_interval_seconds': (number);
  'watched_address': (string);
  'created_at': (string);
  'last_triggered_at': (string);
  'last_delivered_at': (string);
  /**
   * Absent before the first delivery.
   */
  'last_attempt': (_assay_watch_v1_WebhookAttempt__Output | null);
  /**
   * Absent when the condition was evaluated at the last verification, or was never verified.
   */
  'not_evaluated': (_assay_watch_v1_NotEvaluated__Output | null);
}
