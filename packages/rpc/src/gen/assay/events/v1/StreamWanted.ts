// Original file: protos/assay/events/v1/events.proto

import type { WantedTopics as _assay_events_v1_WantedTopics, WantedTopics__Output as _assay_events_v1_WantedTopics__Output } from '../../../assay/events/v1/WantedTopics.ts';

/**
 * Payload of assay.stream.wanted.v1: the topics that a replica of the engine was asked about lately.
 */
export interface StreamWanted {
  'streams'?: (_assay_events_v1_WantedTopics)[];
}

/**
 * Payload of assay.stream.wanted.v1: the topics that a replica of the engine was asked about lately.
 */
export interface StreamWanted__Output {
  'streams': (_assay_events_v1_WantedTopics__Output)[];
}
