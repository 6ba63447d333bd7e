/**
 * Constants for the verdicts on nodes of a chain, each with its reason. They were chosen on simulated nodes (README).
 */
export const nodeRule = {
  /**
   * Maximum number of nodes of a chain. Further nodes stay unknown, and an unknown node never counts as independent.
   */
  maxNodes: 16,

  /**
   * Minimum time, in milliseconds, between an answer and a later request for their order to be certain. Times are
   * rounded to milliseconds.
   */
  clearlyBeforeMs: 2,
  /**
   * Evidence, in nats, of one lead: a node shows a newer slot before the other node is asked. A copy never leads its
   * source, but one lead proves little: a single request may have been routed to the wrong machine.
   */
  leadNats: 3,
  /**
   * Number of leads that a step back of either node cancels. A step back is an answer with an older slot than the
   * answer before. It suggests a load balancer, whose backends together can lead and follow a node without being
   * independent of it.
   */
  leadsPerStepBack: 4,
  /**
   * A single machine may step back once in this many answers. It may also restart: once in `answersPerRestart` answers,
   * and at most `maxRestarts` times.
   */
  answersPerStepBack: 200,
  maxRestarts: 3,
  answersPerRestart: 60,
  /**
   * Evidence, in nats, that each direction needs before two nodes are independent. Four leads in each direction give
   * this evidence.
   */
  independentNats: 12,
  /** Part of the needed evidence below which an existing proof ends. */
  independentKeep: 0.5,
  /** Evidence of sharing, in nats, with which no proof can begin. At `doubtEndsNats` an existing proof ends. */
  doubtNats: 3,
  doubtEndsNats: 6,

  /**
   * Evidence, in nats, from which two nodes share a backend. The link ends when the evidence falls below
   * `unsharedNats`.
   */
  sharedNats: 12,
  unsharedNats: 6,

  /**
   * Number of leads after which the usual rate of leads is known. Only then can a time without leads be evidence of
   * sharing.
   */
  minRateLeads: 6,
  /**
   * Upper limit for the rate of leads per look. A look is a burst in which both nodes answer with a newer slot than
   * before. Because of the limit, even nodes that lead each other often need many looks without a lead before these are
   * evidence of sharing.
   */
  maxRate: 0.3,
  /**
   * Evidence, in nats, that is deducted because a time without leads may begin at any look. With the deduction, two
   * independent nodes reach the threshold by chance only once in years.
   */
  togetherSearchNats: 4,
  /**
   * Maximum number of relapses that count. A relapse is when two nodes that led each other begin to move as one. After
   * each relapse a proof needs twice the evidence.
   */
  maxRelapses: 6,

  /**
   * Number of slots stored for each node, each with the time at which the node first showed it. The number is large
   * enough to compare a node with one that is far behind it.
   */
  maxShowings: 48,
  /**
   * Maximum time between two bursts, in milliseconds. Bursts that are farther apart do not show when a slot arrived.
   */
  maxSpacingMs: 450,
  /**
   * Minimum number of movements of a pair before it is compared. A movement is a change of the delay between the two
   * nodes.
   */
  minMovements: 60,
  /** A movement is clipped at this many milliseconds, so that a single stall cannot dominate. */
  maxMovementMs: 1_200,
  /**
   * Minimum own movement of a node, as a part of the squared time between bursts. The measurement sees a node only at
   * bursts, so two nodes at a constant distance seem to move by up to a quarter of that squared time.
   */
  minOwnMovement: 0.35,
  /** Number of standard deviations by which a node's own movement must exceed `minOwnMovement`. */
  ownMovementMargin: 1.8,
  /**
   * Minimum common part (0 to 1) of two nodes' movements that is evidence of a shared backend. A part above `maxCommon`
   * counts as `maxCommon`.
   */
  minCommon: 0.6,
  maxCommon: 0.95,
  /** Minimum common part of two nodes' movements that prevents a proof of independence. */
  commonVeto: 0.5,
  /** Number of movements that carry as much information as one independent sample. */
  movementsPerSample: 3,
  /** Share (0 to 1) of a correlation's theoretical information that is credited. */
  correlationCredit: 0.35,
  /** Maximum number of other nodes with which a pair is compared. */
  maxWitnesses: 6,

  /**
   * Maximum evidence, in nats, from failures that begin together. It counts only in addition to other evidence of at
   * least `coFailureNeedsNats`.
   */
  coFailureNats: 4,
  coFailureNeedsNats: 6,
  /** When more than this share (0 to 1) of the nodes begin to fail together, our own network counts as failed. */
  ownOutageShare: 0.55,

  /** Number of looks after which older counts are halved, so that changes become visible. */
  memoryLooks: 3_000,
  /** Number of looks after which a pair without a verdict no longer needs frequent bursts. */
  patienceLooks: 400,
} as const;
