import { delaySteps, printRule } from './print-rule.ts';

/** A window of delays: consecutive cells, with the counter of the events that are comparable in it. */
export type DelayWindow = {
  readonly from: number;
  readonly cells: number;
  readonly widthMs: number;
  /**
   * Index of the window's counter of events. A record that covers the end of the window that is farther from zero
   * covers the whole window. So the window uses the counter of this end.
   */
  readonly step: number;
  /** The largest delay in the window, in milliseconds. It is positive for a delay in either direction. */
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
  /** Indexes of the windows in `proofWindows`. */
  readonly places: readonly number[];
};

const { maxDelayMs, shortDelayMs, cellMs, lateCellMs } = printRule;
const lateCells = (maxDelayMs - shortDelayMs) / lateCellMs;
const shortCells = (2 * shortDelayMs) / cellMs;

/**
 * Number of cells of delays of an ordered pair: narrow cells for short delays, and wide cells for longer delays in both
 * directions.
 */
export const delayCells = shortCells + 2 * lateCells;

/**
 * Returns the cell of a delay below `maxDelayMs`. A delay is negative when the second source shows the trade earlier.
 */
export function cellOf(delayMs: number): number {
  if (delayMs < -shortDelayMs) {
    return Math.floor((delayMs + maxDelayMs) / lateCellMs);
  }
  return delayMs < shortDelayMs
    ? lateCells + Math.floor((delayMs + shortDelayMs) / cellMs)
    : lateCells + shortCells + Math.floor((delayMs - shortDelayMs) / lateCellMs);
}

/** Returns the delay at which a cell starts, in milliseconds. */
function startOf(cell: number): number {
  if (cell < lateCells) {
    return cell * lateCellMs - maxDelayMs;
  }
  return cell < lateCells + shortCells
    ? (cell - lateCells) * cellMs - shortDelayMs
    : (cell - lateCells - shortCells) * lateCellMs + shortDelayMs;
}

/**
 * Returns the delay at the middle of a cell, in milliseconds. A negative delay means that the second source shows the
 * trade earlier.
 */
export function middleDelayMs(cell: number): number {
  return (startOf(cell) + startOf(cell + 1)) / 2;
}

function windowAt(from: number, to: number): DelayWindow {
  const [startMs, endMs] = [startOf(from), startOf(to)];
  const reachMs = Math.max(-startMs, endMs);
  const step = delaySteps.findIndex((delayMs) => delayMs >= reachMs);
  const widthMs = endMs - startMs;
  return { from, cells: to - from, widthMs, step: (-startMs > endMs ? delaySteps.length : 0) + step, reachMs };
}

/** Returns all windows of a width that begin and end where cells do. */
function windowsOfWidth(widthMs: number): DelayWindow[] {
  return Array.from({ length: delayCells }, (_, from) => {
    const endMs = startOf(from) + widthMs;
    const to = endMs < maxDelayMs ? cellOf(endMs) : delayCells;
    return endMs <= maxDelayMs && startOf(to) === endMs ? [windowAt(from, to)] : [];
  }).flat();
}

function groupsOf(windows: readonly DelayWindow[]): WindowGroup[] {
  const groups = new Map<string, WindowGroup>();
  for (const [place, window] of windows.entries()) {
    const needed = printRule.neededNats.find(({ delayMs }) => delayMs >= window.reachMs)?.nats ?? 0;
    const name = `${window.step} ${needed}`;
    groups.set(name, {
      step: window.step,
      needed,
      isLate: window.reachMs > printRule.shortDelayMs,
      windows: [...(groups.get(name)?.windows ?? []), window],
      places: [...(groups.get(name)?.places ?? []), place],
    });
  }
  return [...groups.values()];
}

const isLate = ({ reachMs }: DelayWindow): boolean => reachMs > shortDelayMs;
const longWindows = windowsOfWidth(printRule.longWindowMs);

/**
 * The windows of a proof of independence. For each of them, the proof must refute that one source shows at least
 * `printRule.bound` of the other source's trades with delays in the window. Windows are narrow at short delays and wide
 * at long delays, because long delays vary more.
 */
export const proofWindows: readonly DelayWindow[] = [
  ...windowsOfWidth(printRule.shortWindowMs).filter((window) => !isLate(window)),
  ...longWindows.filter(isLate),
];

/** The same windows, grouped by the counter of events that they use. */
export const proofGroups: readonly WindowGroup[] = groupsOf(proofWindows);

const contains = ({ from, cells }: DelayWindow, cell: number): boolean => cell >= from && cell < from + cells;

const windowsOfCell: readonly (readonly number[])[] = Array.from({ length: delayCells }, (_, cell) =>
  proofWindows.flatMap((window, place) => (contains(window, cell) ? [place] : [])),
);

/**
 * Returns the indexes in `proofWindows` of the windows that contain `delayMs` but not `withoutMs`. With the delay of an
 * earlier match as `withoutMs`, each window counts an event only once.
 *
 * @param withoutMs the other delay; infinite if the event has none
 */
export function windowsWith(delayMs: number, withoutMs: number): readonly number[] {
  const places = windowsOfCell[cellOf(delayMs)] ?? [];
  if (Math.abs(withoutMs) >= maxDelayMs) {
    return places;
  }
  const without = cellOf(withoutMs);
  return places.filter((place) => !contains(proofWindows[place] as DelayWindow, without));
}

/** The windows in which the test for a link looks for a constant delay. */
export const narrowWindows: readonly DelayWindow[] = windowsOfWidth(2 * cellMs);

/**
 * The windows in which the test looks for a link: narrow ones for a constant delay, and wide ones for a varying delay.
 */
export const linkWindows: readonly DelayWindow[] = [...narrowWindows, ...longWindows];
