// Original file: protos/assay/events/v1/events.proto

import type { Long } from '@grpc/proto-loader';

/**
 * An update of a provider's stream, as a decision names it.
 */
export interface UsedUpdate {
  /**
   * direct: the engine's own connection. shared: the connection of another replica.
   */
  'path'?: (string);
  /**
   * The venue's id of the trade; empty when the update has none.
   */
  'id'?: (string);
  /**
   * Our time of its arrival at the replica with the connection, in milliseconds since the Unix epoch.
   */
  'received_at_ms'?: (number | string | Long);
}

/**
 * An update of a provider's stream, as a decision names it.
 */
export interface UsedUpdate__Output {
  /**
   * direct: the engine's own connection. shared: the connection of another replica.
   */
  'path': (string);
  /**
   * The venue's id of the trade; empty when the update has none.
   */
  'id': (string);
  /**
   * Our time of its arrival at the replica with the connection, in milliseconds since the Unix epoch.
   */
  'received_at_ms': (string);
}
