import { cellAt, divergence } from '../generation-counters.ts';
import {
  delayCells,
  linkWindows,
  middleDelayMs,
  narrowWindows,
  proofGroups,
  proofWindows,
  type DelayWindow,
} from './delay-windows.ts';
import { delaySteps, printRule } from './print-rule.ts';
import {
  eventCells,
  missingCells,
  shownCells,
  shownRow,
  spentRow,
  sumEvents,
  type priceKinds,
} from './print-counts.ts';
import type { PrintState } from './print-state.ts';
import { isSurelyAbove, meanNats, natsAgainst, upperBound } from './share-bound.ts';

/**
 * The strongest link that a test finds for an ordered pair of sources: the part of the first source's trades that the
 * second source also shows, with delays within one window.
 */
export type LinkTest = {
  /**
   * Evidence of the link, in nats. `share` (0 to 1) is the part of the comparable trades that the second source shows.
   * `delayMs` is how much later it shows them on average; negative if earlier.
   */
  readonly linkNats: number;
  readonly share: number;
  readonly delayMs: number;
};

/**
 * The weighted counts that a test uses. 'long' and 'recent' count trades of equal size, in the long or in the recent
 * memory. 'sums' counts sums of trades too, but only the events that sums could show.
 */
type CountsRead = 'long' | 'recent' | 'sums';

type Limits = {
  /** Index of the counters of events to read: that of a memory, or `sumEvents`. */
  readonly events: number;
  /** The row of shown events (`shownRow`). */
  readonly row: number;
  readonly bound: number;
  readonly floor: number;
};

const twoSeconds = delaySteps.indexOf(2_000);
const single = { events: 0, bound: printRule.bound, floor: printRule.linkFloor };
const limitsOf: Readonly<Record<CountsRead, Limits>> = {
  long: { ...single, row: shownRow.long, bound: printRule.totalBound },
  recent: { ...single, events: 1, row: shownRow.recent },
  sums: { events: sumEvents, row: shownRow.sums, bound: printRule.sumBound, floor: printRule.sumFloor },
};

/** For each index, the sum of all cells before it. The sum over a window is the difference of two entries. */
type RunningSums = Float64Array;

function runningSums(state: PrintState, row: number, shownAt: number): RunningSums {
  const { shown } = state.counts;
  const sums = new Float64Array(delayCells + 1);
  const from = row * shownCells + shownAt * delayCells;
  let sum = 0;
  for (let cell = 0; cell < delayCells; cell++) {
    sum += shown[from + cell] ?? 0;
    sums[cell + 1] = sum;
  }
  return sums;
}

const shownIn = (sums: RunningSums, { from, cells }: DelayWindow): number =>
  cellAt(sums, from + cells) - cellAt(sums, from);

type ReadCounts = {
  readonly events: Float32Array;
  readonly sums: RunningSums;
  /** Whether a pair may be proven although the records are too short for long delays (`printRule.youngRecordMs`). */
  readonly isYoung: boolean;
};

function countsOf(state: PrintState, a: number, b: number, read: CountsRead): ReadCounts {
  const row = a * state.capacity + b;
  const from = row * eventCells + limitsOf[read].events * 2 * delaySteps.length;
  return {
    events: state.counts.events.subarray(from, from + 2 * delaySteps.length),
    sums: runningSums(state, row, limitsOf[read].row),
    isYoung: isYoung(state, a, b),
  };
}

/** Returns the weighted number of events of the ordered pair (a, b) that are comparable at a delay of two seconds. */
export function comparedEvents({ counts, capacity }: PrintState, a: number, b: number): number {
  return cellAt(counts.events, (a * capacity + b) * eventCells + twoSeconds);
}

/**
 * Returns the smallest margin, in nats, over all windows of delays. The claim to refute is that `b` shows the bound's
 * share of the trades of `a` within the window. The margin is the evidence against this claim, less the evidence that a
 * proof needs. It is negative when some window does not refute the claim.
 */
export function proofMargin(state: PrintState, a: number, b: number, read: 'long' | 'sums'): number {
  let margin = Number.POSITIVE_INFINITY;
  const { bound } = limitsOf[read];
  for (const { all, most, needed } of provenGroups(countsOf(state, a, b, read))) {
    if (!isSurelyAbove(margin + needed, bound, all, most)) {
      margin = Math.min(margin, natsAgainst(bound, all, most) - needed);
    }
  }
  return margin;
}

/**
 * Returns the same margin as `proofMargin`, but only from matches of one kind: at the same price, or at other prices.
 * Here each trade counts by the chance of its own size.
 */
