import { softmax } from './logistic-regression.ts';

/** A sample that was kept from the learner: its scores and its true class. */
export type HeldOut = { readonly scores: Float64Array; readonly label: number };

/** What became of a question that was kept from the learner, before any floor. */
export type Decided = {
  /** Whether a number would have been given: a type with all of its parameters. */
  readonly answered: boolean;
  readonly right: boolean;
  /** Whether something measures the question at all. */
  readonly answerable: boolean;
  readonly confidence: number;
};

/** Being wrong counts as much as refusing twice, so what is less than two to one likely is not answered. */
const floorMin = 0.67;
const floorMax = 0.95;
/** The folds were taught a quarter less than the learner of all, and err more often. */
const wrongShareMax = 0.03;

/** Finds the temperature, from 0.2 to 4, at which the held-out samples' true classes are likeliest. */
export function likeliestTemperature(samples: readonly HeldOut[]): number {
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
 * The floor under which nothing is answered: 0.67, or higher by steps of 0.01 up to 0.95, until at most three in a
 * hundred numbers belong to another type than was asked for, and at most three in a hundred questions that nothing measures get one.
 */
export function floorFor(decided: readonly Decided[]): number {
  const unanswerable = decided.filter(({ answerable }) => !answerable).length;
  for (let percent = floorMin * 100; percent < floorMax * 100; percent += 1) {
    const floor = Math.round(percent) / 100;
    const acted = decided.filter(({ answered, confidence }) => answered && confidence >= floor);
    const wrong = acted.filter(({ right }) => !right);
    const falseAnswers = wrong.filter(({ answerable }) => !answerable);
    if (wrong.length <= acted.length * wrongShareMax && falseAnswers.length <= unanswerable * wrongShareMax) {
      return floor;
    }
  }
  return floorMax;
}
