import { printRule } from './print-rule.ts';
import type { PrintProvider, PrintState } from './print-state.ts';
import { eventWeight } from './share-bound.ts';

const windowMs = printRule.shortWindowCells * printRule.cellMs;

/** Returns the time over which a provider's pace was counted. */
export function watchedMs(provider: PrintProvider, nowMs: number): number {
  return Math.min(printRule.rateMs, Math.max(windowMs, nowMs - provider.firstMs));
}

/** Returns the weight of an event of a given chance for the record of a provider. */
export function weightFor(provider: PrintProvider, nowMs: number, chance: number): number {
  const trades = ((provider.rate + 1) * windowMs) / watchedMs(provider, nowMs);
  return eventWeight(chance * Math.max(printRule.minTradesInWindow, trades));
}

/** Whether a size is stored at the present thinning. */
export function isKept(state: PrintState, hash: number): boolean {
  return hash % 2 ** state.thinnedBits === 0;
}
