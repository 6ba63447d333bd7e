import { cellAt } from '../generation-counters.ts';
import { delayCells } from './delay-windows.ts';
import { delaySteps, printRule } from './print-rule.ts';
import { eventCells, memories, missingCells, shownCells, shownRow, spentCells, sumEvents } from './print-counts.ts';
import type { PrintState } from './print-state.ts';
import { chanceInWindow, isKept, isSumKept } from './event-weights.ts';
import { eventWeight, missingNats } from './share-bound.ts';

/**
 * Tolerance, in milliseconds, for the arrival times of one trade on two streams. A record covers a delay after an event
 * only if it reaches this much further.
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
  for (const [step, delayMs] of delaySteps.entries()) {
    const pointer = row * delaySteps.length + step;
    let next = Math.max(cellAt(counts.next, pointer), from.written - ringEntries);
    for (; next < from.written; next++) {
      const place = a * ringEntries + (next % ringEntries);
      const t = cellAt(rings.times, place);
      if (t + delayMs + jitterMs > to.lastMs) {
        break;
      }
      if (cellAt(rings.kinds, place) !== 1 || !isKept(state, cellAt(rings.sizes, place))) {
        continue;
      }
      const chance = chanceInWindow(to, t, cellAt(rings.chances, place));
      const event = { chance, sets: isSumKept(state, cellAt(rings.sizes, place)) ? sumEvents + 1 : memories };
      if (to.completeSinceMs <= t - jitterMs) {
        addEvent(state, row, step, event);
      }
      if (step === 0) {
        addEarlierEvents(state, row, t - to.completeSinceMs, event);
      }
    }
    counts.next[pointer] = next;
  }
  fade(state, row);
}

/**
 * Counts an event at each negative delay that is comparable. These are the delays that are shorter than the other
 * provider's record before the event, which lasted `recordMs`.
 */
function addEarlierEvents(state: PrintState, row: number, recordMs: number, event: CountedEvent): void {
  for (const [step, delayMs] of delaySteps.entries()) {
    if (recordMs >= delayMs + jitterMs) {
      addEvent(state, row, delaySteps.length + step, event);
    }
  }
}

/** The chance that the other provider shows an event, and the number of sets of counters to which the event belongs. */
type CountedEvent = { readonly chance: number; readonly sets: number };

function addEvent({ counts }: PrintState, row: number, cell: number, { chance, sets }: CountedEvent): void {
  let missing = row * missingCells + cell;
  for (const part of printRule.proofChances) {
    counts.missing[missing] = cellAt(counts.missing, missing) + missingNats(chance, part);
    missing += 2 * delaySteps.length;
  }
  const weight = eventWeight(chance);
  for (let set = 0; set < sets; set++) {
    const at = row * eventCells + set * 2 * delaySteps.length + cell;
    counts.events[at] = cellAt(counts.events, at) + weight;
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
