// Original file: protos/assay/events/v1/events.proto

import type { SeenObservation as _assay_events_v1_SeenObservation, SeenObservation__Output as _assay_events_v1_SeenObservation__Output } from '../../../assay/events/v1/SeenObservation.ts';

/**
 * Payload of assay.observations.seen.v1: the observations of an engine replica that does not sample.
 */
export interface ObservationsSeen {
  'observations'?: (_assay_events_v1_SeenObservation)[];
}

/**
 * Payload of assay.observations.seen.v1: the observations of an engine replica that does not sample.
 */
export interface ObservationsSeen__Output {
  'observations': (_assay_events_v1_SeenObservation__Output)[];
}
