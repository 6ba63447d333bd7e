/** A print: a trade that a venue published on a topic, with the size of the trade. */
export type StreamedPrint = {
  readonly topic: string;
  /** The texts of the price and of the size in units of the base asset, as the venue wrote them. */
  readonly price: string;
  readonly size: string;
  /** The venue's time of the trade, in milliseconds since the Unix epoch. */
  readonly atMs: number;
  /** The venue's id of the trade. */
  readonly id: string;
  /** The time at which the trade arrived, in milliseconds since the Unix epoch by our clock. */
  readonly receivedAtMs: number;
  /**
   * The time since which the manager has passed on every trade of the topic, in milliseconds since the Unix epoch by
   * our clock. When something may have hidden a trade, it becomes the time of the next trade. So nobody can mistake a
   * trade that we missed for a trade that the venue does not have.
   */
  readonly completeSinceMs: number;
};
