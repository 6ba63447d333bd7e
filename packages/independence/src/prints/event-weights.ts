import { printRule } from './print-rule.ts';
import type { PrintProvider, PrintState } from './print-state.ts';
import { eventWeight } from './share-bound.ts';

const windowMs = printRule.shortWindowCells * printRule.cellMs;

/** Returns the time over which a provider's rate of trades was counted, in milliseconds. */
export function watchedMs(provider: PrintProvider, nowMs: number): number {
  return Math.min(printRule.rateMs, Math.max(windowMs, nowMs - provider.firstMs));
}

/**
 * Returns the weight (0 to 1) of an event in the comparison with a provider's record.
 *
 * @param chance probability that one trade of the market has the event's size
 */
export function weightFor(provider: PrintProvider, nowMs: number, chance: number): number {
  const trades = ((provider.rate + 1) * windowMs) / watchedMs(provider, nowMs);
  return eventWeight(chance * Math.max(printRule.minTradesInWindow, trades));
}

/** Whether the state stores sizes with this hash. In a fast market it stores only a part of all sizes. */
export function isKept(state: PrintState, hash: number): boolean {
  return hash % 2 ** state.thinnedBits === 0;
}
