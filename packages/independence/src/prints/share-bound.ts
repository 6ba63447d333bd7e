import { printRule } from './print-rule.ts';

/** Shares of equal sizes that coincidence explains, one of which a pair of independent sources is compared with. */
const alternatives = [0.01, 0.05] as const;
const gainAt = (chance: number, share: number): number => Math.log((1 - chance) / (1 - share));
const fullGain = gainAt(printRule.coincidence, printRule.bound);

/**
 * Returns the weight (0 to 1) of an event by how likely `b` shows its size within a window by chance: 1 for a size that
 * nobody else trades, 0 for one that chance shows as often as a share at the bound would.
 */
export function eventWeight(chance: number): number {
  if (chance <= printRule.coincidence) {
    return 1;
  }
  return chance >= printRule.bound ? 0 : gainAt(chance, printRule.bound) / fullGain;
}

/**
 * Returns the evidence in nats against the claim that `b` shows a share of at least `share` of the events: the logarithm
 * of a likelihood ratio of "equal sizes come by coincidence alone" to that claim. Under the claim its exponential is a
 * supermartingale whatever the weights are, as long as they were fixed before the outcome. By Ville's inequality (1939)
 * it exceeds x at any time with a probability of at most 1/x, so it may be read after each trade.
 */
export function natsAgainst(share: number, events: number, shown: number): number {
  const all = Math.max(events, shown);
  let largest = Number.NEGATIVE_INFINITY;
  for (const chance of alternatives) {
    largest = Math.max(largest, (all - shown) * gainAt(chance, share) + shown * Math.log(chance / share));
  }
  // The average of several likelihood ratios is at least the largest one divided by their number.
  return largest - Math.log(alternatives.length);
}

/** Returns the smallest share that the events refute with at least `nats`; 1 when they refute none. */
export function upperBound(events: number, shown: number, nats: number): number {
  let low = Math.min(1, Math.max(printRule.coincidence, shown / Math.max(events, shown, 1e-9)));
  let high = 1;
  for (let step = 0; step < 24; step++) {
    const middle = (low + high) / 2;
    if (natsAgainst(Math.min(middle, 1 - 1e-9), events, shown) >= nats) {
      high = middle;
    } else {
      low = middle;
    }
  }
  return high;
}
