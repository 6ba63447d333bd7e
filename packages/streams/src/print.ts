/** A trade with its size that a venue published on a topic. */
export type StreamedPrint = {
  readonly topic: string;
  /** The texts of the price and of the size in units of the base asset, as the venue wrote them. */
  readonly price: string;
  readonly size: string;
  /** The venue's time of the trade, in milliseconds since the Unix epoch. */
  readonly atMs: number;
  /** The venue's id of the trade. */
  readonly id: string;
  /** Our time of its arrival, in milliseconds since the Unix epoch. */
  readonly receivedAtMs: number;
  /**
   * Since when every trade of the topic was handed over, in milliseconds since the Unix epoch by our clock. It moves to the
   * next trade after everything that can hide a trade, so that a trade that we missed is never taken for one that the venue
   * does not have.
   */
  readonly completeSinceMs: number;
};
