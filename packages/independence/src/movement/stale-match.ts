import { cellAt, readCell, type CounterScope } from '../generation-counters.ts';
import { staleMatchRule } from '../constants/stale-match.ts';
import type { CounterValue, IndependenceState } from '../state.ts';

const lagBins = staleMatchRule.lagBins;

/** Stores what a provider shows in this round. The round is evaluated when it ends. */
export function pendCounter(state: IndependenceState, index: number, canonical: string): void {
  state.counter.pending[index] = canonical;
}

function lagBin(lagMs: number, pollMs: number): number {
  return Math.min(lagBins - 1, Math.max(0, 4 * Math.log2(1 + lagMs / pollMs)));
}

/** Returns the estimated share of a provider's lags between `fromMs` and `untilMs`, from the histogram of its lags. */
function lagShare(state: IndependenceState, index: number, fromMs: number, untilMs: number): number {
  const low = lagBin(Math.max(0, fromMs), state.pollMs);
  const high = lagBin(Math.max(0, untilMs), state.pollMs) + 1e-9;
  let inside = 0.5;
  let total = 1;
  for (let bin = 0; bin < lagBins; bin++) {
    const count = cellAt(state.counter.lags, index * lagBins + bin);
    total += count;
    // A class that lies only partly within the range contributes the same part of its count.
    inside += count * Math.max(0, Math.min(high, bin + 1) - Math.max(low, bin));
  }
  return Math.min(0.995, Math.max(0.01, inside / total));
}

function learnValues(state: IndependenceState, nowMs: number): void {
  const { counter } = state;
  const fresh = new Set(counter.pending.filter((text): text is string => text !== null));
  for (const value of counter.values) {
    fresh.delete(value.text);
  }
  if (fresh.size > 0) {
    for (const value of counter.values) {
      value.supersededMs ??= nowMs;
    }
    for (const text of fresh) {
      counter.values.push({ text, firstMs: nowMs, supersededMs: null, id: counter.nextId++ });
    }
  }
  const oldest = nowMs - staleMatchRule.maxValueAgeMs;
  while (counter.values.length > staleMatchRule.maxValues || (counter.values[0]?.firstMs ?? nowMs) < oldest) {
    if (counter.values.length <= 1) {
      break;
    }
    counter.values.shift();
  }
}

function compare(state: IndependenceState, a: number, value: CounterValue, nowMs: number): void {
  const { counter, capacity } = state;
  const { current, width } = state.counters.stale;
  const supersededMs = value.supersededMs ?? nowMs;
  for (let b = 0; b < state.providers.length; b++) {
    const shown = counter.pending[b];
    if (b === a || shown === null || shown === undefined) {
      continue;
    }
    const pair = a * capacity + b;
    if (counter.judged[pair] === value.id) {
      continue;
    }
    counter.judged[pair] = value.id;
    const chance = lagShare(state, b, nowMs - supersededMs - state.pollMs, nowMs - value.firstMs + state.pollMs);
    const copy = staleMatchRule.copyShare + (1 - staleMatchRule.copyShare) * chance;
    const same = shown === value.text;
    const cell = pair * width;
    current[cell] = cellAt(current, cell) + (same ? Math.log(copy / chance) : Math.log((1 - copy) / (1 - chance)));
    current[cell + 1] = cellAt(current, cell + 1) + 1;
    if (same) {
      current[cell + 2] = cellAt(current, cell + 2) + 1;
    }
  }
}

/**
 * Evaluates a round of a counter. Two readers that show the current number prove nothing. Two readers that show the
 * same outdated number are evidence of sharing. The evidence is the stronger, the less often the other reader has such
 * a lag.
 */
export function closeCounterRound(state: IndependenceState, nowMs: number): void {
  const { counter } = state;
  learnValues(state, nowMs);
  const byText = new Map(counter.values.map((value) => [value.text, value]));
  for (let index = 0; index < state.providers.length; index++) {
    const value = byText.get(counter.pending[index] ?? '');
    if (value === undefined) {
      continue;
    }
    const { supersededMs } = value;
    if (supersededMs !== null && nowMs - supersededMs > staleMatchRule.minStalePolls * state.pollMs) {
      compare(state, index, value, nowMs);
    }
  }
  for (let index = 0; index < state.providers.length; index++) {
    const value = byText.get(counter.pending[index] ?? '');
    if (value !== undefined) {
      const lagMs = Math.max(0, nowMs - (value.firstMs + Math.min(value.supersededMs ?? nowMs, nowMs)) / 2);
      const place = index * lagBins + Math.floor(lagBin(lagMs, state.pollMs));
      counter.lags[place] = cellAt(counter.lags, place) + 1;
    }
    counter.pending[index] = null;
  }
}

/**
 * Returns the evidence, in nats, that two readers of a counter share an upstream, and the number of compared values.
 * Negative nats speak against it.
 */
export function staleScore(
  state: IndependenceState,
  a: number,
  b: number,
  scope: CounterScope,
): { nats: number; values: number } {
  if (state.family !== 'counter') {
    return { nats: 0, values: 0 };
  }
  const row = a * state.capacity + b;
  return { nats: readCell(state.counters.stale, row, 0, scope), values: readCell(state.counters.stale, row, 1, scope) };
}
