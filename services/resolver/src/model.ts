import type { Catalog } from '@assay/catalog/catalog';

/** The data type and the parameters that a question asks for. Parameters have the catalog's normal form. */
export type Resolution = {
  /**
   * `type`: the type and all its parameters are known. `missing`: the type is known, but a parameter is not. `none`: no
   * data type measures what the question asks for.
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
   * The embedded model's estimate, from 0 to 1, of the probability that its best candidate is right; 0 if there is
   * none. At a low value, the model is sure of its refusal. At a high value, it is sure of its answer. Absent in the
   * resolution of an endpoint.
   */
  readonly candidateProbability?: number;
  /** For `none`: the data type nearest to the subject. Absent if no type is near. */
  readonly nearest?: string;
  /** For `none`: the required parameters of the nearest data type that are not in the question. */
  readonly nearestLacks?: readonly string[];
  /** For `none`: the reason why no type measures the subject. */
  readonly because?: NoneReason;
  /**
   * The reason of the rejection rule that objects to an endpoint's answer. The objection leads to a refusal only if the
   * embedded model has no candidate.
   */
  readonly objection?: NoneReason;
};

/**
 * The reasons that rejection rules give. Each has a weight in the calibration, so the model must be trained again when
 * this list changes.
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
 * A model that turns a question into a resolution. It throws if it cannot decide before the deadline, or if it gets a
 * malformed answer from an endpoint.
 */
export type Model = {
  /** Name and version, such as `embedded@1a2b3c4d`. */
  readonly name: string;
  readonly resolve: (query: string, catalog: Catalog, deadlineAtMs: number) => Promise<Resolution>;
};
