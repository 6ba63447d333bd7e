import { cellAt, clearRow } from '../generation-counters.ts';
import { coincidenceRule } from '../constants/coincidence.ts';
import { memoryLimits } from '../constants/memory.ts';
import { lastDigitExponent } from '../observation.ts';
import { printedStepOf } from '../repetition/printed-tick.ts';
import type { IndependenceState, ProviderMemory } from '../state.ts';

const lowestExponent = -16;
const valuesBeforeTick = 8;
const pairsBeforeLattice = 60;

/** Counts the last digit of a provider's new value. Must be called before `learnGaps`. */
export function learnDigits(provider: ProviderMemory, canonical: string): void {
  const place = Math.min(31, Math.max(0, lastDigitExponent(canonical) - lowestExponent));
  provider.digitCounts[place] = cellAt(provider.digitCounts, place) + 1;
  if (/5\.?0*$/u.test(canonical)) {
    provider.digitFives[place] = cellAt(provider.digitFives, place) + 1;
  }
  provider.printedStep = printedStepOf(provider);
}

/**
 * Returns the power of ten of the finest last digit that at least one value in twenty uses. Returns null while there
 * are too few values.
 */
function printedExponent(provider: ProviderMemory): number | null {
  let total = 0;
  for (const count of provider.digitCounts) {
    total += count;
  }
  if (total < valuesBeforeTick) {
    return null;
  }
  let finer = 0;
  for (let place = 0; place < 32; place++) {
    finer += cellAt(provider.digitCounts, place);
    if (finer > total * 0.05) {
      return place + lowestExponent;
    }
  }
  return null;
}

/** Counts the distances of a new value to all values in the provider's ring, by size class. */
export function learnGaps(state: IndependenceState, index: number, provider: ProviderMemory, value: number): void {
  if (provider.tickExponent === null) {
    return;
  }
  const perTick = 10 ** -provider.tickExponent;
  const from = index * memoryLimits.ringValues;
  const until = from + Math.min(provider.pushed, memoryLimits.ringValues);
  for (let place = from; place < until; place++) {
    const ticks = Math.round(Math.abs(value - cellAt(state.rings.values, place)) * perTick);
    if (ticks < 1) {
      continue;
    }
    const size = Math.min(159, Math.floor(8 * Math.log2(ticks) + 0.5));
    provider.gapCounts[size] = cellAt(provider.gapCounts, size) + 1;
  }
}

/**
 * Returns the largest step, in printed ticks, such that no two values differ by less although chance would predict it.
 * A mark-up on a coarse tick creates such a step. The result is 1 when the printed tick is the true tick.
 */
export function hiddenLattice(provider: ProviderMemory): number {
  const below = new Float64Array(161);
  for (let size = 0; size < 160; size++) {
    below[size + 1] = cellAt(below, size) + cellAt(provider.gapCounts, size);
  }
  let lattice = 1;
  for (let size = 8; size + 15 < 160; size++) {
    // The number of gaps below about 3.7 times the candidate predicts how many gaps lie below the candidate. If nearly
    // all of those are missing, the candidate is a hidden step.
    const nearby = cellAt(below, size + 15);
    if (nearby >= pairsBeforeLattice && cellAt(below, size - 1) <= nearby * 0.02) {
      lattice = 2 ** (size / 8);
    }
  }
  return lattice;
}

/** Returns the smallest gap between the provider's own values that was seen repeatedly, in printed ticks. */
function finestGap(provider: ProviderMemory): number {
  let seen = 0;
  for (let size = 0; size < 160; size++) {
    seen += cellAt(provider.gapCounts, size);
    if (seen >= coincidenceRule.finestGapPairs) {
      return 2 ** (size / 8);
    }
  }
  return Number.MAX_VALUE;
}

/**
 * Returns the tick in which distances are counted. It is coarser than the provider's own tick if that is too fine for
 * the windows, for example for oracles that always print eight decimals.
 */
function workingTick(provider: ProviderMemory, own: number): number {
  const step = provider.slowStep * Math.abs(provider.lastNumber);
  if (step <= own * coincidenceRule.maxStepTicks) {
    return own;
  }
  const inTicks = step / provider.tick;
  const fits =
    provider.tick > own && inTicks > coincidenceRule.maxStepTicks / 200 && inTicks < coincidenceRule.maxStepTicks;
  return fits ? provider.tick : 10 ** Math.floor(Math.log10((step * 10) / coincidenceRule.maxStepTicks));
}

/** Computes the provider's tick again when it is due. A changed tick clears the counts, because they are in ticks. */
export function refreshTick(state: IndependenceState, index: number, provider: ProviderMemory): void {
  if (provider.pushed < 64 ? provider.pushed % 8 !== 0 : provider.pushed % 64 !== 0) {
    return;
  }
  const exponent = printedExponent(provider);
  if (exponent === null) {
    return;
  }
  if (exponent !== provider.tickExponent) {
    provider.tickExponent = exponent;
    provider.gapCounts.fill(0);
  }
  const lattice = hiddenLattice(provider);
  const same = Math.abs(Math.log(lattice / provider.lattice)) < 0.2;
  if (!same) {
    provider.lattice = lattice;
  }
  provider.finestGap = Math.min(Number.MAX_VALUE, finestGap(provider) * 10 ** exponent);
  const tick = workingTick(provider, 10 ** exponent * provider.lattice);
  if (tick === provider.tick) {
    return;
  }
  const first = provider.tick === 0;
  provider.tick = tick;
  if (first) {
    return;
  }
  provider.tickRound = state.round;
  for (let b = 0; b < state.providers.length; b++) {
    for (const row of [index * state.capacity + b, b * state.capacity + index]) {
      clearRow(state.counters.coincidence, row, 'everything');
      clearRow(state.counters.markup, row, 'everything');
    }
  }
}

/**
 * Returns the largest power of ten of a last digit with which a value does not yet count as round for a pair. Round
 * numbers are popular, so they prove nothing. The provider with the coarser tick decides, because otherwise all values
 * of a copy with a finer tick would look round.
 */
export function digitsOf(a: ProviderMemory, b: ProviderMemory): number {
  return Math.max(a.tickExponent ?? 0, b.tickExponent ?? 0);
}
