/** The numbers by which nodes of a chain are judged, with reasons. They were chosen on simulated nodes (README). */
export const nodeRule = {
  /** Later nodes stay unknown, which never counts as independent. */
  maxNodes: 16,

  /** Times are rounded to milliseconds. An answer was before a request when this many lie between. */
  clearlyBeforeMs: 2,
  /** Nats of one lead against being a late reader. A copy is never ahead, but a request may go astray once. */
  leadNats: 3,
  /**
   * Leads that one step back of either node removes. Several backends behind one name lead and follow by themselves.
   */
  leadsPerStepBack: 4,
  /** Steps back that are normal: one for so many answers, and a few for restarts, earned with the first answers. */
  answersPerStepBack: 200,
  maxRestarts: 3,
  answersPerRestart: 60,
  /** Nats that both directions need before two nodes are independent: four leads each way. */
  independentNats: 12,
  /** Part of these nats at which a fading proof ends. */
  independentKeep: 0.5,
  /** Nats of sharing at which no proof begins, and at which a proof ends. */
  doubtNats: 3,
  doubtEndsNats: 6,

  /** Nats at which two nodes share a backend, and below which the link ends. */
  sharedNats: 12,
  unsharedNats: 6,

  /** Leads after which the usual rate of leads is known, so that a silence means something. */
  minRateLeads: 6,
  /** The highest rate of leads that is assumed. It makes a silence last. */
  maxRate: 0.3,
  /** Price of the search for the beginning of a silence. Chance then reaches the threshold once in years. */
  togetherSearchNats: 4,
  /** Each relapse doubles the nats that a proof needs, up to this many times. */
  maxRelapses: 6,

  /** First showings stored per node, enough for a node that is far behind another. */
  maxShowings: 48,
  /** Bursts with more milliseconds between them do not tell when a slot came. */
  maxSpacingMs: 450,
  /** Movements of each pair before they are compared. */
  minMovements: 60,
  /** A movement is cut at this many milliseconds, so that one stall does not decide. */
  maxMovementMs: 1_200,
  /**
   * The smallest own movement of a node, as part of the squared time between bursts. Two nodes at a constant distance
   * seem to move by up to a quarter of it, since only bursts see them.
   */
  minOwnMovement: 0.35,
  /** Deviations of the uncertainty by which a node's own movement must exceed that. */
  ownMovementMargin: 1.8,
  /** The smallest common part of two nodes' movements that is evidence, and the largest that is believed. */
  minCommon: 0.6,
  maxCommon: 0.95,
  /** A common part that prevents a proof of independence. */
  commonVeto: 0.5,
  /** Movements per independent sample. */
  movementsPerSample: 3,
  /** Share of a correlation's theoretical information that counts. */
  correlationCredit: 0.35,
  /** Other nodes that a pair is compared with, at most. */
  maxWitnesses: 6,

  /** Failures that begin together add at most this much, and only to other evidence of at least the second number. */
  coFailureNats: 4,
  coFailureNeedsNats: 6,
  /** Our own network has failed when more than this share of the nodes begin to fail together. */
  ownOutageShare: 0.55,

  /** Looks after which older counts weigh half, so that changes show. */
  memoryLooks: 3_000,
  /** Looks after which a pair without a verdict is no longer asked quickly. */
  patienceLooks: 400,
} as const;
