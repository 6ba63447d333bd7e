import { repetitionRule } from '../constants/repetition.ts';
import type { ValueHistory } from './repetition-state.ts';

const { historyRuns } = repetitionRule;

/**
 * Returns the index of a run in the ring buffers of a history. A run is a time in which the provider shows one value.
 */
export function placeOf(run: number): number {
  return run % historyRuns;
}

/** Returns the number of the oldest run that is still in the ring. */
export function oldestRun(history: ValueHistory): number {
  return Math.max(0, history.runs - historyRuns);
}

/**
 * Adds an answer of a provider to its history.
 *
 * @returns whether the answer was used; an answer that follows too soon is left out
 */
export function takeIntoHistory(history: ValueHistory, log: number, readMs: number): boolean {
  const elapsedMs = readMs - history.takenMs;
  if (elapsedMs < repetitionRule.minAnswerGapMs) {
    return false;
  }
  if (history.runs === 0) {
    history.startMs = readMs;
  } else {
    history.gapMs += 0.05 * (Math.min(60_000, elapsedMs) - history.gapMs);
  }
  history.takenMs = readMs;
  const last = placeOf(history.runs - 1);
  if (history.runs > 0 && history.logs[last] === log) {
    history.lastMs[last] = readMs;
    return true;
  }
  if (history.runs > 0) {
    learnHold(history, (history.lastMs[last] ?? 0) - (history.firstMs[last] ?? 0));
  }
  const place = placeOf(history.runs);
  history.isNews[place] = isNews(history, log, readMs) ? 1 : 0;
  history.logs[place] = log;
  history.firstMs[place] = readMs;
  history.lastMs[place] = readMs;
  history.runs++;
  return true;
}

function learnHold(history: ValueHistory, heldMs: number): void {
  const polls = Math.min(64, 1 + Math.round(heldMs / history.gapMs));
  history.holds[polls] = (history.holds[polls] ?? 0) + 1;
}

/**
 * Returns whether a value is new: the provider has not shown it within `newsMs`, and it is not among the last
 * `newsRuns` runs.
 */
function isNews(history: ValueHistory, log: number, nowMs: number): boolean {
  const oldest = oldestRun(history);
  for (let run = history.runs - 1; run >= oldest; run--) {
    const place = placeOf(run);
    const isRecent = run >= history.runs - repetitionRule.newsRuns;
    if (!isRecent && (history.lastMs[place] ?? 0) <= nowMs - repetitionRule.newsMs) {
      return true;
    }
    if (history.logs[place] === log) {
      return false;
    }
  }
  return true;
}

/** Returns the run that a provider showed at a time, or -1 if the history does not reach back that far. */
export function runAt(history: ValueHistory, atMs: number): number {
  const { firstMs, runs } = history;
  let low = oldestRun(history);
  let high = runs - 1;
  if (runs === 0 || !((firstMs[placeOf(low)] ?? 0) <= atMs)) {
    return -1;
  }
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((firstMs[placeOf(middle)] ?? 0) <= atMs) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}

/**
 * Returns the run that a provider showed at `endMs`. Returns -1 if the history does not reach back to `startMs`, or if
 * no answer came shortly before `endMs`, because a silent provider could have shown any value.
 */
export function observedRun(history: ValueHistory, startMs: number, endMs: number, allowance: number): number {
  const oldestMs = history.firstMs[placeOf(oldestRun(history))] ?? 0;
  if (!(startMs >= oldestMs - 1_000)) {
    return -1;
  }
  const run = runAt(history, endMs);
  return run >= 0 && (history.lastMs[placeOf(run)] ?? 0) >= endMs - 2.5 * allowance ? run : -1;
}
