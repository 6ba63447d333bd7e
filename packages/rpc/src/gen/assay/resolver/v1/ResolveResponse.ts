// Original file: protos/assay/resolver/v1/resolver.proto

import type { Resolved as _assay_resolver_v1_Resolved, Resolved__Output as _assay_resolver_v1_Resolved__Output } from '../../../assay/resolver/v1/Resolved.ts';

export interface ResolveResponse {
  'resolved'?: (_assay_resolver_v1_Resolved);
  'type'?: (string);
  /**
   * The parameters found, as a JSON object normalized by the catalog.
   */
  'params_json'?: (string);
  /**
   * Names of required parameters that the question lacks.
   */
  'missing'?: (string)[];
  /**
   * The model that decided, and its confidence.
   */
  'model'?: (string);
  'confidence'?: (number | string);
  /**
   * Why the embedded model decided instead of the configured one; empty otherwise.
   */
  'fallback_reason'?: (string);
  /**
   * A message for the caller when no type matched. It names a similar type if one exists.
   */
  'message'?: (string);
}

export interface ResolveResponse__Output {
  'resolved': (_assay_resolver_v1_Resolved__Output);
  'type': (string);
  /**
   * The parameters found, as a JSON object normalized by the catalog.
   */
  'params_json': (string);
  /**
   * Names of required parameters that the question lacks.
   */
  'missing': (string)[];
  /**
   * The model that decided, and its confidence.
   */
  'model': (string);
  'confidence': (number);
  /**
   * Why the embedded model decided instead of the configured one; empty otherwise.
   */
  'fallback_reason': (string);
  /**
   * A message for the caller when no type matched. It names a similar type if one exists.
   */
  'message': (string);
}
