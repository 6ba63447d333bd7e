/** Evidence, in nats, at which a verdict on a pair changes. */
export const verdictThresholds = {
  /** Evidence, in nats, at which two providers count as one upstream. Independent pairs stay far below it. */
  linkNats: 12,
  /**
   * A linked pair stays linked until its evidence falls below this, in nats, so that the verdict does not alternate.
   */
  unlinkNats: 6,
  /** Evidence of sharing, in nats, from which a pair of prices cannot be proven independent. */
  doubtNats: 4,
  /** Evidence, in nats, below which a pair shows no sign of sharing. */
  noTraceNats: 3,
  /** Maximum age of evidence, in milliseconds. Older evidence proves nothing, so the pair becomes unknown again. */
  maxAgeMs: 24 * 3_600_000,
} as const;
