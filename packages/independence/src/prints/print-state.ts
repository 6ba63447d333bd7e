import { emptyCounts, type PrintCounts } from './print-counts.ts';
import { printRule } from './print-rule.ts';

/** What the measurement stores about one provider's trades. */
export type PrintProvider = {
  readonly name: string;
  /**
   * Time from which the provider's record is complete, in milliseconds since the Unix epoch. Its first trade arrived at
   * `firstMs`, and its latest at `lastMs`.
   */
  completeSinceMs: number;
  lastMs: number;
  firstMs: number;
  /** Number of trades and sums that were stored. Entry `n` is at index `n % ringEntries` of its ring. */
  written: number;
  /** Number of the next entry whose size enters the statistics of usual sizes. */
  ripe: number;
  /** Number of trades and sums, decaying over `rateMs`. */
  rate: number;
  /** Number of trades, without sums, decaying over `rateMs`. */
  pace: number;
  /**
   * The `rate` at the start of the latest periods of `paceMs`. The period with number `n` is at index `n %
   * pacePeriods`, and `pacePeriod` is the number of the latest one.
   */
  readonly paces: Float32Array;
  pacePeriod: number;
  /**
   * Number of trades in the same second as the trade before. `expectedSameSecond` is the number that chance predicts at
   * this provider's rate of trades.
   */
  sameSecond: number;
  expectedSameSecond: number;
  lastSecond: number;
  /** The trades of the present burst, newest last. */
  burst: { readonly t: number; readonly size: number }[];
  /** Hashes of the latest ids, so that a repeated trade counts once. */
  readonly ids: Uint32Array;
  nextId: number;
};

/** The stored trades and sums of all providers. Each provider has `ringEntries` consecutive places. */
export type PrintRings = {
  readonly times: Float64Array;
  /** The size as a hash. Equal sizes have equal hashes. */
  readonly sizes: Uint32Array;
  /** The price as a hash; 0 for a sum. */
  readonly prices: Uint32Array;
  /** Probability that a trade of the market has this size, as estimated when the entry arrived. */
  readonly chances: Float32Array;
  /** 1 for a trade, 2 for the sum of several trades. */
  readonly kinds: Uint8Array;
  readonly amounts: Float64Array;
  /**
   * Index of the latest earlier entry in the same bucket of sizes. `earlierPrice` is the same index for the bucket of
   * prices. `order` numbers the entries of all providers in order of arrival.
   */
  readonly earlier: Int32Array;
  readonly earlierPrice: Int32Array;
  readonly order: Uint32Array;
};

/** How often sizes occur in the market: counts of hashed sizes in the present period and in the previous one. */
export type SizeCounts = {
  startedMs: number;
  current: Uint16Array;
  previous: Uint16Array;
  currentTotal: number;
  previousTotal: number;
  /** Number of trades by the significant digits of their size, decaying. */
  readonly digits: Float32Array;
  /**
   * A sum over the same trades. Each trade adds the share of its provider's latest trades that had its size. Divided by
   * `digits`, it is the mean chance of a size with so many digits.
   */
  readonly repeated: Float32Array;
};

/** The last judgement on the unordered pairs. The pair (a, b) with `a < b` is at `a * capacity + b`. */
export type PrintJudgement = {
  /** When any pair was last judged, in milliseconds since the Unix epoch; 0 before the first judgement. */
  atMs: number;
  /** 0 for unknown, 1 for linked, 2 for proven independent. */
  readonly verdicts: Uint8Array;
  readonly sinceMs: Float64Array;
  readonly judgedMs: Float64Array;
  /**
   * The upper bound of the part that the pair shares; 1 unless independence is proven. `shares` is the shared part of a
   * linked pair; 0 for other pairs.
   */
  readonly bounds: Float32Array;
  readonly shares: Float32Array;
  /**
   * The smallest margin over all delays, in nats: the evidence against a shared part, less the evidence that a proof
   * needs.
   */
  readonly margins: Float32Array;
  /**
   * Evidence of a link, in nats. `events` is the number of comparable events in the direction that has fewer of them.
   */
  readonly nats: Float32Array;
  readonly events: Float32Array;
  /** How much later `b` shows the trades of `a`, in milliseconds, in the likeliest window. */
  readonly delays: Float32Array;
  /** 1 if trades of both providers were matched by size since the pair's last judgement; otherwise 0. */
  readonly changed: Uint8Array;
};

/** The state of the trades of one key, as plain data. */
export type PrintState = {
  readonly version: 2;
  readonly key: string;
  capacity: number;
  providers: PrintProvider[];
  trades: number;
  /**
   * When the first trade arrived after the state was created or loaded; 0 before that trade. The rings are not stored,
   * so after a load the records of all providers are complete only from this time on.
   */
  startedMs: number;
  /** Whether a pair may be proven before its records cover delays beyond `printRule.shortDelayMs`. */
  readonly provesEarly: boolean;
  /**
   * Number of zero bits in which the hash of a stored size must end. Above 0 only a part of all sizes is stored, so
   * that a fast market does not overflow the rings.
   */
  thinnedBits: number;
  /** Number of further zero bits in which the hash of a stored sum must end. */
  sumBits: number;
  /** When `thinnedBits` changed last, in milliseconds since the Unix epoch. */
  thinnedMs: number;
  rings: PrintRings;
  /** Index of the latest entry in each bucket of hashed sizes. `priceBuckets` has the same for hashed prices. */
  readonly buckets: Int32Array;
  readonly priceBuckets: Int32Array;
  arrived: number;
  readonly sizes: SizeCounts;
  counts: PrintCounts;
  judgement: PrintJudgement;
};

