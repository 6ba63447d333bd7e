/** The price that a provider shows for a pair at a time. */
export type Ticker = {
  /** The price as a plain decimal, rounded to the provider's tick. */
  readonly price: string;
  /** Best bid price of the provider's book. The price of the last trade may lie outside the bid and the ask. */
  readonly bid: string;
  readonly ask: string;
  /**
   * The size of the last trade in units of the base asset, as a plain decimal. Absent for a provider without trades.
   */
  readonly size?: string;
  /** The sizes of earlier trades at the same time and price, the oldest first. Absent when there are none. */
  readonly earlierSizes?: readonly string[];
  /** Time of the price, in milliseconds since the Unix epoch. */
  readonly atMs: number;
};
