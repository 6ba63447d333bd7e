/**
 * Returns the probability, from 0 to 1, that an answer with this evidence is right.
 * @param weights one weight for each value of the evidence.
 */
export function calibrated(evidence: readonly number[], weights: ArrayLike<number>): number {
  return 1 / (1 + Math.exp(-weightedSum(evidence, weights)));
}

/**
 * Returns the sum of the evidence values, each times its weight: the logarithm of the odds that the answer is right.
 */
export function weightedSum(evidence: readonly number[], weights: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < evidence.length; at += 1) {
    const value = evidence[at] ?? 0;
    // Most values of the evidence are 0, so skipping them saves time.
    if (value !== 0) {
      sum += value * (weights[at] ?? 0);
    }
  }
  return sum;
}
