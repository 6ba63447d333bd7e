// Original file: protos/assay/events/v1/events.proto

import type { Long } from '@grpc/proto-loader';

/**
 * Payload of assay.catalog.changed.v1. Gateways then ask the engine for the catalog again.
 */
export interface CatalogChanged {
  /**
   * Milliseconds since the Unix epoch.
   */
  'changed_at_ms'?: (number | string | Long);
}

/**
 * Payload of assay.catalog.changed.v1. Gateways then ask the engine for the catalog again.
 */
export interface CatalogChanged__Output {
  /**
   * Milliseconds since the Unix epoch.
   */
  'changed_at_ms': (string);
}
