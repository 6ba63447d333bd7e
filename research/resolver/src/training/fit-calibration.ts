import { calibrated, weightedSum } from '@assay/resolver/embedded/calibration';

/**
 * The best answer to a question that the model was not trained on: the evidence for the answer, and whether its type is
 * right.
 */
export type CheckedAnswer = { readonly evidence: readonly number[]; readonly right: boolean };

/**
 * Strength of the prior, which pulls each weight towards its default. Without it, rare evidence could get a huge
 * weight.
 */
const ridge = 2;
const maxRounds = 25;
const minGain = 1e-6;
const minScale = 1e-4;

/**
 * Fits a logistic regression from evidence to the probability that an answer is right, by Newton's method. The second
 * value of the evidence is the classifier's own confidence. By default its weight is 1 and all other weights are 0.
 */
export function fitCalibration(answers: readonly CheckedAnswer[], size: number): number[] {
  const prior = Float64Array.from({ length: size }, (_, at) => (at === 1 ? 1 : 0));
  let weights = prior;
  let loss = lossOf(answers, weights, prior);
  for (let round = 0; round < maxRounds; round += 1) {
    const change = newtonStep(answers, weights, prior);
    let scale = 1;
    let next = weights;
    let nextLoss = Number.POSITIVE_INFINITY;
    // Halve the step until it no longer makes the loss larger. A full step can overshoot when the classifier is
    // wrong but certain.
    while (nextLoss > loss && scale > minScale) {
      next = Float64Array.from(weights, (weight, at) => weight - scale * (change[at] ?? 0));
      nextLoss = lossOf(answers, next, prior);
      scale /= 2;
    }
    if (loss - nextLoss < minGain) {
      break;
    }
    weights = next;
    loss = nextLoss;
  }
  return [...weights];
}

function newtonStep(answers: readonly CheckedAnswer[], weights: Float64Array, prior: Float64Array): Float64Array {
  const size = weights.length;
  const slope = Float64Array.from(weights, (weight, at) => ridge * (weight - (prior[at] ?? 0)));
  // The matrix is symmetric, so only the entries up to the diagonal are summed.
  const lower = new Float64Array(size * size);
  for (let at = 0; at < size; at += 1) {
    lower[at * size + at] = ridge;
  }
  const given = new Int32Array(size);
  for (const { evidence, right } of answers) {
    const probability = calibrated(evidence, weights);
    const spread = probability * (1 - probability);
    let count = 0;
    for (let at = 0; at < size; at += 1) {
      const value = evidence[at] ?? 0;
      if (value !== 0) {
        given[count] = at;
        count += 1;
        slope[at] = (slope[at] ?? 0) + (probability - (right ? 1 : 0)) * value;
        addToRow(lower, at * size, spread * value, evidence, given, count);
      }
    }
  }
  return solve(mirrored(lower, size), slope);
}

/**
 * Multiplies the evidence up to the matrix diagonal by a factor, and adds it to the matrix row that starts at an index.
 */
function addToRow(
  matrix: Float64Array,
  start: number,
  factor: number,
  evidence: readonly number[],
  places: Int32Array,
  count: number,
): void {
  for (let at = 0; at < count; at += 1) {
    const place = places[at] ?? 0;
    matrix[start + place] = (matrix[start + place] ?? 0) + factor * (evidence[place] ?? 0);
  }
}

/** Returns the rows of the symmetric matrix whose lower half is given. */
function mirrored(lower: Float64Array, size: number): Float64Array[] {
  return Array.from({ length: size }, (_, row) =>
    Float64Array.from(
      { length: size },
      (_value, column) => lower[Math.max(row, column) * size + Math.min(row, column)] ?? 0,
    ),
  );
}

/** Returns the loss: the negative log likelihood of the answers, plus the penalty of the weights' prior. */
function lossOf(answers: readonly CheckedAnswer[], weights: Float64Array, prior: Float64Array): number {
  let loss = 0;
  weights.forEach((weight, at) => {
    loss += (ridge / 2) * (weight - (prior[at] ?? 0)) ** 2;
  });
  for (const { evidence, right } of answers) {
    const sum = weightedSum(evidence, weights);
    const margin = right ? sum : -sum;
    loss += margin > 0 ? Math.log1p(Math.exp(-margin)) : -margin + Math.log1p(Math.exp(margin));
  }
  return loss;
}

/** Solves a system of linear equations by elimination. The matrix must be symmetric and positive definite. */
function solve(matrix: readonly Float64Array[], right: Float64Array): Float64Array {
  const rows = matrix.map((row, at) => Float64Array.of(...row, right[at] ?? 0));
  const size = rows.length;
  rows.forEach((pivot, at) => {
    for (const row of rows.slice(at + 1)) {
      const factor = (row[at] ?? 0) / (pivot[at] ?? 1);
      for (let column = at; column <= size; column += 1) {
        row[column] = (row[column] ?? 0) - factor * (pivot[column] ?? 0);
      }
    }
  });
  const solved = new Float64Array(size);
  for (let at = size - 1; at >= 0; at -= 1) {
    const row = rows[at] ?? new Float64Array(size + 1);
    let rest = row[size] ?? 0;
    for (let column = at + 1; column < size; column += 1) {
      rest -= (row[column] ?? 0) * (solved[column] ?? 0);
    }
    solved[at] = rest / (row[at] ?? 1);
  }
  return solved;
}
