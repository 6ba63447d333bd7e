import { repetitionRule } from '../constants/repetition.ts';
import { halveMoves } from './fade-repetitions.ts';
import {
  fromLagMs,
  lagClasses,
  moveFromLagMs,
  untilLagMs,
  type RepetitionCounts,
  type ValueHistory,
} from './repetition-state.ts';
import { isObserved, runAt, oldestRun, placeOf } from './value-history.ts';

const { ringCells } = repetitionRule;

/** A new value of a follower, and the value that it showed before. */
export type FollowerMove = {
  readonly log: number;
  readonly atMs: number;
  readonly beforeLog: number;
  /** When the value before was first seen; NaN when it is forgotten. */
  readonly beforeMs: number;
  /** By how much every time may be off: a poll, and the jitter of a copy. */
  readonly allowance: number;
  /** Half the coarser tick of both providers, in basis points. */
  readonly halfTick: number;
};

/** The number of the last event that hit each cell. An event hits a cell once. */
const marks = new Uint32Array(ringCells * lagClasses.length);
let mark = 0;

/**
 * Counts at which lags and constant ratios the leader made the same move. It must have shown both values, each at its
 * time, at one lag. On coarse ticks values recur by chance, but the timing and the sequence of moves do not.
 */
export function countMove(
  counts: RepetitionCounts,
  shown: ValueHistory,
  move: FollowerMove,
  fromClass: number,
  toClass: number,
): void {
  const { allowance, atMs, beforeMs } = move;
  let testable = 0;
  let first = Infinity;
  let last = -Infinity;
  for (let lagClass = fromClass; lagClass < toClass; lagClass++) {
    const [from, until] = [fromLagMs[lagClass] ?? 0, untilLagMs[lagClass] ?? 0];
    const isTestable =
      isObserved(shown, atMs - until - allowance, atMs - from + allowance, allowance) &&
      isObserved(shown, beforeMs - until - allowance, beforeMs - from + allowance, allowance);
    if (isTestable) {
      testable |= 1 << lagClass;
      first = Math.min(first, moveFromLagMs[lagClass] ?? 0);
      last = Math.max(last, until);
      counts.movesTested[lagClass] = (counts.movesTested[lagClass] ?? 0) + 1;
    }
  }
  if (testable === 0) {
    return;
  }
  mark = (mark + 1) >>> 0;
  const oldest = oldestRun(shown);
  for (let run = runAt(shown, atMs - first + allowance); run >= oldest; run--) {
    const nearest = atMs - (shown.lastMs[placeOf(run)] ?? 0) - allowance;
    if (nearest > last) {
      break;
    }
    const farthest = atMs - (shown.firstMs[placeOf(run)] ?? 0) + allowance;
    pairWithEarlierRuns(counts, shown, move, { run, nearest, farthest, testable });
  }
  for (let lagClass = fromClass; lagClass < toClass; lagClass++) {
    if ((counts.movesTested[lagClass] ?? 0) >= repetitionRule.maxEvents) {
      halveMoves(counts, lagClass);
    }
  }
}

/** A run of the leader that may explain a new value, and the lags at which it does. */
type Explanation = {
  readonly run: number;
  readonly nearest: number;
  readonly farthest: number;
  /** The lag classes that can be tested, as bits. */
  readonly testable: number;
};

/** Searches runs that explain the value before at the same lag at which a given run explains the new value. */
function pairWithEarlierRuns(
  counts: RepetitionCounts,
  shown: ValueHistory,
  move: FollowerMove,
  { run, nearest, farthest, testable }: Explanation,
): void {
  const { beforeMs, allowance } = move;
  const oldest = oldestRun(shown);
  const apart = (move.log - (shown.logs[placeOf(run)] ?? 0)) * 1e4;
  const window = move.halfTick + repetitionRule.noisyWindowBp;
  for (let earlier = runAt(shown, beforeMs - nearest + allowance); earlier >= oldest; earlier--) {
    const from = beforeMs - (shown.lastMs[placeOf(earlier)] ?? 0) - allowance;
    if (from > farthest) {
      return;
    }
    const before = (move.beforeLog - (shown.logs[placeOf(earlier)] ?? 0)) * 1e4;
    if (earlier === run || Math.abs(apart - before) > 2.5 * window) {
      continue;
    }
    const until = beforeMs - (shown.firstMs[placeOf(earlier)] ?? 0) + allowance;
    const low = Math.max(nearest, from);
    const high = Math.min(farthest, until);
    // The lowest bit is the next class that can be tested.
    for (let classes = low <= high ? testable : 0; classes !== 0; classes &= classes - 1) {
      const lagClass = 31 - Math.clz32(classes & -classes);
      if (low > (untilLagMs[lagClass] ?? 0) || high < (moveFromLagMs[lagClass] ?? 0)) {
        continue;
      }
      if (counts.isCoarse) {
        hitCells(counts, lagClass * ringCells, ringCells / 2, apart / counts.tickBp, before / counts.tickBp, 1);
        const near = lagClass * ringCells + ringCells / 2;
        hitCells(counts, near, ringCells / 2, (2 * apart) / window, (2 * before) / window, 4);
      } else {
        hitCells(counts, lagClass * ringCells, ringCells, (2 * apart) / window, (2 * before) / window, 4);
      }
    }
  }
}

/** Hits the cells of one ring, `cells` of them from `from` on, that are within reach of both distances. */
function hitCells(counts: RepetitionCounts, from: number, cells: number, a: number, b: number, reach: number): void {
  const [centreA, centreB] = [Math.round(a), Math.round(b)];
  const { rings } = counts;
  for (let cell = Math.max(centreA, centreB) - reach; cell <= Math.min(centreA, centreB); cell++) {
    const at = from + (cell & (cells - 1));
    if (marks[at] !== mark) {
      marks[at] = mark;
      rings[at] = (rings[at] ?? 0) + 1;
    }
  }
}
