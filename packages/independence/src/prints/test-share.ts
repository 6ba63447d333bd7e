import { cellAt, divergence } from '../generation-counters.ts';
import { linkWindows, middleDelayMs, proofGroups, type DelayWindow } from './delay-windows.ts';
import { delayCells, delaySteps, printRule } from './print-rule.ts';
import { eventCells, shownCells, shownRow, type PrintState } from './print-state.ts';
import { natsAgainst, upperBound } from './share-bound.ts';

/** What the counts of an ordered pair say: how much of the first source the second one showed too. */
export type ShareTest = {
  /** The smallest margin, in nats, by which a window of delays refutes the bound. Negative while one does not. */
  readonly margin: number;
  /** Upper bound of the share over all delays; 1 while the margin is negative. */
  readonly bound: number;
  /** Evidence of a link in nats in the likeliest window, its share, and its delay in milliseconds. */
  readonly linkNats: number;
  readonly share: number;
  readonly delayMs: number;
  /** Weighted events that could be compared at a delay of two seconds. */
  readonly events: number;
};

/**
 * The counts that a test reads: trades of one size, of the long or the recent memory; trades of one size at the same price,
 * and at another one; and trades of one size with sums of trades.
 */
export type CountsRead = 'long' | 'recent' | 'same_price' | 'other_price' | 'sums';

type Limits = {
  readonly memory: number;
  readonly rows: readonly number[];
  /** The row that is taken off the others. */
  readonly without?: number;
  readonly bound: number;
  readonly floor: number;
};

const single = { memory: 0, bound: printRule.bound, floor: printRule.linkFloor };
const limitsOf: Readonly<Record<CountsRead, Limits>> = {
  long: { ...single, rows: [shownRow.long], bound: printRule.totalBound },
  recent: { ...single, memory: 1, rows: [shownRow.recent] },
  same_price: { ...single, rows: [shownRow.samePrice] },
  other_price: { ...single, rows: [shownRow.long], without: shownRow.samePrice },
  sums: { memory: 0, rows: [shownRow.long, shownRow.sums], bound: printRule.sumBound, floor: printRule.sumFloor },
};

/** Cells before each place, added up: what a window shows is a difference of two. */
type RunningSums = Float64Array;

function runningSums(state: PrintState, row: number, { rows, without }: Pick<Limits, 'rows' | 'without'>): RunningSums {
  const { shown } = state.counts;
  const at = (each: number, cell: number): number => cellAt(shown, row * shownCells + each * delayCells + cell);
  const sums = new Float64Array(delayCells + 1);
  for (let cell = 0; cell < delayCells; cell++) {
    let sum = cellAt(sums, cell);
    for (const each of rows) {
      sum += at(each, cell);
    }
    sums[cell + 1] = without === undefined ? sum : sum - at(without, cell);
  }
  return sums;
}

const shownIn = (sums: RunningSums, { from, cells }: DelayWindow): number =>
  cellAt(sums, from + cells) - cellAt(sums, from);

/** Returns what the counts of the ordered pair (a, b) say. */
export function testShare(state: PrintState, a: number, b: number, read: CountsRead): ShareTest {
  const row = a * state.capacity + b;
  const { memory, bound, floor } = limitsOf[read];
  const eventsFrom = row * eventCells + memory * 2 * delaySteps.length;
  const events = state.counts.events.subarray(eventsFrom, eventsFrom + 2 * delaySteps.length);
  const sums = runningSums(state, row, limitsOf[read]);
  const isYoung = state.fromStreams && recordMs(state, a, b) < printRule.youngRecordMs;
  return {
    ...proofOf({ events, sums, isYoung }, bound),
    ...(cellAt(sums, delayCells) < 2 ? noLink : linkOf(events, sums, floor)),
    events: cellAt(events, delaySteps.indexOf(2_000)),
  };
}

