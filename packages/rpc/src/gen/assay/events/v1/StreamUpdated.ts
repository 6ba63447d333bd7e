// Original file: protos/assay/events/v1/events.proto

import type { TopicUpdate as _assay_events_v1_TopicUpdate, TopicUpdate__Output as _assay_events_v1_TopicUpdate__Output } from '../../../assay/events/v1/TopicUpdate.ts';
import type { Long } from '@grpc/proto-loader';

/**
 * Payload of assay.stream.updated.v1: the last events of the topics that changed on one stream, in batches of at most
 * 50 ms. Each replica of the engine answers from them.
 */
export interface StreamUpdated {
  'stream'?: (string);
  /**
   * UUID of the replica that holds the connection. It ignores its own messages.
   */
  'holder'?: (string);
  /**
   * How far the venue's clock is ahead, in milliseconds.
   */
  'lead_ms'?: (number | string | Long);
  'topics'?: (_assay_events_v1_TopicUpdate)[];
}

/**
 * Payload of assay.stream.updated.v1: the last events of the topics that changed on one stream, in batches of at most
 * 50 ms. Each replica of the engine answers from them.
 */
export interface StreamUpdated__Output {
  'stream': (string);
  /**
   * UUID of the replica that holds the connection. It ignores its own messages.
   */
  'holder': (string);
  /**
   * How far the venue's clock is ahead, in milliseconds.
   */
  'lead_ms': (string);
  'topics': (_assay_events_v1_TopicUpdate__Output)[];
}
