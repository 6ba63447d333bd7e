import { cellAt, endGeneration } from './generation-counters.ts';
import { memoryLimits } from './constants/memory.ts';
import { closeRow, learnLags, pendValue } from './movement/grid.ts';
import { recordDifferences, refreshLags } from './movement/n-cornered-hat.ts';
import { judge } from './judge.ts';
import { recordMarkups, searchMarkups } from './movement/markup.ts';
import { canonicalDecimal, lastDigitExponent, type ProviderObservation } from './observation.ts';
import { recordRepetitions } from './repetition/count-repetitions.ts';
import { fadeRepetitions } from './repetition/fade-repetitions.ts';
import { learnClustered, recordCoincidences } from './movement/coincidence.ts';
import { followPace, recordMoves } from './response/record-moves.ts';
import { closeCounterRound, pendCounter } from './movement/stale-match.ts';
import { providerIndex } from './create-state.ts';
import { providerAt, type IndependenceState, type ProviderMemory } from './state.ts';
import { learnDigits, learnGaps, refreshTick } from './movement/ticks.ts';

/**
 * Updates the state with one observation, in place. The same observations in the same order always give the same state.
 *
 * @returns false when nothing could be learned: the observation has another key, is a failure, is no plain decimal,
 * comes from a provider for which the state has no room, or was requested before the provider's previous one
 */
export function observe(state: IndependenceState, observation: ProviderObservation): boolean {
  if (observation.key !== state.key) {
    return false;
  }
  const index = providerIndex(state, observation.provider);
  if (index < 0) {
    return false;
  }
  const askedMs = observation.t - observation.latencyMs;
  if (state.observations === 0) {
    state.startMs = askedMs;
  }
  state.observations++;
  if (!observation.ok || observation.value === null) {
    return false;
  }
  const canonical = canonicalDecimal(observation.value);
  const provider = providerAt(state, index);
  if (canonical === null || askedMs < provider.lastAskedMs) {
    return false;
  }
  enterRound(state, index, provider, askedMs);
  provider.answers++;
  const readMs = observation.t - observation.latencyMs / 2 - state.startMs;
  const number = Number(canonical);
  const changed = canonical !== provider.lastText;
  if (state.family === 'price') {
    takePrice(state, index, { canonical, number, changed, readMs });
  }
  if (state.family === 'counter') {
    pendCounter(state, index, canonical);
  }
  if (state.family === 'height') {
    takeHeight(state, index, { number, readMs, askedMs });
  }
  provider.lastText = canonical;
  provider.lastNumber = number;
  provider.lastAskedMs = askedMs;
  return true;
}

function enterRound(state: IndependenceState, index: number, provider: ProviderMemory, askedMs: number): void {
  if (state.seen[index] === true) {
    const gapMs = askedMs - provider.lastAskedMs;
    if (gapMs > 0 && gapMs < 60_000) {
      state.pollMs += (gapMs - state.pollMs) * (state.round < 20 ? 0.2 : 0.02);
    }
    closeRound(state);
    state.seen.fill(false);
    state.roundStartMs = askedMs;
  } else if (state.round === 0 && state.roundStartMs === 0) {
    state.roundStartMs = askedMs;
  }
  state.seen[index] = true;
}

function closeRound(state: IndependenceState): void {
  const nowMs = state.roundStartMs;
  state.round++;
  followPace(state.response, state.pollMs);
  if (state.family === 'counter') {
    closeCounterRound(state, nowMs);
  } else if (closeRow(state, nowMs)) {
    if (state.family === 'price') {
      learnLags(state);
    }
    recordDifferences(state);
  }
  fadeRepetitions(state.repetition, nowMs);
  if (state.round % memoryLimits.generationRounds === 0) {
    for (const counters of Object.values(state.counters)) {
      endGeneration(counters);
    }
    const { lags } = state.counter;
    for (let place = 0; place < lags.length; place++) {
      lags[place] = cellAt(lags, place) * memoryLimits.generationKeep;
    }
  }
  const young = state.round < memoryLimits.youngRounds;
  const every = young ? memoryLimits.judgeYoungEveryRounds : memoryLimits.judgeEveryRounds;
  if (state.round % (young ? every : memoryLimits.generationRounds) === 0) {
    refreshLags(state);
  }
  if (state.round % every === 0) {
    judge(state, nowMs);
  }
}

type PriceAnswer = {
  readonly canonical: string;
  readonly number: number;
  readonly changed: boolean;
  readonly readMs: number;
};

function takePrice(state: IndependenceState, index: number, answer: PriceAnswer): void {
  // A logarithm needs a positive number, so rates that are zero or negative are not compared.
  if (!(answer.number > 0)) {
    return;
  }
  const log = Math.log(answer.number);
  pendValue(state, index, log, answer.changed);
  if (answer.changed) {
    learnDigits(providerAt(state, index), answer.canonical);
  }
  recordRepetitions(state, index, log, answer.readMs);
  recordMoves(state.response, index, {
    log,
    number: answer.number,
    exponent: lastDigitExponent(answer.canonical),
    readMs: answer.readMs,
  });
  if (!answer.changed) {
    return;
  }
  const provider = providerAt(state, index);
  const size = memoryLimits.ringValues;
  const { rings } = state;
  if (provider.pushed > 0) {
    learnStep(provider, Math.abs(log - cellAt(rings.logs, index * size + ((provider.pushed - 1) % size))));
  }
  learnGaps(state, index, provider, answer.number);
  const place = index * size + (provider.pushed % size);
  rings.values[place] = answer.number;
  rings.logs[place] = log;
  rings.readMs[place] = answer.readMs;
  rings.digits[place] = Math.max(-128, Math.min(127, lastDigitExponent(answer.canonical)));
  provider.pushed++;
  refreshTick(state, index, provider);
  learnClustered(state, index);
  recordCoincidences(state, index);
  recordMarkups(state, index);
  searchMarkups(state, index);
}

function learnStep(provider: ProviderMemory, step: number): void {
  if (provider.step === 0) {
    provider.step = step;
    provider.slowStep = step;
    return;
  }
  provider.step += (Math.min(step, 3 * provider.step) - provider.step) / 12;
  provider.slowStep += (Math.min(step, 3 * provider.slowStep) - provider.slowStep) / 100;
}

function takeHeight(
  state: IndependenceState,
  index: number,
  answer: { readonly number: number; readonly readMs: number; readonly askedMs: number },
): void {
  const provider = providerAt(state, index);
  const elapsedMs = answer.askedMs - provider.lastAskedMs;
  if (provider.lastText !== null && elapsedMs > 0 && elapsedMs < 60_000) {
    const pace = Math.max(0, answer.number - provider.lastNumber) / elapsedMs;
    state.unitsPerMs += (pace - state.unitsPerMs) * (state.round < 50 ? 0.05 : 0.005);
  }
  const apartMs = answer.readMs + state.startMs - state.roundStartMs;
  pendValue(state, index, answer.number - state.unitsPerMs * apartMs, true);
}