export function priceMargin(state: PrintState, a: number, b: number, kind: (typeof priceKinds)[number]): number {
  const { missing, spent } = state.counts;
  const row = a * state.capacity + b;
  const firstSpent = spentRow(row, kind);
  const nats = printRule.proofChances.map(() => 0);
  const young = isYoung(state, a, b);
  let margin = Number.POSITIVE_INFINITY;
  for (const { step, needed, isLate, places } of proofGroups) {
    // A young record does not cover long delays yet. So matches at long delays are compared with the events at short
    // delays.
    const isEarly = young && isLate;
    const counter = row * missingCells + (isEarly ? twoSeconds : step);
    const enough = isEarly ? 0 : needed;
    for (const place of places) {
      for (let each = 0; each < nats.length; each++) {
        nats[each] =
          (missing[counter + each * 2 * delaySteps.length] ?? 0) -
          (spent[firstSpent + each * proofWindows.length + place] ?? 0);
      }
      // The mean is at most `ln(nats.length)` below the largest, so most windows need no exponential.
      if (Math.max(...nats) - Math.log(nats.length) - enough < margin) {
        margin = Math.min(margin, meanNats(nats) - enough);
      }
    }
  }
  return margin;
}

/** Returns the upper bound of the share of `a`'s trades that `b` shows, over all delays and at any price. */
export function shareBound(state: PrintState, a: number, b: number): number {
  let bound = 0;
  for (const { all, most, needed, isEarly } of provenGroups(countsOf(state, a, b, 'long'))) {
    // A group that refutes the bound so far has a smaller bound itself, so it needs no search.
    const isSmaller = bound > most / Math.max(all, most, 1e-9) && isSurelyAbove(needed, bound, all, most);
    if (!isEarly && !isSmaller) {
      bound = Math.max(bound, upperBound(all, most, needed));
    }
  }
  return bound;
}

/** Returns the likeliest link of the ordered pair (a, b). */
export function linkTest(state: PrintState, a: number, b: number, read: 'long' | 'recent' | 'sums'): LinkTest {
  const { events, sums } = countsOf(state, a, b, read);
  return cellAt(sums, delayCells) < 2 ? noLink : linkOf(events, sums, limitsOf[read].floor);
}

/** Returns whether a pair may be proven although the records are too short for long delays. */
function isYoung(state: PrintState, a: number, b: number): boolean {
  return state.provesEarly && recordMs(state, a, b) < printRule.youngRecordMs;
}

/** Returns for how long the records of both providers have been complete, in milliseconds. */
function recordMs({ providers }: PrintState, a: number, b: number): number {
  const [first, second] = [providers[a], providers[b]];
  const sinceMs = Math.max(first?.completeSinceMs ?? 0, second?.completeSinceMs ?? 0);
  return Math.min(first?.lastMs ?? 0, second?.lastMs ?? 0) - sinceMs;
}

type ProvenGroup = {
  readonly all: number;
  /**
   * Largest number of shown events among the windows of the group. All windows of a group have the same number of
   * comparable events. So the window with the most shown events has the least evidence against a shared part.
   */
  readonly most: number;
  readonly needed: number;
  readonly isEarly: boolean;
};

function provenGroups({ events, sums, isYoung }: ReadCounts): ProvenGroup[] {
  const isEmpty = cellAt(sums, delayCells) === 0;
  return proofGroups.map(({ step, needed, isLate, windows }) => {
    // A young record does not cover long delays yet. So matches at long delays are compared with the number of events
    // at short delays.
    const isEarly = isYoung && isLate;
    let most = 0;
    for (let at = 0; at < windows.length && !isEmpty; at++) {
      const { from, cells } = windows[at] as DelayWindow;
      most = Math.max(most, cellAt(sums, from + cells) - cellAt(sums, from));
    }
    return { all: cellAt(events, isEarly ? twoSeconds : step), needed: isEarly ? 0 : needed, isEarly, most };
  });
}

const noLink: LinkTest = { linkNats: 0, share: 0, delayMs: 0 };

function linkOf(events: Float32Array, sums: RunningSums, floor: number): LinkTest {
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

/**
 * Returns the mean delay of the matches in a window, in milliseconds. It is negative if the second source is earlier.
 */
function meanDelayMs(sums: RunningSums, window: DelayWindow): number {
  let weighted = 0;
  for (let cell = window.from; cell < window.from + window.cells; cell++) {
    weighted += (cellAt(sums, cell + 1) - cellAt(sums, cell)) * middleDelayMs(cell);
  }
  return weighted / shownIn(sums, window);
}

/**
 * Returns the share of `a`'s trades that `b` shows at the same price with a slightly different size. It is the share at
 * the delay with the most matches, less the mean over all delays. A relay that alters sizes reaches nearly 1 at one
 * delay. A market that stays at one price has as many matches at every delay, so its result is near 0.
 */
export function similarShare(state: PrintState, a: number, b: number): number {
  const row = a * state.capacity + b;
  const events = comparedEvents(state, a, b);
  if (events < printRule.similarLinkEvents) {
    return 0;
  }
  const sums = runningSums(state, row, shownRow.similar);
  if (cellAt(sums, delayCells) === 0) {
    return 0;
  }
  const all = cellAt(sums, delayCells);
  const beyondMean = narrowWindows.map(
    (window) => shownIn(sums, window) - (all * window.widthMs) / (2 * printRule.maxDelayMs),
  );
  return Math.max(0, ...beyondMean) / events;
}
