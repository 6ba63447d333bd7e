// Original file: protos/assay/events/v1/events.proto

import type { SeenPrint as _assay_events_v1_SeenPrint, SeenPrint__Output as _assay_events_v1_SeenPrint__Output } from '../../../assay/events/v1/SeenPrint.ts';
import type { Long } from '@grpc/proto-loader';

/**
 * Payload of assay.prints.seen.v1: trades that arrived over one replica's connections, in batches of at most 50 ms, for
 * the replica that leads the measurement.
 */
export interface PrintsSeen {
  /**
   * UUID of the replica that sends them.
   */
  'sender'?: (string);
  /**
   * Counts the messages of the sender one by one. A missing number shows lost trades.
   */
  'sequence'?: (number | string | Long);
  'prints'?: (_assay_events_v1_SeenPrint)[];
}

/**
 * Payload of assay.prints.seen.v1: trades that arrived over one replica's connections, in batches of at most 50 ms, for
 * the replica that leads the measurement.
 */
export interface PrintsSeen__Output {
  /**
   * UUID of the replica that sends them.
   */
  'sender': (string);
  /**
   * Counts the messages of the sender one by one. A missing number shows lost trades.
   */
  'sequence': (string);
  'prints': (_assay_events_v1_SeenPrint__Output)[];
}
