/** Numbers of the evidence from coincidences of values. */
export const coincidenceRule = {
  /** Age classes, in seconds, of the other provider's value that a new value is compared with. */
  lagEdgesSeconds: [-4, 0.5, 4, 8, 16, 24, 32, 44, 58, 74, 130],
  /** Window sizes per age class, each three times the one before; old values only for near repeats. */
  windowsPerAgeClass: [9, 9, 9, 9, 6, 6, 4, 4, 4, 4],
  /** A window holds a third of three times itself when nothing is shared; wide windows sit on a curved peak. */
  expectedShareExact: 1 / 3,
  expectedShareWide: 0.36,
  expectedShareWidest: 0.375,
  /** A hidden lattice still shows round numbers that cannot be recognised, which raises chance agreement. */
  expectedShareLattice: 0.42,
  /** What the share in nine times the window is raised by, for the curve of the peak. */
  farFlankExcess: 1.1,
  /** The least share of hits that counts as a spike at all, whatever the numbers. */
  minShare: 0.42,
  minHits: 3,
  /** Gaps between a provider's own values that must be seen before windows of that size are trusted: a lattice may hide below. */
  finestGapPairs: 2,
  /** The search over age classes and window sizes is paid for: ln of the number of places looked at. */
  searchNats: Math.log(200),
  /** A window wider than this part of a provider's typical step would measure the market and not the copy. */
  maxWidthOfStep: 0.28,
  /** A provider whose steps are below this many ticks repeats itself by chance: its matches say nothing. */
  minStepTicks: 2.5,
  /** One whose steps are beyond this many ticks is looked at in coarser ticks: windows reach over some ten thousand. */
  maxStepTicks: 20_000,
} as const;
