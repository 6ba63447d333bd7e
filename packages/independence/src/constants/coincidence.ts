/** Constants of the evidence from coincidences: new values of a follower that equal recent values of a leader. */
export const coincidenceRule = {
  /**
   * Bounds, in seconds, of the age classes. Each class contains the leader's values whose age lies between two adjacent
   * bounds.
   */
  lagEdgesSeconds: [-4, 0.5, 4, 8, 16, 24, 32, 44, 58, 74, 130],
  /**
   * Number of windows (ranges of distance between two values) that are counted in each age class. Each window is three
   * times as wide as the previous one. Old age classes have fewer windows: the price has moved on, so only close
   * repeats are evidence.
   */
  windowsPerAgeClass: [9, 9, 9, 9, 6, 6, 4, 4, 4, 4],
  /**
   * Expected share for two unrelated providers: of all values within three times a window's width, the share within the
   * window itself. It is a third if all distances are equally likely. In wide windows it is larger
   * (`expectedShareWide`), because small distances are the most frequent ones.
   */
  expectedShareExact: 1 / 3,
  expectedShareWide: 0.36,
  expectedShareWidest: 0.375,
  /**
   * The expected share if a provider's values are multiples of a hidden step that is coarser than its tick. Some round
   * numbers cannot be recognised there, so more values agree by chance.
   */
  expectedShareLattice: 0.42,
  /**
   * Factor on the expected share when the share is estimated from a window nine times as wide. It is above 1, because
   * small distances are more frequent than large ones.
   */
  farFlankExcess: 1.1,
  /**
   * Minimum share of the values within three times a window's width that must lie within the window itself. A smaller
   * share is no evidence.
   */
  minShare: 0.42,
  minHits: 3,
  /** Share (0 to 1) of an event's information that is credited, because consecutive events are not independent. */
  eventCredit: 0.8,
  /**
   * A new value is no surprise if it is close to a value that the provider itself showed within this time.
   * `closeOfStep` says how close, as a part of the provider's usual step.
   */
  momentMs: 30_000,
  closeOfStep: 0.05,
  /**
   * The market counts as still if more than this share of a provider's new values lies close to its latest values.
   * `clusteredOfStep` says how close, as a part of the usual step.
   */
  maxClustered: 0.8,
  clusteredOfStep: 0.1,
  clusteredValues: 16,
  /** A provider's usual share of repeats is known once it has repeated this many of its own values. */
  minOwnRepeats: 12,
  /**
   * If a provider repeats at least this share of its own values, the market is assumed to stand still at times.
   * `clusteredMargin` is then added to the share that chance explains.
   */
  clusteredShare: 0.38,
  clusteredMargin: 0.2,
  /**
   * A window is trusted once this many gaps of its size were seen between a provider's own values. Without such gaps,
   * its values may be multiples of a hidden step that is wider than the window.
   */
  finestGapPairs: 2,
  /**
   * Evidence, in nats, that is deducted for the search over age classes and windows: the logarithm of the number of
   * combinations.
   */
  searchNats: Math.log(200),
  /**
   * Maximum width of a window, as a part of the usual step. A wider window would measure how far the market moves, not
   * whether one provider copies the other.
   */
  maxWidthOfStep: 0.28,
  /** Minimum usual step, in ticks. A provider with smaller steps repeats values of others by chance. */
  minStepTicks: 2.5,
  /**
   * Maximum usual step, in ticks. A provider with larger steps is counted in coarser ticks, because all windows
   * together span only about ten thousand ticks.
   */
  maxStepTicks: 20_000,
} as const;
