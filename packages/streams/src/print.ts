/** A trade, with its size, that a venue published on a topic. */
export type StreamedPrint = {
  readonly topic: string;
  /** The texts of the price and of the size in units of the base asset, as the venue wrote them. */
  readonly price: string;
  readonly size: string;
  /** The venue's time of the trade, in milliseconds since the Unix epoch. */
  readonly atMs: number;
  /** The venue's id of the trade. */
  readonly id: string;
  /** Our time at which the trade arrived, in milliseconds since the Unix epoch. */
  readonly receivedAtMs: number;
  /**
   * The time (by our clock, in milliseconds since the Unix epoch) since which every trade of the topic was passed on. After
   * anything that can hide a trade, it moves to the next trade. So a trade that we missed is never mistaken for a trade that
   * the venue does not have.
   */
  readonly completeSinceMs: number;
};
