// Original file: protos/assay/events/v1/events.proto

import type { StreamTrade as _assay_events_v1_StreamTrade, StreamTrade__Output as _assay_events_v1_StreamTrade__Output } from '../../../assay/events/v1/StreamTrade.ts';
import type { StreamQuote as _assay_events_v1_StreamQuote, StreamQuote__Output as _assay_events_v1_StreamQuote__Output } from '../../../assay/events/v1/StreamQuote.ts';
import type { StreamFunding as _assay_events_v1_StreamFunding, StreamFunding__Output as _assay_events_v1_StreamFunding__Output } from '../../../assay/events/v1/StreamFunding.ts';
import type { Long } from '@grpc/proto-loader';

/**
 * The last events of one topic.
 */
export interface TopicUpdate {
  'topic'?: (string);
  /**
   * Whether the events of the topic can no longer be used. The other fields are then empty.
   */
  'dropped'?: (boolean);
  /**
   * Whether an event was missed, so that the last one may not be the newest.
   */
  'missed'?: (boolean);
  /**
   * Our time of the last trade's or rate's arrival, in milliseconds since the Unix epoch.
   */
  'received_at_ms'?: (number | string | Long);
  'trade'?: (_assay_events_v1_StreamTrade | null);
  'quote'?: (_assay_events_v1_StreamQuote | null);
  'funding'?: (_assay_events_v1_StreamFunding | null);
}

/**
 * The last events of one topic.
 */
export interface TopicUpdate__Output {
  'topic': (string);
  /**
   * Whether the events of the topic can no longer be used. The other fields are then empty.
   */
  'dropped': (boolean);
  /**
   * Whether an event was missed, so that the last one may not be the newest.
   */
  'missed': (boolean);
  /**
   * Our time of the last trade's or rate's arrival, in milliseconds since the Unix epoch.
   */
  'received_at_ms': (string);
  'trade': (_assay_events_v1_StreamTrade__Output | null);
  'quote': (_assay_events_v1_StreamQuote__Output | null);
  'funding': (_assay_events_v1_StreamFunding__Output | null);
}
