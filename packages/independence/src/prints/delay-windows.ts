import { delayCells, delaySteps, printRule } from './print-rule.ts';

/** Neighbouring cells of delays, with the counter of events that covers them. */
export type DelayWindow = {
  readonly from: number;
  readonly cells: number;
  /** Place of the counter of events: that of the window's end that is farther from zero. */
  readonly step: number;
  /** The delay of that end, in milliseconds. */
  readonly reachMs: number;
};

/**
 * Windows that one counter of events covers, and the evidence in nats that each of them needs. `isLate` says that they lie
 * beyond the delays of streams.
 */
export type WindowGroup = {
  readonly step: number;
  readonly needed: number;
  readonly isLate: boolean;
  readonly windows: readonly DelayWindow[];
};

const zeroCell = printRule.maxDelayMs / printRule.cellMs;

/** Returns the delay of the middle of a cell, in milliseconds. It is negative where the second source is earlier. */
export function middleDelayMs(cell: number): number {
  return (cell + 0.5 - zeroCell) * printRule.cellMs;
}

function windowAt(from: number, cells: number): DelayWindow {
  const startMs = (from - zeroCell) * printRule.cellMs;
  const endMs = startMs + cells * printRule.cellMs;
  const reachMs = Math.max(-startMs, endMs);
  const step = delaySteps.findIndex((delayMs) => delayMs >= reachMs);
  return { from, cells, step: (-startMs > endMs ? delaySteps.length : 0) + step, reachMs };
}

const windowsOfWidth = (cells: number): DelayWindow[] =>
  Array.from({ length: delayCells - cells + 1 }, (_, from) => windowAt(from, cells));

function groupsOf(windows: readonly DelayWindow[]): WindowGroup[] {
  const groups = new Map<string, WindowGroup>();
  for (const window of windows) {
    const needed = printRule.neededNats.find(({ delayMs }) => delayMs >= window.reachMs)?.nats ?? 0;
    const name = `${window.step} ${needed}`;
    groups.set(name, {
      step: window.step,
      needed,
      isLate: window.reachMs > printRule.shortDelayMs,
      windows: [...(groups.get(name)?.windows ?? []), window],
    });
  }
  return [...groups.values()];
}

/** The windows that a proof must refute: narrow ones at short delays, and wide ones at long delays. */
export const proofGroups: readonly WindowGroup[] = groupsOf([
  ...windowsOfWidth(printRule.shortWindowCells).filter(({ reachMs }) => reachMs <= printRule.shortDelayMs),
  ...windowsOfWidth(printRule.longWindowCells).filter(({ reachMs }) => reachMs > printRule.shortDelayMs),
]);

/** The windows in which a link is searched: those of a constant delay, and those of a varying one. */
export const linkWindows: readonly DelayWindow[] = [...windowsOfWidth(2), ...windowsOfWidth(printRule.longWindowCells)];
