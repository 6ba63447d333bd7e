import { printRule } from './print-rule.ts';

/**
 * Shares of equal sizes that independent sources may show by coincidence. The test compares the claim that a pair
 * shares trades with these alternatives.
 */
const alternatives = [0.002, 0.01, 0.05].map((chance) => ({ log: Math.log(chance), logOfRest: Math.log1p(-chance) }));
const gainAt = (chance: number, share: number): number => Math.log((1 - chance) / (1 - share));
const fullGain = gainAt(printRule.coincidence, printRule.bound);
const missingRareNats = gainAt(printRule.proofCoincidence, printRule.bound);

/**
 * Returns the weight (0 to 1) of an event. The weight is 1 if chance rarely shows its size (at most
 * `printRule.coincidence`). It is 0 if chance shows the size as often as a provider that copies the share
 * `printRule.bound`.
 *
 * @param chance probability that `b` shows the size within a window by chance
 */
export function eventWeight(chance: number): number {
  if (chance <= printRule.coincidence) {
    return 1;
  }
  return chance >= printRule.bound ? 0 : gainAt(chance, printRule.bound) / fullGain;
}

/**
 * Returns the evidence, in nats, that an event adds if `b` does not show it. It is evidence against the claim that `b`
 * shows a share of at least `printRule.bound`. Under the claim, the likelihood ratio is a supermartingale for any
 * expected chance that is fixed before the outcome. So a wrong chance only makes the evidence grow more slowly. An
 * event whose chance equals the bound adds nothing, whether `b` shows it or not.
 *
 * @param chance probability that `b` shows the event's size within a window by chance
 * @param part the part of that chance that the proof expects, one of `proofChances`
 */
export function missingNats(chance: number, part: number): number {
  const expected = part * chance;
  if (expected <= printRule.proofCoincidence) {
    return missingRareNats;
  }
  return expected >= printRule.bound ? 0 : gainAt(expected, printRule.bound);
}

/** Returns what an event that `b` shows adds to the evidence of `missingNats`: zero or a negative number of nats. */
export function shownNats(chance: number, part: number): number {
  return Math.log(Math.min(printRule.bound, Math.max(printRule.proofCoincidence, part * chance)) / printRule.bound);
}

/** Returns the logarithm of the mean of likelihood ratios. Both the argument and the result are in nats. */
export function meanNats(nats: readonly number[]): number {
  const largest = Math.max(...nats);
  return largest + Math.log(nats.reduce((sum, each) => sum + Math.exp(each - largest), 0) / nats.length);
}

/**
 * Returns the evidence, in nats, against the claim that `b` shows at least `share` of the events. It is the logarithm
 * of a likelihood ratio, averaged over three shares of coincidence. The ratio compares "equal sizes come by coincidence
 * alone" with the claim. Under the claim the ratio is a supermartingale for any weights that are fixed before the
 * outcome. By Ville's inequality (1939) it exceeds x at any time with a probability of at most 1/x. So the evidence may
 * be read after each trade.
 */
export function natsAgainst(share: number, events: number, shown: number): number {
  const missing = Math.max(events - shown, 0);
  const base = -missing * Math.log1p(-share) - shown * Math.log(share);
  const largest = largestOf(missing, shown);
  // The largest term is factored out of the average, so that no exponential overflows.
  let sum = 0;
  for (const { log, logOfRest } of alternatives) {
    sum += Math.exp(missing * logOfRest + shown * log - largest);
  }
  return base + largest + Math.log(sum / alternatives.length);
}

/**
 * Returns whether `natsAgainst` is certainly at least `nats`. It needs no exponential: the mean of three likelihoods is
 * at least a third of the largest.
 */
export function isSurelyAbove(nats: number, share: number, events: number, shown: number): boolean {
  const missing = Math.max(events - shown, 0);
  const base = -missing * Math.log1p(-share) - shown * Math.log(share);
  return base + largestOf(missing, shown) - Math.log(alternatives.length) >= nats;
}

/** Returns the logarithm of the likelihood of the counts under the alternative that fits them best. */
function largestOf(missing: number, shown: number): number {
  let largest = Number.NEGATIVE_INFINITY;
  for (const { log, logOfRest } of alternatives) {
    largest = Math.max(largest, missing * logOfRest + shown * log);
  }
  return largest;
}

/** Returns the smallest share that the events refute with at least `nats` of evidence; 1 when they refute no share. */
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
