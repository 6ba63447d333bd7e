/** Numbers of the evidence from coincidences of values. */
export const coincidenceRule = {
  /** Edges, in seconds, of the age classes of the leader's values. */
  lagEdgesSeconds: [-4, 0.5, 4, 8, 16, 24, 32, 44, 58, 74, 130],
  /** Windows per age class. Each is three times the one before; old values need near repeats only. */
  windowsPerAgeClass: [9, 9, 9, 9, 6, 6, 4, 4, 4, 4],
  /** Without sharing a window holds a third of three times itself. Wide windows sit on a curved peak and hold more. */
  expectedShareExact: 1 / 3,
  expectedShareWide: 0.36,
  expectedShareWidest: 0.375,
  /** On a hidden lattice some round numbers cannot be recognised, which raises chance agreement. */
  expectedShareLattice: 0.42,
  /** Factor on the expected share in nine times the window, for the curve of the peak. */
  farFlankExcess: 1.1,
  /** The smallest share of hits that can be evidence. */
  minShare: 0.42,
  minHits: 3,
  /** Share of an event's information that counts, since neighbours in time are not independent. */
  eventCredit: 0.8,
  /** A value is no surprise within this time and this part of the usual step of an own value. */
  momentMs: 30_000,
  closeOfStep: 0.05,
  /** A market stands still while this share of new values lies this close, as part of the step, to the latest ones. */
  maxClustered: 0.8,
  clusteredOfStep: 0.1,
  clusteredValues: 16,
  /** Own repeats that are needed before a provider's share of them is known. */
  minOwnRepeats: 12,
  /** From this share of own repeats on a market stands still at times, and chance is raised by the margin. */
  clusteredShare: 0.38,
  clusteredMargin: 0.2,
  /** Gaps between own values that must be seen before windows of that size are trusted. A lattice may hide below. */
  finestGapPairs: 2,
  /** Price of the search over age classes and windows: the logarithm of the number of places. */
  searchNats: Math.log(200),
  /** A window wider than this part of the usual step would measure the market instead of the copy. */
  maxWidthOfStep: 0.28,
  /** Providers whose steps are below this many ticks repeat values by chance. */
  minStepTicks: 2.5,
  /**
   * Providers whose steps are beyond this many ticks are counted in coarser ticks, since windows span about ten
   * thousand.
   */
  maxStepTicks: 20_000,
} as const;
