/** Evidence, in nats, at which a verdict on a pair changes. */
export const verdictThresholds = {
  /** Evidence at which two providers count as one upstream. The most that independent pairs ever reached is far below. */
  linkNats: 12,
  /** Once linked, a pair stays linked until its evidence falls under this, so that a verdict does not flicker. */
  unlinkNats: 6,
  /** Below this there is no trace of sharing; with enough informative observations that is proof of independence. */
  noTraceNats: 3,
} as const;
