/**
 * Every number the measurement depends on, with its reason. They were learned from simulated providers (README.md says
 * what was measured); real venues may need others, which is why they are one table and not spread over the code.
 */
export const INDEPENDENCE = {
  /** Evidence at which two providers count as one upstream. The most that independent pairs ever reached is far below. */
  linkNats: 12,
  /** Once linked, a pair stays linked until its evidence falls under this, so that a verdict does not flicker. */
  unlinkNats: 6,
  /** Below this there is no trace of sharing; with enough informative observations that is proof of independence. */
  independentNats: 3,

  /** A key holds at most this many providers; later ones stay unknown, which never counts as independent. */
  providersMax: 32,
  /** Room is made for this many providers at a time, so that memory follows the number of providers. */
  capacityStep: 4,

  /** Rounds in one generation of counts. Two generations are the window in which a changed upstream shows. */
  generationRounds: 120,
  /** By how many deviations the window must fall short of what it should have shown before its silence ends a link. */
  windowDeviations: 4,
  /** The same where one end follows another provider now. */
  movedDeviations: 1.1,
  /** What remains of older counts at the end of each generation: a half-life of about 1,100 rounds. */
  generationKeep: 0.93,
  /** Rounds between two judgements of all pairs; judging costs as much as some hundred observations. */
  judgeEveryRounds: 24,
  /** While a key is young it is judged this often, until the second number of rounds. */
  judgeYoungEveryRounds: 12,
  youngRounds: 240,

  /** Distinct values remembered per provider, enough for the longest delay looked for at a 3 s poll. */
  ringValues: 64,
  /** Age classes, in seconds, of the other provider's value that a new value is compared with. */
  lagEdgesSeconds: [-4, 0.5, 4, 8, 16, 24, 32, 44, 58, 74, 130],
  /** Window sizes per age class, each three times the one before; old values only for near repeats. */
  spikeScales: [9, 9, 9, 9, 6, 6, 4, 4, 4, 4],
  /** A window holds a third of three times itself when nothing is shared; wide windows sit on a curved peak. */
  spikeShareExact: 1 / 3,
  spikeShareWide: 0.36,
  spikeShareWidest: 0.375,
  /** A hidden lattice still shows round numbers that cannot be recognised, which raises chance agreement. */
  spikeShareLattice: 0.42,
  /** What the share in nine times the window is raised by, for the curve of the peak. */
  farFlankExcess: 1.1,
  /** The least share of hits that counts as a spike at all, whatever the numbers. */
  spikeShareLeast: 0.42,
  spikeHitsLeast: 3,
  /** Gaps between a provider's own values that must be seen before windows of that size are trusted: a lattice may hide below. */
  finestGapPairs: 2,
  /** The search over age classes and window sizes is paid for: ln of the number of places looked at. */
  spikeSearchNats: Math.log(200),
  /** A window wider than this part of a provider's typical step would measure the market and not the copy. */
  spikeWidthOfStep: 0.28,
  /** A provider whose steps are below this many ticks repeats itself by chance: its matches say nothing. */
  stepTicksLeast: 2.5,
  /** One whose steps are beyond this many ticks is looked at in coarser ticks: windows reach over some ten thousand. */
  stepTicksMost: 20_000,

  /** New values of a pair between two searches for a constant ratio. */
  markupSearchEvery: 30,
  /** Until a provider showed this many values it is searched as often as that, later half as often. */
  markupEarlyValues: 240,
  /** Only values at most this old are searched for a ratio: mark-ups are put on fresh values. */
  markupLagSeconds: 12,
  /** Coincidences at one ratio before it is locked and counted on what comes after. */
  markupHitsLeast: 3,
  markupScales: 5,
  /** New values after which a watched ratio without a spike gives its place to the next. */
  markupTrialValues: 60,
  markupSearchNats: Math.log(40),

  /** Rows of the common grid that are remembered; the widest filter needs 40 on each side, and 9 of lag. */
  gridRows: 128,
  /** Faster polls are thinned to one row per this many milliseconds, so that bursts do not change the filters. */
  gridLeastMs: 900,
  lagRowsMost: 8,
  /** Rounds in which the common pace of a chain is learned before its rows are worth keeping. */
  paceRounds: 30,
  /** Groups that share nothing which the N-cornered hat needs before its variances can be trusted. */
  hatGroupsLeast: 5,
  /** Of the theoretical information of a correlation, what is credited: neighbours in time are not independent. */
  hatCredit: 0.4,
  hatCreditHeight: 0.5,
  /** How much lower the correlation may be in either half of the data. */
  hatHalfSlack: 0.15,
  hatSamplesLeast: 20,
  /** Rows in each half before a correlation is evidence: with fewer, chance alone reaches it. */
  hatHalfSamplesLeast: 60,
  /** A pair whose rows were begun anew would be compared with variances of other times: it waits until it has this part of the most. */
  hatSamplesShare: 0.7,
  /** A correlation from which a pair is measured again without each other. */
  hatSuspicion: 0.2,
  /** Another lag must leave less than this part of the variance before a provider is followed there. */
  lagVarianceShare: 0.75,
  /** Lags are followed in steps of this part of a row. */
  lagStep: 0.25,
  /** A lag that changes by less is not followed. */
  lagChangeLeast: 0.25,
  /** A provider that stands still on a coarse tick looks alike: variances below this many quantisation steps are no evidence. */
  hatQuantisation: 12,
  /** The same for heights, whose whole numbers hide how far behind two steady backends are. */
  hatQuantisationHeight: 3,
  /** Differences beyond this many mean deviations are cut off: one jump must not decide. */
  hatCut: 5,
  /** How fast the mean deviation follows a market that changes pace. */
  hatDeviationMemory: 0.1,

  /** A value must be out of date by this many polls before showing it says anything. */
  stalePolls: 2.2,
  staleValuesMs: 3_600_000,
  staleValuesMost: 2048,
  staleBins: 32,
  /** How often a copy shows what its upstream shows, beyond chance. */
  staleCopyShare: 0.7,
  /** Evidence against sharing at which a counter's pair is proven independent. */
  staleIndependentNats: -6,

  /** Chance that two independent providers stamp the same millisecond. */
  stampChance: 0.01,
  stampCoarseShare: 0.5,

  /** Failures of a provider that are closer together than this are one episode. */
  episodeGapMs: 30_000,
  /** Two episodes begin together within this many polls. */
  episodePolls: 1.5,
  /** When more than this part of the providers fail together, it is our own network. */
  ownOutageShare: 0.55,
  /** Shared failures corroborate at most this much, and only beside other evidence of at least the second number. */
  coFailureNats: 4,
  coFailureNeedsNats: 6,

  /** Informative observations before a pair without a trace of sharing is called independent. */
  independentEvents: 75,
  /** Repeats that a copy would have shown by then. */
  independentHits: 50,
  /** Judgements in a row that must find the proof: a market that changes pace can make noise look lasting for a moment. */
  independentJudgements: 5,
  /** A disagreement that lasts so many times longer than it must counts as two of them. */
  independentClearly: 2,
  /** A correlation of the providers' own noise that may reach this, by its own uncertainty, leaves the question open. */
  independentCorrelation: 0.45,
  independentCorrelationMargin: 1.5,
  /** Slow disagreement against fast disagreement: a copy's difference is noise without memory, a venue's own basis lasts. */
  independentPersistence: 2.5,
  /** Caches that live for so many rows are within that; slower ones raise it. */
  heldRowsFree: 2,
  /** Deviations of a variance's uncertainty by which the disagreement must be longer than noise. */
  independentMargin: 2.5,
  /** The hat links only pairs whose difference lasts less than this: a shared quote currency correlates venues that differ all the same. */
  hatPersistenceMost: 1.8,

  /** The source of a copy is told from its copy by this ratio of forward to backward evidence. */
  leadRatio: 1.5,
  leadNats: 6,
  /** The least part of the polls in which a provider stands still that is believed; below it chance decides. */
  stillLeast: 1e-5,
  /** A coincidence link that explains less than this part of what a full copy would show is a part of a mixture: dependent, not the same. */
  partialCoverage: 0.3,
  /** Two composites of which one shows this part of the other's values are one. */
  compositeShare: 0.75,
  /** Two composites with this much of their inputs in common are one. */
  compositeOverlap: 0.6,
  /** The same for two of which one shows nearly all that the other shows. */
  copiedCompositeOverlap: 0.5,
} as const;

