/**
 * Returns the evidence, in nats, against the claim that one Poisson mean exceeds another by at least `excess`. The
 * evidence compares the two counts with the closest two means that fulfil the claim, by their likelihood ratio. It is 0
 * where the counts themselves fulfil the claim.
 */
export function natsAgainstExcess(larger: number, smaller: number, excess: number): number {
  if (larger - smaller >= excess) {
    return 0;
  }
  const sum = 2 * excess + larger + smaller;
  const root = Math.sqrt(Math.max(0, sum * sum - 8 * larger * excess));
  const low = Math.max(1e-9, (sum + root) / 4 - excess);
  return (
    logLikelihood(larger, Math.max(larger, 1e-9)) +
    logLikelihood(smaller, Math.max(smaller, 1e-9)) -
    logLikelihood(larger, low + excess) -
    logLikelihood(smaller, low)
  );
}

function logLikelihood(count: number, mean: number): number {
  return count > 0 ? count * Math.log(mean) - mean : -mean;
}

/**
 * Returns the evidence, in nats, against the claim that a Poisson mean is at least `mean`. It is 0 if the count is at
 * least `mean`.
 */
export function natsAgainstMean(count: number, mean: number): number {
  return count >= mean ? 0 : (count > 0 ? count * Math.log(count / mean) : 0) - count + mean;
}
