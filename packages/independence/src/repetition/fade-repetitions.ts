import { repetitionRule } from '../constants/repetition.ts';
import type { RepetitionCounts, RepetitionState } from './repetition-state.ts';

/** Halves what was counted in one cell, rounding hits up, which errs towards a copy. */
export function halveCounts({ tested, exact, besideOne, besideTwo }: RepetitionCounts, cell: number): void {
  for (const array of [tested, exact, besideOne, besideTwo]) {
    array[cell] = ((array[cell] ?? 0) + 1) >> 1;
  }
}

/** Halves all counts when half a day has passed, so that evidence fades with time and not with observations. */
export function fadeRepetitions(repetition: RepetitionState, nowMs: number): void {
  if (nowMs - repetition.halvedMs < repetitionRule.halveEveryMs) {
    return;
  }
  repetition.halvedMs = nowMs;
  for (let cell = 0; cell < repetition.counts.tested.length; cell++) {
    halveCounts(repetition.counts, cell);
  }
  for (const { holds, ownDistances } of repetition.histories) {
    for (const array of [holds, ownDistances]) {
      array.forEach((count, place) => (array[place] = count / 2));
    }
  }
}
