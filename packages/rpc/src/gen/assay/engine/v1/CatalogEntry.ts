// Original file: protos/assay/engine/v1/engine.proto

import type { Level as _assay_engine_v1_Level, Level__Output as _assay_engine_v1_Level__Output } from '../../../assay/engine/v1/Level.ts';
import type { Long } from '@grpc/proto-loader';

export interface CatalogEntry {
  'type'?: (string);
  'providers'?: (number);
  'max_level'?: (_assay_engine_v1_Level);
  /**
   * Empty when nothing caps the type.
   */
  'cap_reason'?: (string);
  /**
   * The most that one call can cost, markup not included.
   */
  'max_cost_micros'?: (number | string | Long);
  /**
   * Whether the type is capped only until more is known of its sources' independence.
   */
  'measuring'?: (boolean);
}

export interface CatalogEntry__Output {
  'type': (string);
  'providers': (number);
  'max_level': (_assay_engine_v1_Level__Output);
  /**
   * Empty when nothing caps the type.
   */
  'cap_reason': (string);
  /**
   * The most that one call can cost, markup not included.
   */
  'max_cost_micros': (string);
  /**
   * Whether the type is capped only until more is known of its sources' independence.
   */
  'measuring': (boolean);
}
