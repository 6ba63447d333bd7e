/**
 * One trade that a provider published on its stream or in an answer. Such trades are the evidence of a proof by prints.
 */
export type ProviderPrint = {
  /** When the trade arrived here, in milliseconds since the Unix epoch. */
  readonly t: number;
  readonly provider: string;
  /** The measured key, such as `spot.price:BTC`. */
  readonly key: string;
  /** The price as the provider wrote it. */
  readonly price: string;
  /** The size in units of the asset, as the provider wrote it. */
  readonly size: string;
  /** The provider's own time of the trade, in milliseconds since the Unix epoch, or null. */
  readonly at: number | null;
  /** The provider's id of the trade, or null. */
  readonly id: string | null;
  /**
   * Since when the record of this provider's trades is known to be complete, in milliseconds since the Unix epoch. That
   * is the start of the subscription, or the end of the latest gap. For a single trade, such as one in an answer by
   * REST, it is `t`. Only a complete record can show that a trade is missing.
   */
  readonly completeSinceMs: number;
};
