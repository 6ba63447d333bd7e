import { repetitionRule } from '../constants/repetition.ts';
import type { IndependenceState } from '../state.ts';
import { halveCounts } from './fade-repetitions.ts';
import { countOf, exactCoverage, learnOwnDistances } from './own-distances.ts';
import { tickBp } from './printed-tick.ts';
import {
  clearCounts,
  createHistory,
  fromLagMs,
  lagClasses,
  untilLagMs,
  type RepetitionCounts,
  type ValueHistory,
} from './repetition-state.ts';
import { repetitionsOf } from './repeats.ts';
import { observedRun, oldestRun, placeOf, takeIntoHistory } from './value-history.ts';

/** Adds an answer to the provider's history and tests the new values that are due. */
export function recordRepetitions(state: IndependenceState, index: number, log: number, readMs: number): void {
  const { histories } = state.repetition;
  while (histories.length <= index) {
    histories.push(createHistory());
  }
  const history = histories[index];
  if (history === undefined || !takeIntoHistory(history, log, readMs)) {
    return;
  }
  learnOwnDistances(history, readMs);
  const waitMs = allowanceMs(state) + 0.25 * history.gapMs;
  for (
    history.nextLag = Math.max(history.nextLag, oldestRun(history));
    history.nextLag < history.runs;
    history.nextLag++
  ) {
    if (readMs < (history.firstMs[placeOf(history.nextLag)] ?? 0) + repetitionRule.waitMs + waitMs) {
      break;
    }
    testRun(state, index, history.nextLag);
  }
}

/**
 * Returns the time by which every lag class is widened on both sides, in milliseconds: one poll and the jitter of a
 * copy.
 */
function allowanceMs(state: IndependenceState): number {
  let slowest = 0;
  for (const { gapMs } of state.repetition.histories) {
    slowest = Math.max(slowest, Math.min(gapMs, repetitionRule.maxPollMs));
  }
  return slowest + repetitionRule.jitterMs;
}

/** Tests one new value of a follower against all other providers. */
function testRun(state: IndependenceState, follower: number, run: number): void {
  const { histories } = state.repetition;
  const history = histories[follower];
  const place = placeOf(run);
  if (history === undefined || history.isNews[place] !== 1 || history.runs <= repetitionRule.minChanges) {
    return;
  }
  // A provider with a new value at nearly every poll has more events than a link needs, so only some of them are
  // tested.
  const polls = (history.takenMs - history.startMs) / history.gapMs;
  if (polls < repetitionRule.fastPollsPerRun * history.runs && run % repetitionRule.fastTestEvery !== 0) {
    return;
  }
  const allowance = allowanceMs(state);
  for (let leader = 0; leader < histories.length; leader++) {
    const shown = histories[leader];
    if (leader === follower || shown === undefined || shown.runs <= repetitionRule.minChanges) {
      continue;
    }
    if (isCounted(state, follower, leader)) {
      const halfTick = 0.55 * Math.max(tickBp(state, follower), tickBp(state, leader));
      countValue(state.repetition.counts, repetitionsOf(state, follower, leader), shown, {
        log: history.logs[place] ?? 0,
        atMs: history.firstMs[place] ?? 0,
        allowance,
        halfTick,
      });
    }
  }
}

/** Returns whether an ordered pair can be counted now. Clears its counts when a tick has changed. */
function isCounted(state: IndependenceState, follower: number, leader: number): boolean {
  const { counts, histories } = state.repetition;
  const row = follower * state.capacity + leader;
  const [a, b] = [tickBp(state, follower), tickBp(state, leader)];
  const history = histories[leader];
  if (history === undefined || a === 0 || b === 0) {
    return false;
  }
  const tick = Math.max(a, b);
  if (countOf(history.ownDistances) >= repetitionRule.minOwnDistances) {
    // A leader that trades faster than it is polled shows too few of the values that a copy would show.
    if (exactCoverage(history, 0.55 * tick) < repetitionRule.minValueCoverage) {
      if (counts.tickBp[row] !== 0) {
        clearCounts(counts, row);
      }
      return false;
    }
  }
  const isCoarse = Math.min(a, b) >= repetitionRule.coarseTickBp;
  const known = counts.tickBp[row] ?? 0;
  const widthOf = (tickWidth: number): number => tickWidth + (isCoarse ? 0 : repetitionRule.fineTickSlackBp);
  const isSame = known > 0 && (counts.isCoarse[row] === 1) === isCoarse;
  if (!isSame || Math.abs(Math.log(widthOf(known) / widthOf(tick))) >= 0.4) {
    clearCounts(counts, row, tick, isCoarse);
  }
  return true;
}

/** A new value of a follower. */
type NewValue = {
  readonly log: number;
  readonly atMs: number;
  /** Maximum error of every time, in milliseconds: one poll and the jitter of a copy. */
  readonly allowance: number;
  /** Half the coarser of both providers' ticks, in basis points. */
  readonly halfTick: number;
};

/** Counts, for each lag class, whether the leader showed the follower's new value. */
function countValue(counts: RepetitionCounts, from: number, shown: ValueHistory, move: NewValue): void {
  const { logs, lastMs } = shown;
  const oldest = oldestRun(shown);
  for (let lagClass = 0; lagClass < lagClasses; lagClass++) {
    const startMs = move.atMs - (untilLagMs[lagClass] ?? 0) - move.allowance;
    const endMs = move.atMs - (fromLagMs[lagClass] ?? 0) + move.allowance;
    const newest = observedRun(shown, startMs, endMs, move.allowance);
    if (newest < 0) {
      continue;
    }
    // One bit for each distance in whole ticks, from two ticks below the value to two ticks above it.
    let shownAt = 0;
    for (let run = newest; run >= oldest && (lastMs[placeOf(run)] ?? 0) >= startMs; run--) {
      const apart = (move.log - (logs[placeOf(run)] ?? 0)) * 1e4;
      const ticks = Math.abs(apart) <= move.halfTick ? 0 : Math.round((0.55 * apart) / move.halfTick);
      shownAt |= Math.abs(ticks) <= 2 ? 1 << (ticks + 2) : 0;
    }
    const isShownAt = (ticks: number): number => (shownAt >> (ticks + 2)) & 1;
    const isExact = isShownAt(0);
    const cell = from + lagClass;
    counts.besideOne[cell] = (counts.besideOne[cell] ?? 0) + isShownAt(-1) + isShownAt(1);
    counts.besideTwo[cell] = (counts.besideTwo[cell] ?? 0) + isShownAt(-2) + isShownAt(2);
    const tested = (counts.tested[cell] ?? 0) + 1;
    counts.tested[cell] = tested;
    counts.exact[cell] = (counts.exact[cell] ?? 0) + isExact;
    counts.recent[cell] = ((counts.recent[cell] ?? 0) << 1) | isExact;
    if (tested >= repetitionRule.maxEvents) {
      halveCounts(counts, cell);
    }
  }
}
