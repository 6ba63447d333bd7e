import { repetitionRule } from '../constants/repetition.ts';
import type { RepetitionCounts, RepetitionState } from './repetition-state.ts';

/** Halves the counts of one cell. Hits are rounded up, so that rounding cannot hide a copy. */
export function halveCounts({ tested, exact, besideOne, besideTwo }: RepetitionCounts, cell: number): void {
  for (const array of [tested, exact, besideOne, besideTwo]) {
    array[cell] = ((array[cell] ?? 0) + 1) >> 1;
  }
}

/** Halves all counts after half a day, so that evidence fades with time instead of with the number of observations. */
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
