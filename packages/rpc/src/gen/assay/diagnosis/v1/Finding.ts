// Original file: protos/assay/diagnosis/v1/diagnosis.proto

import type { Fact as _assay_diagnosis_v1_Fact, Fact__Output as _assay_diagnosis_v1_Fact__Output } from '../../../assay/diagnosis/v1/Fact.ts';

export interface Finding {
  /**
   * provider, stream, node, type or service.
   */
  'subject'?: (string);
  /**
   * The name of the provider, stream, node or type; of a dependency the service and the dependency.
   */
  'name'?: (string);
  /**
   * ok, off (not configured), warning or failure.
   */
  'status'?: (string);
  /**
   * A short code such as unreachable or key_refused.
   */
  'outcome'?: (string);
  /**
   * One sentence about the outcome.
   */
  'message'?: (string);
  /**
   * What the operator can do; empty where nothing is to be done.
   */
  'remedy'?: (string);
  'facts'?: (_assay_diagnosis_v1_Fact)[];
}

export interface Finding__Output {
  /**
   * provider, stream, node, type or service.
   */
  'subject': (string);
  /**
   * The name of the provider, stream, node or type; of a dependency the service and the dependency.
   */
  'name': (string);
  /**
   * ok, off (not configured), warning or failure.
   */
  'status': (string);
  /**
   * A short code such as unreachable or key_refused.
   */
  'outcome': (string);
  /**
   * One sentence about the outcome.
   */
  'message': (string);
  /**
   * What the operator can do; empty where nothing is to be done.
   */
  'remedy': (string);
  'facts': (_assay_diagnosis_v1_Fact__Output)[];
}
