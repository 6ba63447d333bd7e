// Original file: protos/assay/resolver/v1/resolver.proto

import type { Resolved as _assay_resolver_v1_Resolved, Resolved__Output as _assay_resolver_v1_Resolved__Output } from '../../../assay/resolver/v1/Resolved.ts';

export interface ResolveResponse {
  'resolved'?: (_assay_resolver_v1_Resolved);
  'type'?: (string);
  /**
   * Parameters found, as a JSON object in the catalog's normal form.
   */
  'params_json'?: (string);
  /**
   * Names of required parameters that the question does not give.
   */
  'missing'?: (string)[];
  /**
   * Which model decided and how sure it was.
   */
  'model'?: (string);
  'confidence'?: (number | string);
  /**
   * Why the configured model did not decide, when the embedded one did instead.
   */
  'fallback_reason'?: (string);
  /**
   * For the caller when nothing matched: which nearby type exists, if one does.
   */
  'message'?: (string);
}

export interface ResolveResponse__Output {
  'resolved': (_assay_resolver_v1_Resolved__Output);
  'type': (string);
  /**
   * Parameters found, as a JSON object in the catalog's normal form.
   */
  'params_json': (string);
  /**
   * Names of required parameters that the question does not give.
   */
  'missing': (string)[];
  /**
   * Which model decided and how sure it was.
   */
  'model': (string);
  'confidence': (number);
  /**
   * Why the configured model did not decide, when the embedded one did instead.
   */
  'fallback_reason': (string);
  /**
   * For the caller when nothing matched: which nearby type exists, if one does.
   */
  'message': (string);
}
