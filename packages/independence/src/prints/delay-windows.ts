import { delayCells, delaySteps, printRule } from './print-rule.ts';

/** A window of delays: consecutive cells, with the counter of the events that are comparable in it. */
export type DelayWindow = {
  readonly from: number;
  readonly cells: number;
  /**
   * Index of the window's counter of events. A record covers a whole window only if it covers the end that is farther
   * from zero. The counter therefore belongs to that end.
   */
  readonly step: number;
  /** The delay at the farther end, in milliseconds, without its sign. */
  readonly reachMs: number;
};

/**
 * Windows that use the same counter of events. `needed` is the evidence in nats that a proof needs in each window.
 * `isLate` is true for windows that end beyond `printRule.shortDelayMs`.
 */
export type WindowGroup = {
  readonly step: number;
  readonly needed: number;
  readonly isLate: boolean;
  readonly windows: readonly DelayWindow[];
};

const zeroCell = printRule.maxDelayMs / printRule.cellMs;

/**
 * Returns the delay at the middle of a cell, in milliseconds. A negative delay means that the second source shows the
 * trade earlier.
 */
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

/**
 * A proof of independence must refute a shared part in each of these windows. They are narrow at short delays and wide
 * at long delays, because long delays vary more.
 */
export const proofGroups: readonly WindowGroup[] = groupsOf([
  ...windowsOfWidth(printRule.shortWindowCells).filter(({ reachMs }) => reachMs <= printRule.shortDelayMs),
  ...windowsOfWidth(printRule.longWindowCells).filter(({ reachMs }) => reachMs > printRule.shortDelayMs),
]);

/** The windows in which a link is searched: narrow ones for a constant delay, and wide ones for a varying delay. */
export const linkWindows: readonly DelayWindow[] = [...windowsOfWidth(2), ...windowsOfWidth(printRule.longWindowCells)];
