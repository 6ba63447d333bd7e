/** An answer to a question that the model was not trained on: its evidence and whether its type is right. */
export type CheckedAnswer = { readonly evidence: readonly number[]; readonly right: boolean };

/** Pull of each weight towards its value without evidence. It keeps rare kinds of evidence from deciding alone. */
const ridge = 2;
const maxRounds = 25;
const minGain = 1e-6;
const minScale = 1e-4;

/**
 * Fits a logistic regression from evidence to the probability that an answer is right, by Newton's method. The second
 * value of the evidence is the classifier's own confidence: without answers its weight is 1 and all others are 0.
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
    // A full step can overshoot where the classifier is wrong and certain.
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
  const curve = Array.from({ length: size }, () => new Float64Array(size));
  curve.forEach((row, at) => {
    row[at] = ridge;
  });
  for (const { evidence, right } of answers) {
    const probability = calibrated(evidence, weights);
    const spread = probability * (1 - probability);
    const given = [...evidence.keys()].filter((at) => evidence[at] !== 0);
    for (const at of given) {
      const value = evidence[at] ?? 0;
      slope[at] = (slope[at] ?? 0) + (probability - (right ? 1 : 0)) * value;
      const row = curve[at];
      if (row !== undefined) {
        for (const other of given) {
          row[other] = (row[other] ?? 0) + spread * value * (evidence[other] ?? 0);
        }
      }
    }
  }
  return solve(curve, slope);
}

/** Returns the negative logarithm of the answers' probability and of the weights' prior. */
function lossOf(answers: readonly CheckedAnswer[], weights: Float64Array, prior: Float64Array): number {
  let loss = 0;
  weights.forEach((weight, at) => {
    loss += (ridge / 2) * (weight - (prior[at] ?? 0)) ** 2;
  });
  for (const { evidence, right } of answers) {
    const sum = sumOf(evidence, weights);
    const margin = right ? sum : -sum;
    loss += margin > 0 ? Math.log1p(Math.exp(-margin)) : -margin + Math.log1p(Math.exp(margin));
  }
  return loss;
}

/** Returns the probability, from 0 to 1, that an answer with this evidence is right. */
export function calibrated(evidence: readonly number[], weights: ArrayLike<number>): number {
  return 1 / (1 + Math.exp(-sumOf(evidence, weights)));
}

function sumOf(evidence: readonly number[], weights: ArrayLike<number>): number {
  let sum = 0;
  evidence.forEach((value, at) => {
    sum += value * (weights[at] ?? 0);
  });
  return sum;
}

/** Solves a symmetric positive definite system by elimination. */
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
