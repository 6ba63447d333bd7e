import { cellAt } from '../generation-counters.ts';
import { printRule } from './print-rule.ts';
import type { PrintProvider, PrintState } from './print-state.ts';

const { rateMs, paceMs, shortWindowMs: windowMs } = printRule;

/** Stores the provider's rate of trades at the start of each period that began between its last trade and `nowMs`. */
export function keepPaces(provider: PrintProvider, nowMs: number): void {
  const { paces } = provider;
  const period = Math.floor(nowMs / paceMs);
  for (let each = Math.max(provider.pacePeriod + 1, period + 1 - paces.length); each <= period; each++) {
    paces[each % paces.length] = rateAtStart(provider, each);
  }
  provider.pacePeriod = period;
}

/** Returns the rate of trades at the start of a period after the provider's last trade. */
function rateAtStart({ rate, lastMs }: PrintProvider, period: number): number {
  return rate * Math.exp(-Math.max(0, period * paceMs - lastMs) / rateMs);
}

/**
 * Returns the rate of trades at the start of the period that contains `t`. This rate never changes later, so an event
 * has the same chance when it is counted and when a match for it is found.
 */
function rateBefore(provider: PrintProvider, t: number): number {
  const { paces, pacePeriod } = provider;
  const period = Math.floor(t / paceMs);
  return period > pacePeriod
    ? rateAtStart(provider, period)
    : cellAt(paces, Math.max(period, pacePeriod + 1 - paces.length) % paces.length);
}

/** Returns the time over which a provider's rate of trades was counted, in milliseconds. */
export function watchedMs(provider: PrintProvider, nowMs: number): number {
  return Math.min(printRule.rateMs, Math.max(windowMs, nowMs - provider.firstMs));
}

/**
 * Returns the probability that a provider shows the size of an event within a window by chance. It depends only on what
 * was known before the event, so that neither a match nor its absence can change it.
 *
 * @param t time of the event
 * @param chance probability that one trade of the market has the event's size
 */
export function chanceInWindow(provider: PrintProvider, t: number, chance: number): number {
  const rateOverMs = Math.min(rateMs, Math.max(2 * paceMs, t - provider.firstMs));
  const trades = ((rateBefore(provider, t) + 1) * windowMs) / rateOverMs;
  return chance * Math.max(printRule.minTradesInWindow, trades);
}

/** Whether the state stores sizes with this hash. In a fast market it stores only a part of all sizes. */
export function isKept(state: PrintState, hash: number): boolean {
  return hash % 2 ** state.thinnedBits === 0;
}

/** Whether the state stores sums with this hash. In a fast market it stores a smaller part of them than of trades. */
export function isSumKept(state: PrintState, hash: number): boolean {
  return hash % 2 ** (state.thinnedBits + state.sumBits) === 0;
}
