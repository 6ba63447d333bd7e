import { cellAt, readCell, type Scope } from './banks.ts';
import { INDEPENDENCE } from './constants.ts';
import type { CounterValue, IndependenceState } from './state.ts';

const BINS = INDEPENDENCE.staleBins;

/** Notes what a provider shows in this round; the round is judged as a whole when it ends. */
export function pendCounter(state: IndependenceState, index: number, canonical: string): void {
  state.counter.pending[index] = canonical;
}

function lagBin(lagMs: number, pollMs: number): number {
  return Math.min(BINS - 1, Math.max(0, 4 * Math.log2(1 + lagMs / pollMs)));
}

/** The part of a provider's usual lags that lies between two lags, from its histogram. */
function lagShare(state: IndependenceState, index: number, fromMs: number, untilMs: number): number {
  const low = lagBin(Math.max(0, fromMs), state.pollMs);
  const high = lagBin(Math.max(0, untilMs), state.pollMs) + 1e-9;
  let inside = 0.5;
  let total = 1;
  for (let bin = 0; bin < BINS; bin++) {
    const count = cellAt(state.counter.lags, index * BINS + bin);
    total += count;
    // Part of a class counts by how far the asked-for range reaches into it.
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
  const oldest = nowMs - INDEPENDENCE.staleValuesMs;
  while (counter.values.length > INDEPENDENCE.staleValuesMost || (counter.values[0]?.firstMs ?? nowMs) < oldest) {
    if (counter.values.length <= 1) {
      break;
    }
    counter.values.shift();
  }
}

function compare(state: IndependenceState, one: number, value: CounterValue, nowMs: number): void {
  const { counter, capacity } = state;
  const { current, width } = state.banks.stale;
  const supersededMs = value.supersededMs ?? nowMs;
  for (let other = 0; other < state.providers.length; other++) {
    const shown = counter.pending[other];
    if (other === one || shown === null || shown === undefined) {
      continue;
    }
    const pair = one * capacity + other;
    if (counter.judged[pair] === value.id) {
      continue;
    }
    counter.judged[pair] = value.id;
    const chance = lagShare(state, other, nowMs - supersededMs - state.pollMs, nowMs - value.firstMs + state.pollMs);
    const copy = INDEPENDENCE.staleCopyShare + (1 - INDEPENDENCE.staleCopyShare) * chance;
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
 * Judges a round of a counter. Agreeing on the present number proves nothing; showing the same number after it went out of
 * date does, by as much as the other provider's usual lag makes it unlikely.
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
    if (supersededMs !== null && nowMs - supersededMs > INDEPENDENCE.stalePolls * state.pollMs) {
      compare(state, index, value, nowMs);
    }
  }
  for (let index = 0; index < state.providers.length; index++) {
    const value = byText.get(counter.pending[index] ?? '');
    if (value !== undefined) {
      const lagMs = Math.max(0, nowMs - (value.firstMs + Math.min(value.supersededMs ?? nowMs, nowMs)) / 2);
      const place = index * BINS + Math.floor(lagBin(lagMs, state.pollMs));
      counter.lags[place] = cellAt(counter.lags, place) + 1;
    }
    counter.pending[index] = null;
  }
}

/** Evidence for (or, below zero, against) one upstream of two readers of a counter, and on how many values it rests. */
export function staleScore(
  state: IndependenceState,
  one: number,
  other: number,
  scope: Scope,
): { nats: number; values: number } {
  if (state.family !== 'counter') {
    return { nats: 0, values: 0 };
  }
  const row = one * state.capacity + other;
  return { nats: readCell(state.banks.stale, row, 0, scope), values: readCell(state.banks.stale, row, 1, scope) };
}