/** Returns for how long both records have been complete, in milliseconds. */
function recordMs({ providers }: PrintState, a: number, b: number): number {
  const [first, second] = [providers[a], providers[b]];
  const sinceMs = Math.max(first?.completeSinceMs ?? 0, second?.completeSinceMs ?? 0);
  return Math.min(first?.lastMs ?? 0, second?.lastMs ?? 0) - sinceMs;
}

type ReadCounts = { readonly events: Float32Array; readonly sums: RunningSums; readonly isYoung: boolean };

function proofOf({ events, sums, isYoung }: ReadCounts, share: number): Pick<ShareTest, 'margin' | 'bound'> {
  const isEmpty = cellAt(sums, delayCells) === 0;
  // The windows of a group differ in what was shown alone, so the one with most decides.
  const recentEvents = cellAt(events, delaySteps.indexOf(2_000));
  const groups = proofGroups.map(({ step, needed, isLate, windows }) => {
    // A young record covers no long delay yet, so what shows there is compared with the events of short delays.
    const isEarly = isYoung && isLate;
    return {
      all: isEarly ? recentEvents : cellAt(events, step),
      needed: isEarly ? 0 : needed,
      isEarly,
      most: isEmpty ? 0 : windows.reduce((max, window) => Math.max(max, shownIn(sums, window)), 0),
    };
  });
  const margin = groups.reduce(
    (min, { all, most, needed }) => Math.min(min, natsAgainst(share, all, most) - needed),
    Number.POSITIVE_INFINITY,
  );
  const bounds =
    margin < 0 ? [1] : groups.map(({ all, most, needed, isEarly }) => (isEarly ? 0 : upperBound(all, most, needed)));
  return { margin, bound: Math.max(...bounds) };
}

type Link = Pick<ShareTest, 'linkNats' | 'share' | 'delayMs'>;
const noLink: Link = { linkNats: 0, share: 0, delayMs: 0 };

function linkOf(events: Float32Array, sums: RunningSums, floor: number): Link {
  let best = noLink;
  let bestWindow: DelayWindow | undefined;
  for (const window of linkWindows) {
    const shown = shownIn(sums, window);
    const all = Math.max(cellAt(events, window.step), shown);
    const share = shown / all;
    if (shown < 2 || share <= floor) {
      continue;
    }
    const linkNats = all * divergence(share, floor) - printRule.linkPenaltyNats;
    if (linkNats > best.linkNats) {
      best = { linkNats, share, delayMs: 0 };
      bestWindow = window;
    }
  }
  return bestWindow === undefined ? best : { ...best, delayMs: meanDelayMs(sums, bestWindow) };
}

/** Returns the mean delay of what a window shows, in milliseconds. It is negative where the second source is earlier. */
function meanDelayMs(sums: RunningSums, window: DelayWindow): number {
  let weighted = 0;
  for (let cell = window.from; cell < window.from + window.cells; cell++) {
    weighted += (cellAt(sums, cell + 1) - cellAt(sums, cell)) * middleDelayMs(cell);
  }
  return weighted / shownIn(sums, window);
}

/**
 * Returns the share of the trades of `a` that `b` shows at the same price with a slightly different size, at the delay with
 * most of them, beyond the mean of all delays. A relay that alters sizes reaches nearly 1 at one delay. A market that stays
 * at one price shows as many at each delay.
 */
export function similarShare(state: PrintState, a: number, b: number): number {
  const row = a * state.capacity + b;
  const sums = runningSums(state, row, { rows: [shownRow.similar] });
  const events = cellAt(state.counts.events, row * eventCells + delaySteps.indexOf(2_000));
  if (cellAt(sums, delayCells) === 0 || events < printRule.similarLinkEvents) {
    return 0;
  }
  const most = linkWindows.reduce(
    (max, window) => (window.cells === 2 ? Math.max(max, shownIn(sums, window)) : max),
    0,
  );
  return Math.max(0, most - (2 * cellAt(sums, delayCells)) / delayCells) / events;
}
