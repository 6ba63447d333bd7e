import { emptyArrays, grow } from './capacity.ts';
import { memoryLimits } from './constants/memory.ts';
import { corneredHatRule } from './constants/n-cornered-hat.ts';
import { familyOfKey, type ValueFamily } from './observation.ts';
import { createRepetitionState } from './repetition/repetition-state.ts';
import { createResponseState } from './response/response-state.ts';
import type { IndependenceState } from './state.ts';

/**
 * Returns a state that knows nothing about its key.
 *
 * @param family family of the key's values; by default the one that the first word of the key names
 * @param minRowMs minimum time between two rows of the common grid, in milliseconds
 */
export function createState(
  key: string,
  family: ValueFamily = familyOfKey(key),
  minRowMs: number = corneredHatRule.minRowMs,
): IndependenceState {
  return {
    version: 9,
    key,
    family,
    capacity: memoryLimits.capacityStep,
    providers: [],
    observations: 0,
    round: 0,
    roundStartMs: 0,
    pollMs: 3000,
    minRowMs,
    startMs: 0,
    seen: [],
    unitsPerMs: 0,
    repetition: createRepetitionState(memoryLimits.capacityStep),
    response: createResponseState(),
    ...emptyArrays(memoryLimits.capacityStep, family),
  };
}

/** Returns the index of a provider. Adds a new provider first, and returns -1 when the key has no room for it. */
export function providerIndex(state: IndependenceState, name: string): number {
  const known = state.providers.findIndex((provider) => provider.name === name);
  if (known >= 0) {
    return known;
  }
  if (state.providers.length >= memoryLimits.maxProviders) {
    return -1;
  }
  if (state.providers.length >= state.capacity) {
    grow(state);
  }
  state.providers.push({
    name,
    lastText: null,
    lastNumber: 0,
    lastAskedMs: 0,
    pushed: 0,
    digitCounts: new Float32Array(32),
    digitFives: new Float32Array(32),
    tickExponent: null,
    printedStep: 0,
    gapCounts: new Float32Array(160),
    lattice: 1,
    finestGap: Number.MAX_VALUE,
    tick: 0,
    step: 0,
    slowStep: 0,
    clustered: 0,
    tickRound: 0,
    answers: 0,
    lagRows: 0,
    firstRow: -1,
  });
  state.seen.push(false);
  return state.providers.length - 1;
}