const judgementParts = [
  'verdicts',
  'sinceMs',
  'judgedMs',
  'bounds',
  'shares',
  'margins',
  'nats',
  'events',
  'delays',
  'changed',
] as const satisfies readonly (keyof PrintJudgement)[];

const bucketCount = 4_096;

/** Returns buckets without entries. */
export function emptyBuckets(): Int32Array {
  return new Int32Array(bucketCount).fill(-1);
}

/** Returns rings without entries. */
export function emptyRings(capacity: number): PrintRings {
  const places = capacity * printRule.ringEntries;
  return {
    times: new Float64Array(places),
    sizes: new Uint32Array(places),
    prices: new Uint32Array(places),
    chances: new Float32Array(places),
    kinds: new Uint8Array(places),
    amounts: new Float64Array(places),
    earlier: new Int32Array(places).fill(-1),
    earlierPrice: new Int32Array(places).fill(-1),
    order: new Uint32Array(places),
  };
}

function emptyJudgement(capacity: number): PrintJudgement {
  const pairs = capacity * capacity;
  return {
    atMs: 0,
    verdicts: new Uint8Array(pairs),
    sinceMs: new Float64Array(pairs),
    judgedMs: new Float64Array(pairs),
    bounds: new Float32Array(pairs).fill(1),
    shares: new Float32Array(pairs),
    margins: new Float32Array(pairs),
    nats: new Float32Array(pairs),
    events: new Float32Array(pairs),
    delays: new Float32Array(pairs),
    changed: new Uint8Array(pairs),
  };
}

/**
 * Returns the state of a key without trades.
 *
 * @param provesEarly whether a pair may be proven before its records cover delays beyond `printRule.shortDelayMs`. This
 * is right only for sources that are known to relay sooner, such as those of the sandbox.
 */
export function createPrintState(key: string, provesEarly: boolean): PrintState {
  return {
    version: 2,
    key,
    capacity: 4,
    providers: [],
    trades: 0,
    startedMs: 0,
    provesEarly,
    thinnedBits: 0,
    sumBits: 0,
    thinnedMs: 0,
    rings: emptyRings(4),
    buckets: emptyBuckets(),
    priceBuckets: emptyBuckets(),
    arrived: 0,
    sizes: {
      startedMs: 0,
      current: new Uint16Array(printRule.sketchCells),
      previous: new Uint16Array(printRule.sketchCells),
      currentTotal: 0,
      previousTotal: 0,
      digits: new Float32Array(20),
      repeated: new Float32Array(20),
    },
    counts: emptyCounts(4),
    judgement: emptyJudgement(4),
  };
}

/** Returns the index of a provider. Adds a new provider first, and returns -1 when the state has no room for it. */
export function printProviderIndex(state: PrintState, name: string, completeSinceMs: number, nowMs: number): number {
  const known = state.providers.findIndex((provider) => provider.name === name);
  if (known >= 0) {
    return known;
  }
  if (state.providers.length >= printRule.maxProviders) {
    return -1;
  }
  if (state.providers.length >= state.capacity) {
    grow(state);
  }
  state.providers.push({
    name,
    completeSinceMs,
    lastMs: nowMs,
    firstMs: nowMs,
    written: 0,
    ripe: 0,
    rate: 0,
    pace: 0,
    paces: new Float32Array(printRule.pacePeriods),
    pacePeriod: Math.floor(nowMs / printRule.paceMs),
    sameSecond: 0,
    expectedSameSecond: 0,
    lastSecond: -1,
    burst: [],
    ids: new Uint32Array(64),
    nextId: 0,
  });
  return state.providers.length - 1;
}

function grow(state: PrintState): void {
  const old = state.capacity;
  const now = old + 4;
  const rings = emptyRings(now);
  for (const part of [
    'times',
    'sizes',
    'prices',
    'chances',
    'kinds',
    'amounts',
    'earlier',
    'earlierPrice',
    'order',
  ] as const) {
    rings[part].set(state.rings[part]);
  }
  const counts = emptyCounts(now);
  const judgement = emptyJudgement(now);
  for (let a = 0; a < old; a++) {
    const copy = (from: Float32Array | Float64Array | Uint8Array, to: typeof from): void => {
      const width = from.length / (old * old);
      to.set(from.subarray(a * old * width, (a + 1) * old * width), a * now * width);
    };
    copy(state.counts.events, counts.events);
    copy(state.counts.missing, counts.missing);
    copy(state.counts.spent, counts.spent);
    copy(state.counts.shown, counts.shown);
    copy(state.counts.next, counts.next);
    for (const part of judgementParts) {
      copy(state.judgement[part], judgement[part]);
    }
  }
  judgement.atMs = state.judgement.atMs;
  Object.assign(state, { capacity: now, rings, counts, judgement });
}
