/** The numbers by which nodes of a chain are judged, with their reasons. They were chosen on simulated nodes (README). */
export const nodeRule = {
  /** Later ones stay unknown, which never counts as independent. */
  maxNodes: 16,

  /** What one lead says against being a late reader: a copy is never ahead, but a request may go astray once. */
  leadNats: 3,
  /** Leads that one step back of either node takes away: several backends behind one name lead and follow by themselves. */
  leadsPerStepBack: 4,
  /** Steps back that any node may make: one for so many answers, and a few for restarts, earned with the first answers. */
  answersPerStepBack: 200,
  maxRestarts: 3,
  answersPerRestart: 60,
  /** What both directions must reach before two nodes are independent: four leads each way. */
  independentNats: 12,
  /** The part of that below which a proof that fades is given up. */
  independentKeep: 0.5,
  /** Evidence of sharing at which no proof begins, and at which one ends. */
  doubtNats: 3,
  doubtEndsNats: 6,

  /** Evidence at which two nodes share a backend, and below which they do not any more. */
  sharedNats: 12,
  unsharedNats: 6,

  /** Leads from which it is known how often two nodes are apart, so that a silence means something. */
  minRateLeads: 6,
  /** Nodes that are apart more often than this are taken to be apart this often: a silence must last. */
  maxRate: 0.3,
  /** A silence may begin at any lead, which is paid for: together with the evidence that is asked it comes by chance once in years. */
  togetherSearchNats: 4,
  /** Every time that happened doubles what is asked as proof, up to this many times: what switches, switches again. */
  maxRelapses: 6,

  /** First showings remembered per node, enough for one that is far behind another. */
  maxShowings: 48,
  /** Bursts that are farther apart than this do not tell when a slot came, in milliseconds. */
  maxSpacingMs: 450,
  /** Movements, of each pair concerned, before they are compared. */
  minMovements: 60,
  /** A movement beyond this many milliseconds counts as this many: one stall must not decide. */
  maxMovementMs: 1_200,
  /**
   * The least a node must move by itself, against the square of the time between two bursts. Two nodes at a constant distance
   * seem to move by up to a quarter of it, since only bursts see them.
   */
  minOwnMovement: 0.35,
  /** Deviations of its uncertainty by which a node's own movement must be greater than that. */
  ownMovementMargin: 1.8,
  /** The common part of two nodes' movements that is evidence, and the most that is believed. */
  minCommon: 0.6,
  maxCommon: 0.95,
  /** A common part from which independence is not proven, however often each leads. */
  commonVeto: 0.5,
  /** Movements per independent sample. */
  movementsPerSample: 3,
  /** Of the theoretical information of a correlation, what is credited. */
  correlationCredit: 0.35,
  /** Other nodes that a pair is held against. */
  maxWitnesses: 6,

  /** Shared beginnings of failures corroborate at most this much, and only beside other evidence of at least the second number. */
  coFailureNats: 4,
  coFailureNeedsNats: 6,
  /** When more than this part of the nodes begin to fail together, it is our own network. */
  ownOutageShare: 0.55,

  /** Looks after which what was counted weighs half, so that what changed shows. */
  memoryLooks: 3_000,
  /** Looks after which a pair without a verdict is no longer worth asking quickly. */
  patienceLooks: 400,
} as const;
