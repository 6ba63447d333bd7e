// Original file: protos/assay/engine/v1/engine.proto

import type { Level as _assay_engine_v1_Level, Level__Output as _assay_engine_v1_Level__Output } from '../../../assay/engine/v1/Level.ts';
import type { Long } from '@grpc/proto-loader';

export interface CatalogEntry {
  'type'?: (string);
  'providers'?: (number);
  'max_level'?: (_assay_engine_v1_Level);
  /**
   * Why checking cannot reach a higher level; empty when nothing limits it.
   */
  'cap_reason'?: (string);
  /**
   * The maximum cost of one call, markup not included.
   */
  'max_cost_micros'?: (number | string | Long);
  /**
   * Whether the limit ends once more is measured about the independence of the sources.
   */
  'measuring'?: (boolean);
}

export interface CatalogEntry__Output {
  'type': (string);
  'providers': (number);
  'max_level': (_assay_engine_v1_Level__Output);
  /**
   * Why checking cannot reach a higher level; empty when nothing limits it.
   */
  'cap_reason': (string);
  /**
   * The maximum cost of one call, markup not included.
   */
  'max_cost_micros': (string);
  /**
   * Whether the limit ends once more is measured about the independence of the sources.
   */
  'measuring': (boolean);
}
