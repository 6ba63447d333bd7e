/** Evidence, in nats, at which a verdict on a pair changes. */
export const verdictThresholds = {
  /** Nats at which two providers count as one upstream. Independent pairs stay far below. */
  linkNats: 12,
  /** A linked pair stays linked until its evidence falls below this, so that verdicts do not flicker. */
  unlinkNats: 6,
  /** From this on a trace of sharing prevents the proof of a pair of prices. */
  doubtNats: 4,
  /** Below this the pair shows no trace of sharing. */
  noTraceNats: 3,
  /** Evidence older than this, in milliseconds, proves nothing: the pair is unknown again. */
  maxAgeMs: 24 * 3_600_000,
} as const;
