import { cellAt } from '../generation-counters.ts';
import { delayCells } from './delay-windows.ts';
import { delaySteps, printRule } from './print-rule.ts';
import {
  eventCells,
  memories,
  missingCells,
  shownCells,
  shownRow,
  spentCells,
  sumEvents,
  type PrintCounts,
} from './print-counts.ts';
import type { PrintState } from './print-state.ts';
import { chanceInWindow, isKept, isSumKept } from './event-weights.ts';
import { eventWeight, missingNats } from './share-bound.ts';

/**
 * Tolerance, in milliseconds, for the arrival times of one trade on two streams. A record of trades covers a delay
 * after an event only if it extends beyond the delay by at least this much.
 */
const jitterMs = 500;

/**
 * Counts the events (trades) of `a` that have become comparable with the record of `b` since the last call. An event is
 * comparable at a delay once the record of `b` covers that time after the event.
 */
export function compareRecord(state: PrintState, a: number, b: number): void {
  const [from, to] = [state.providers[a], state.providers[b]];
  if (from === undefined || to === undefined) {
    return;
  }
  const { rings, counts, capacity } = state;
  const { ringEntries } = printRule;
  const row = a * capacity + b;
  // This loop runs for each trade, pair and delay. It reads its arrays directly, which compiles to faster code than
  // `cellAt`.
  const { times, kinds, sizes } = rings;
  for (let step = 0; step < delaySteps.length; step++) {
    const pointer = row * delaySteps.length + step;
    const comparableMs = to.lastMs - jitterMs - (delaySteps[step] ?? 0);
    let next = Math.max(counts.next[pointer] ?? 0, from.written - ringEntries);
    for (; next < from.written; next++) {
      const place = a * ringEntries + (next % ringEntries);
      const t = times[place] ?? 0;
      if (t > comparableMs) {
        break;
      }
      if (kinds[place] !== 1 || !isKept(state, sizes[place] ?? 0)) {
        continue;
      }
      const isComplete = to.completeSinceMs <= t - jitterMs;
      // The record before the event covers the first `earlier` steps of the negative delays, whose counters are
      // consecutive.
      const earlier = step === 0 ? coveredSteps(t - to.completeSinceMs) : 0;
      if (!isComplete && earlier === 0) {
        continue;
      }
      const chance = chanceInWindow(to, t, rings.chances[place] ?? 0);
      const sets = isSumKept(state, sizes[place] ?? 0) ? sumEvents + 1 : memories;
      if (isComplete) {
        addEvent(counts, row, { from: step, steps: 1, chance, sets });
      }
      if (earlier > 0) {
        addEvent(counts, row, { from: delaySteps.length, steps: earlier, chance, sets });
      }
    }
    counts.next[pointer] = next;
  }
  fade(state, row);
}

/** Returns the number of delay steps that are shorter than a record of `recordMs`. */
function coveredSteps(recordMs: number): number {
  let steps = delaySteps.length;
  while (steps > 0 && recordMs < (delaySteps[steps - 1] ?? 0) + jitterMs) {
    steps--;
  }
  return steps;
}

type CountedEvent = {
  /**
   * Index of the first counter of events to increase. The event is comparable at `steps` consecutive delay steps, so
   * that many counters are increased.
   */
  readonly from: number;
  readonly steps: number;
  /** Probability that the other provider shows the event by chance. */
  readonly chance: number;
  /**
   * Number of sets of counters to which the event belongs: those of the memories, and also that of the sums if sums
   * could show it.
   */
  readonly sets: number;
};

function addEvent(counts: PrintCounts, row: number, { from, steps, chance, sets }: CountedEvent): void {
  let at = row * missingCells + from;
  for (const part of printRule.proofChances) {
    addTo(counts.missing, at, steps, missingNats(chance, part));
    at += 2 * delaySteps.length;
  }
  const weight = eventWeight(chance);
  at = row * eventCells + from;
  for (let set = 0; set < sets && weight > 0; set++) {
    addTo(counts.events, at, steps, weight);
    at += 2 * delaySteps.length;
  }
}

function addTo(cells: Float32Array, from: number, length: number, value: number): void {
  for (let at = from; at < from + length; at++) {
    cells[at] = (cells[at] ?? 0) + value;
  }
}

/** Halves the counts of each memory (long or recent) whose number of events exceeds its limit. */
function fade({ counts }: PrintState, row: number): void {
  for (const [memory, limit] of printRule.memoryEvents.entries()) {
    const from = row * eventCells + memory * 2 * delaySteps.length;
    if (cellAt(counts.events, from) <= limit) {
      continue;
    }
    halve(counts.events, from, 2 * delaySteps.length);
    if (memory === 0) {
      halve(counts.events, row * eventCells + sumEvents * 2 * delaySteps.length, 2 * delaySteps.length);
      halve(counts.missing, row * missingCells, missingCells);
      halve(counts.spent, row * spentCells, spentCells);
    }
    const rows = Object.values(shownRow).filter((shown) => (shown === shownRow.recent) === (memory === 1));
    rows.forEach((shown) => halve(counts.shown, row * shownCells + shown * delayCells, delayCells));
  }
}

function halve(counts: Float32Array, from: number, length: number): void {
  for (let cell = from; cell < from + length; cell++) {
    counts[cell] = cellAt(counts, cell) / 2;
  }
}
