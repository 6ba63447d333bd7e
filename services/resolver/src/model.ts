import type { Catalog } from '@assay/catalog/catalog';

/** The data type and the parameters that a question asks for. Parameters have the catalog's normal form. */
export type Resolution = {
  /**
   * `type`: all parameters are known. `missing`: the type is known, but a parameter is not. `none`: no type measures
   * the subject.
   */
  readonly outcome: 'type' | 'missing' | 'none';
  /** The data type. Empty for `none`. */
  readonly type: string;
  readonly params: Readonly<Record<string, string>>;
  /** Names of the required parameters that the question does not give. Empty unless the outcome is `missing`. */
  readonly missing: readonly string[];
  /** The model's own estimate, from 0 to 1, of the probability that the outcome is right. */
  readonly confidence: number;
  /**
   * The embedded model's estimate, from 0 to 1, of the probability that its best candidate is right. 0 without a
   * candidate. The model is sure of a refusal at a low value, and of an answer at a high value. Absent in the
   * resolution of an endpoint.
   */
  readonly candidateProbability?: number;
  /** For `none`: the data type nearest to the subject. Absent if no type is near. */
  readonly nearest?: string;
  /** For `none`: the required parameters of the nearest data type that the question lacks. */
  readonly nearestLacks?: readonly string[];
  /** For `none`: the reason why no type measures the subject. */
  readonly because?: NoneReason;
  /**
   * The reason of the rejection rule that objects to an endpoint's answer. The objection counts only when the embedded
   * model has no candidate.
   */
  readonly objection?: NoneReason;
};

/**
 * The reasons that rejection rules give. The calibration weighs each of them, so a change of this list needs a new
 * training.
 */
export const noneReasons = [
  'past',
  'future',
  'advice',
  'explanation',
  'other_metric',
  'other_platform',
  'other_market',
  'other_network',
  'order',
  'action',
  'several',
  'unknown_subject',
  'unlike_anything',
] as const;

/** The reason why no data type measures the subject of a question. */
export type NoneReason = (typeof noneReasons)[number] | 'capacity' | 'balance';

/**
 * A model that turns a question into a resolution. It throws when it cannot decide before the deadline or when it gets
 * a malformed answer.
 */
export type Model = {
  /** Name and version, such as `embedded@1a2b3c4d`. */
  readonly name: string;
  readonly resolve: (query: string, catalog: Catalog, deadlineAtMs: number) => Promise<Resolution>;
};
