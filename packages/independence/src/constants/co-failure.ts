/** Numbers of the evidence from failures that begin together. */
export const coFailureRule = {
  /** Failures of a provider that are closer together than this are one episode. */
  episodeGapMs: 30_000,
  /** Two episodes begin together within this many polls. */
  episodePolls: 1.5,
  /** When more than this part of the providers fail together, it is our own network. */
  ownOutageShare: 0.55,
  /** Shared failures corroborate at most this much, and only beside other evidence of at least the second number. */
  maxNats: 4,
  minOtherNats: 6,
} as const;
