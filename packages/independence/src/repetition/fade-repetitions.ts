import { repetitionRule } from '../constants/repetition.ts';
import { lagClasses, type RepetitionCounts, type RepetitionState } from './repetition-state.ts';

const { ringCells } = repetitionRule;

/** Halves what was counted of values in one lag class, rounding hits up, which errs towards a copy. */
export function halveValues(counts: RepetitionCounts, lagClass: number): void {
  for (const array of [counts.tested, counts.exact, counts.besideOne, counts.besideTwo]) {
    if (lagClass < array.length) {
      array[lagClass] = ((array[lagClass] ?? 0) + 1) >> 1;
    }
  }
}

/** Halves what was counted of moves in one lag class. */
export function halveMoves(counts: RepetitionCounts, lagClass: number): void {
  counts.movesTested[lagClass] = ((counts.movesTested[lagClass] ?? 0) + 1) >> 1;
  for (let cell = lagClass * ringCells; cell < (lagClass + 1) * ringCells; cell++) {
    counts.rings[cell] = ((counts.rings[cell] ?? 0) + 1) >> 1;
  }
}

/** Halves all counts when half a day has passed, so that evidence fades with time and not with observations. */
export function fadeRepetitions(repetition: RepetitionState, nowMs: number): void {
  if (nowMs - repetition.halvedMs < repetitionRule.halveEveryMs) {
    return;
  }
  repetition.halvedMs = nowMs;
  for (const counts of Object.values(repetition.pairs)) {
    for (let lagClass = 0; lagClass < lagClasses.length; lagClass++) {
      halveValues(counts, lagClass);
      halveMoves(counts, lagClass);
    }
  }
  for (const { holds, ownDistances, ownMoveDistances, thinned } of repetition.histories) {
    for (const array of [
      holds,
      ownDistances,
      ownMoveDistances,
      ...thinned.flatMap(({ values, moves }) => [values, moves]),
    ]) {
      for (let place = 0; place < array.length; place++) {
        array[place] = (array[place] ?? 0) / 2;
      }
    }
  }
}
