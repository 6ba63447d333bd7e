/** Constants of the evidence from coincidences: new values of a follower that equal recent values of a leader. */
export const coincidenceRule = {
  /** Edges, in seconds, of the age classes. A class holds the leader's values that are between two edges old. */
  lagEdgesSeconds: [-4, 0.5, 4, 8, 16, 24, 32, 44, 58, 74, 130],
  /**
   * Number of windows that are counted in each age class. Each window is three times as wide as the window before it.
   * Old values have moved apart, so only near repeats of them are evidence.
   */
  windowsPerAgeClass: [9, 9, 9, 9, 6, 6, 4, 4, 4, 4],
  /**
   * Without sharing, a window holds a third of the values that a window of three times its width holds. Distances near
   * zero are the most frequent ones, which shows in wide windows: they hold more than a third.
   */
  expectedShareExact: 1 / 3,
  expectedShareWide: 0.36,
  expectedShareWidest: 0.375,
  /**
   * The expected share if a provider's values lie on a hidden lattice that is coarser than its tick. Some round numbers
   * cannot be recognised there, so more values agree by chance.
   */
  expectedShareLattice: 0.42,
  /**
   * Factor on the expected share when it is measured in a window nine times as wide. It allows for the curve of the
   * peak.
   */
  farFlankExcess: 1.1,
  /**
   * Minimum share of the values within three times a window that must lie in the window itself. Below it they are no
   * evidence.
   */
  minShare: 0.42,
  minHits: 3,
  /** Share (0 to 1) of an event's information that is credited. Events that follow one another are not independent. */
  eventCredit: 0.8,
  /**
   * A new value is no surprise if it is close to a value that the provider itself showed within this time.
   * `closeOfStep` says how close, as a part of the provider's usual step.
   */
  momentMs: 30_000,
  closeOfStep: 0.05,
  /**
   * A market stands still while this share of a provider's new values lies close to its latest values.
   * `clusteredOfStep` says how close, as a part of the usual step.
   */
  maxClustered: 0.8,
  clusteredOfStep: 0.1,
  clusteredValues: 16,
  /** Number of its own values that a provider must repeat before its usual share of repeats is known. */
  minOwnRepeats: 12,
  /**
   * Share of its own values that a provider repeats, from which the market is taken to stand still at times. From this
   * share on, `clusteredMargin` is added to the share that chance explains.
   */
  clusteredShare: 0.38,
  clusteredMargin: 0.2,
  /**
   * A window is trusted once this many gaps of its size were seen between a provider's own values. Otherwise a hidden
   * lattice may be coarser than the window.
   */
  finestGapPairs: 2,
  /**
   * Evidence, in nats, that is deducted for the search over age classes and windows: the logarithm of the number of
   * combinations.
   */
  searchNats: Math.log(200),
  /**
   * Maximum width of a window, as a part of the usual step. A wider window would measure the market instead of the
   * copy.
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
