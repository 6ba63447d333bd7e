/** Numbers of the evidence from failures that begin together. */
export const coFailureRule = {
  /** Failures of a provider that are closer together than this belong to one episode. */
  episodeGapMs: 30_000,
  /** Two episodes begin together within this many polls. */
  episodePolls: 1.5,
  /** Our own network has failed when more than this share of the providers fail together. */
  ownOutageShare: 0.55,
  /** Common failures add at most this much, and only to other evidence of at least the second number. */
  maxNats: 4,
  minOtherNats: 6,
} as const;
