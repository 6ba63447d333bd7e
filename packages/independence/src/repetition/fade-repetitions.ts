import { repetitionRule } from '../constants/repetition.ts';
import { lagClasses, type RepetitionCounts, type RepetitionState } from './repetition-state.ts';

/** Halves what was counted in one lag class, rounding hits up, which errs towards a copy. */
export function halveCounts(counts: RepetitionCounts, lagClass: number): void {
  for (const array of [counts.tested, counts.exact, counts.besideOne, counts.besideTwo]) {
    array[lagClass] = ((array[lagClass] ?? 0) + 1) >> 1;
  }
}

/** Halves all counts when half a day has passed, so that evidence fades with time and not with observations. */
export function fadeRepetitions(repetition: RepetitionState, nowMs: number): void {
  if (nowMs - repetition.halvedMs < repetitionRule.halveEveryMs) {
    return;
  }
  repetition.halvedMs = nowMs;
  for (const counts of Object.values(repetition.pairs)) {
    for (let lagClass = 0; lagClass < lagClasses; lagClass++) {
      halveCounts(counts, lagClass);
    }
  }
  for (const { holds, ownDistances } of repetition.histories) {
    for (const array of [holds, ownDistances]) {
      array.forEach((count, place) => (array[place] = count / 2));
    }
  }
}
