import { intervalOf } from '../evaluation-intervals.ts';
import { softmax } from './logistic-regression.ts';

/** The scores that a model gave to a question it was not trained on, and the question's true class. */
export type HeldOutSample = { readonly scores: Float64Array; readonly label: number };

/** The resolution of a question that the model was not trained on, without any floor. */
export type HeldOutResolution = {
  /** Whether the resolution is a type with all of its parameters. */
  readonly answered: boolean;
  readonly right: boolean;
  /** Whether any data type measures the subject of the question. */
  readonly answerable: boolean;
  readonly confidence: number;
};

const minFloor = 0.5;
const maxFloor = 0.95;
/** The floor of a model with too few held-out questions to show any limit: a wrong answer costs as much as two missing ones. */
const defaultFloor = 0.67;
/**
 * Stated maximum share of false answers to unanswerable questions of an unknown author. The upper end of the 95%
 * interval on held-out authors must not exceed it.
 */
export const maxFalseAnswerShare = 0.05;
/** Maximum share of answers with a wrong type. */
const maxWrongShare = 0.04;

/** Returns the temperature, from 0.2 to 4, at which the true classes of the held-out samples are likeliest. */
export function likeliestTemperature(samples: readonly HeldOutSample[]): number {
  let best = { temperature: 1, loss: Number.POSITIVE_INFINITY };
  for (let percent = 20; percent <= 400; percent += 5) {
    const temperature = percent / 100;
    let loss = 0;
    for (const { scores, label } of samples) {
      loss -= Math.log(Math.max(softmax(scores, temperature)[label] ?? 0, 1e-12));
    }
    if (loss < best.loss) {
      best = { temperature, loss };
    }
  }
  return best.temperature;
}

/**
 * Returns the floor: the minimum probability of an answer. It is the lowest value from 0.5 to 0.95, in steps of 0.01,
 * that keeps two limits on questions of held-out authors. At most 4% of the answers have a wrong type. The upper end of
 * the interval of false answers is at most `maxFalseAnswerShare`. It is 0.67 when too few questions are held out.
 */
export function floorFor(decided: readonly HeldOutResolution[]): number {
  const unanswerable = decided.filter(({ answerable }) => !answerable).length;
  if (unanswerable === 0 || intervalOf(0, unanswerable).high > maxFalseAnswerShare) {
    return defaultFloor;
  }
  for (let percent = minFloor * 100; percent < maxFloor * 100; percent += 1) {
    const floor = Math.round(percent) / 100;
    const acted = decided.filter(({ answered, confidence }) => answered && confidence >= floor);
    const wrong = acted.filter(({ right }) => !right);
    const falseAnswers = wrong.filter(({ answerable }) => !answerable).length;
    const isBounded = intervalOf(falseAnswers, unanswerable).high <= maxFalseAnswerShare;
    if (wrong.length <= acted.length * maxWrongShare && isBounded) {
      return floor;
    }
  }
  return maxFloor;
}
