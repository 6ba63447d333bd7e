import { delayCells, delaySteps, printRule } from './print-rule.ts';

/** The memory of one provider's trades. */
export type PrintProvider = {
  readonly name: string;
  /** Since when its record is complete, and when its latest trade arrived, in milliseconds since the Unix epoch. */
  completeSinceMs: number;
  lastMs: number;
  firstMs: number;
  /** Trades and sums of trades that were stored. Entry `n` lies at place `n % ringEntries` of its ring. */
  written: number;
  /** The next entry whose size is counted as usual or not. */
  ripe: number;
  /** Trades and sums per `rateMs`, fading. */
  rate: number;
  /** Trades per `rateMs`, fading. */
  pace: number;
  /** Trades that came in the second of the one before, and how many would have by chance at the same pace. */
  sameSecond: number;
  expectedSameSecond: number;
  lastSecond: number;
  /** The trades of the present burst, newest last. */
  burst: { readonly t: number; readonly size: number }[];
  /** Hashes of the latest ids, so that a repeated trade counts once. */
  readonly ids: Uint32Array;
  nextId: number;
};

/** The stored trades and sums of all providers, `ringEntries` places each. */
export type PrintRings = {
  readonly times: Float64Array;
  /** The size as a hash. Equal sizes have equal hashes. */
  readonly sizes: Uint32Array;
  /** The price as a hash; 0 for a sum. */
  readonly prices: Uint32Array;
  /** Probability that a trade of the market has this size, as known when it arrived. */
  readonly chances: Float32Array;
  /** 1 for a trade, 2 for the sum of several. */
  readonly kinds: Uint8Array;
  readonly amounts: Float64Array;
  /** The place of the latest earlier entry in the same bucket of sizes, in that of prices, and the order of arrival. */
  readonly earlier: Int32Array;
  readonly earlierPrice: Int32Array;
  readonly order: Uint32Array;
};

/** How often sizes occur in the market: counts of hashed sizes in the present period and the one before. */
export type SizeCounts = {
  startedMs: number;
  current: Uint16Array;
  previous: Uint16Array;
  currentTotal: number;
  previousTotal: number;
  /** Trades by the number of significant digits of their size, fading. */
  readonly digits: Float32Array;
};

/** What was counted on the ordered pairs: how much of `a` the provider `b` showed too. Entry `a * capacity + b`. */
export type PrintCounts = {
  /** Weighted events that `b` could have shown, by memory, sign of the delay and delay step. */
  readonly events: Float32Array;
  /** Weighted events that `b` did show, in rows of cells of the delay (`shownRow`). */
  readonly shown: Float32Array;
  /** The next entry of `a` that is compared with the record of `b`, by delay step. */
  readonly next: Float64Array;
};

/** The last judgement on the unordered pairs. Entry `a * capacity + b` with `a < b`. */
export type PrintJudgement = {
  /** When a pair was judged last, in milliseconds since the Unix epoch; 0 before. */
  atMs: number;
  /** 0 unknown, 1 linked, 2 proven. */
  readonly verdicts: Uint8Array;
  readonly sinceMs: Float64Array;
  readonly judgedMs: Float64Array;
  /** The upper bound of the share, 1 while unknown, and the share of a link. */
  readonly bounds: Float32Array;
  readonly shares: Float32Array;
  /** The margin, in nats, by which the least refuted delay refutes the bound. */
  readonly margins: Float32Array;
  /** Evidence of a link in nats, and comparable events of the direction with fewer. */
  readonly nats: Float32Array;
  readonly events: Float32Array;
  /** How much later `b` shows the trades of `a` in the likeliest window, in milliseconds. */
  readonly delays: Float32Array;
  /** 1 when equal sizes were counted since the last judgement. */
  readonly changed: Uint8Array;
};

/** The trades of one key, as plain data. */
export type PrintState = {
  readonly version: 1;
  readonly key: string;
  capacity: number;
  providers: PrintProvider[];
  trades: number;
  /** When the first trade arrived since the state was created or loaded; 0 before. Earlier trades are not stored. */
  startedMs: number;
  /** Whether the trades come by streams, which relay within seconds. */
  readonly fromStreams: boolean;
  /** Only sizes whose hash ends in so many zero bits are stored, so that a fast market does not overflow the rings. */
  thinnedBits: number;
  /** When the thinning changed last, in milliseconds since the Unix epoch. */
  thinnedMs: number;
  rings: PrintRings;
  /** The latest entry of each bucket of hashed sizes, and of hashed prices. */
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

/** Memories of an ordered pair: the long one and the recent one. */
export const memories = printRule.memoryEvents.length;
/** Counters of events of an ordered pair, and cells of what was shown. */
export const eventCells = memories * 2 * delaySteps.length;
export const shownCells = 5 * delayCells;
/**
 * The rows of what was shown: trades of one size by memory, those at the same price too, sums of trades, and trades at one
 * price with sizes that differ a little.
 */
export const shownRow = { long: 0, recent: 1, samePrice: 2, sums: 3, similar: 4 } as const;
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

function emptyCounts(capacity: number): PrintCounts {
  const pairs = capacity * capacity;
  return {
    events: new Float32Array(pairs * eventCells),
    shown: new Float32Array(pairs * shownCells),
    next: new Float64Array(pairs * delaySteps.length),
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
 * Returns the state of a key without any trade.
 * @param fromStreams whether the trades come by streams. Else long delays must be refuted from the start.
 */
export function createPrintState(key: string, fromStreams: boolean): PrintState {
  return {
    version: 1,
    key,
    capacity: 4,
    providers: [],
    trades: 0,
    startedMs: 0,
    fromStreams,
    thinnedBits: 0,
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
    },
    counts: emptyCounts(4),
    judgement: emptyJudgement(4),
  };
}

/** Returns the place of a provider, and adds it when it is new. Returns -1 when the state is full. */
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
    copy(state.counts.shown, counts.shown);
    copy(state.counts.next, counts.next);
    for (const part of judgementParts) {
      copy(state.judgement[part], judgement[part]);
    }
  }
  judgement.atMs = state.judgement.atMs;
  Object.assign(state, { capacity: now, rings, counts, judgement });
}
