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

/** A wrong answer costs as much as two missing ones, so an answer must be at least twice as likely right as wrong. */
const minFloor = 0.67;
const maxFloor = 0.95;
/** Maximum share of wrong answers. The models of the folds have a quarter less training data and err more often. */
const maxWrongShare = 0.03;

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
 * Returns the floor: the minimum probability of an answer. It is the lowest value from 0.67 to 0.95, in steps of 0.01,
 * that keeps two limits. At most 3% of the answers have a wrong type. At most 3% of the unanswerable questions get an
 * answer.
 */
export function floorFor(decided: readonly HeldOutResolution[]): number {
  const unanswerable = decided.filter(({ answerable }) => !answerable).length;
  for (let percent = minFloor * 100; percent < maxFloor * 100; percent += 1) {
    const floor = Math.round(percent) / 100;
    const acted = decided.filter(({ answered, confidence }) => answered && confidence >= floor);
    const wrong = acted.filter(({ right }) => !right);
    const falseAnswers = wrong.filter(({ answerable }) => !answerable);
    if (wrong.length <= acted.length * maxWrongShare && falseAnswers.length <= unanswerable * maxWrongShare) {
      return floor;
    }
  }
  return maxFloor;
}