/** A filter of the N-cornered hat on the common grid. */
export type HatBand = {
  /** Half width in rows of the mean that is taken away. */
  readonly trend: number;
  /** Half width in rows of the mean that is kept; 0 keeps the single row. */
  readonly smooth: number;
  /** The least correlation that is evidence; null where the band only tells how quick noise is. */
  readonly correlation: number | null;
  /** Rows per independent sample. */
  readonly rowsPerSample: number;
};

/**
 * Filters for prices: quick noise, and the slow wandering of a venue's own basis. Only the second is evidence: quick noise is
 * shared by any two providers that are late by the same time. The third sees wandering that is over sooner, and needs less
 * than half as many rows to begin with: it proves independence early where venues go their own ways quickly.
 */
export const PRICE_BANDS: readonly HatBand[] = [
  { trend: 8, smooth: 0, correlation: null, rowsPerSample: 4 },
  { trend: 40, smooth: 3, correlation: 0.57, rowsPerSample: 15 },
  { trend: 16, smooth: 3, correlation: null, rowsPerSample: 8 },
];

/** The filter for chain heights: how far a backend is behind, against its own surroundings. */
export const HEIGHT_BANDS: readonly HatBand[] = [{ trend: 10, smooth: 0, correlation: 0.5, rowsPerSample: 8 }];
