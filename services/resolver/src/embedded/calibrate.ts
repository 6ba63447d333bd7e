import { softmax } from './logistic-regression.ts';

/** A sample that was kept from the learner: its scores and its true class. */
export type HeldOut = { readonly scores: Float64Array; readonly label: number };

/** What became of a question that was kept from the learner, before any floor. */
export type Decided = { readonly answered: boolean; readonly right: boolean; readonly confidence: number };

const floorMin = 0.5;
const floorMax = 0.95;
const wrongShareMax = 0.01;

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
 * The lowest floor, from 0.5 to 0.95 by steps of 0.01, above which at most one in a hundred answered questions was
 * given a type that it does not have. 0.5 at least, since below it something else is likelier.
 */
export function floorFor(decided: readonly Decided[]): number {
  for (let percent = floorMin * 100; percent < floorMax * 100; percent += 1) {
    const floor = Math.round(percent) / 100;
    const acted = decided.filter(({ answered, confidence }) => answered && confidence >= floor);
    if (acted.filter(({ right }) => !right).length <= acted.length * wrongShareMax) {
      return floor;
    }
  }
  return floorMax;
}
