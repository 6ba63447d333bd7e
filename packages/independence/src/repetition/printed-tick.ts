import { repetitionRule } from '../constants/repetition.ts';
import type { IndependenceState, ProviderMemory } from '../state.ts';

const lowestExponent = -16;
const valuesBeforeRareDigits = 60;
const rareDigitShare = 0.05;

/**
 * Returns the step in which a provider prints its values, in basis points of its latest value; 0 while it is unknown.
 */
export function tickBp(state: IndependenceState, index: number): number {
  const provider = state.providers[index];
  return provider === undefined || provider.lastNumber <= 0 ? 0 : (provider.printedStep / provider.lastNumber) * 1e4;
}

/** Returns whether the ticks of both providers are coarse, compared with the noise that a copy may add. */
export function isCoarsePair(state: IndependenceState, a: number, b: number): boolean {
  return Math.min(tickBp(state, a), tickBp(state, b)) >= repetitionRule.coarseTickBp;
}

/**
 * Returns the step in which a provider prints its values, from the counts of its last digits; 0 without counts. It
 * recognises half steps, because the middle of bid and offer moves by five units of its last digit. A known step stays
 * until finer digits are frequent.
 */
export function printedStepOf({ digitCounts, digitFives, printedStep }: ProviderMemory): number {
  let total = 0;
  for (let place = 0; place < digitCounts.length; place++) {
    total += digitCounts[place] ?? 0;
  }
  // With few values the finest digit decides, because a tick that is too coarse creates false links.
  const rare = total < valuesBeforeRareDigits ? 0 : rareDigitShare * total;
  const step = finestStep(digitCounts, digitFives, rare);
  return step < printedStep && rare > 0 ? finestStep(digitCounts, digitFives, 2 * rare) : step;
}

/** Returns the finest step that more than `rare` values use. */
function finestStep(digitCounts: Float32Array, digitFives: Float32Array, rare: number): number {
  let finer = 0;
  for (let place = 0; place < digitCounts.length; place++) {
    const here = digitCounts[place] ?? 0;
    const step = 10 ** (place + lowestExponent);
    if (finer + here - (digitFives[place] ?? 0) > rare) {
      return step;
    }
    finer += here;
    if (finer > rare) {
      return 5 * step;
    }
  }
  return 0;
}
