/** What a provider shows for a pair at a moment. */
export type Ticker = {
  /** The price as a plain decimal, on the provider's tick. */
  readonly price: string;
  /** Best prices of its book, where it has one; the last trade may lie outside. */
  readonly bid: string;
  readonly ask: string;
  /** When the price came about, in milliseconds since the Unix epoch. */
  readonly atMs: number;
};
