import type { Catalog } from '@assay/catalog/catalog';

/** What a question was found to ask for. Parameters are in the catalog's normal form. */
export type Resolution = {
  /** `type`: answerable as it stands; `missing`: the type is known, a parameter is not; `none`: nothing measures it. */
  readonly outcome: 'type' | 'missing' | 'none';
  /** The catalog type; empty for `none`. */
  readonly type: string;
  readonly params: Readonly<Record<string, string>>;
  /** Names of the required parameters that the question does not give; empty unless the outcome is `missing`. */
  readonly missing: readonly string[];
  /** Probability, from 0 to 1, that the outcome is right, as far as the model can tell. */
  readonly confidence: number;
  /** For `none`: the type that comes nearest, if one does. */
  readonly nearest?: string;
  /** For `none`: what about the question no feed measures, as a short code. */
  readonly because?: NoneReason;
};

/** Why nothing measures what a question asks. */
export type NoneReason =
  | 'past'
  | 'future'
  | 'advice'
  | 'explanation'
  | 'other_metric'
  | 'other_platform'
  | 'other_market'
  | 'other_network'
  | 'order'
  | 'action'
  | 'several'
  | 'unknown_subject'
  | 'unlike_anything';

/** Turns a question into a resolution. A model that cannot decide in time or in shape throws; it never guesses. */
export type Model = {
  /** Name and version, such as `embedded@1a2b3c4d`. */
  readonly name: string;
  readonly resolve: (query: string, catalog: Catalog, deadlineAtMs: number) => Promise<Resolution>;
};
