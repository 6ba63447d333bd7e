/** An answer to a question that the model was not trained on. */
export type HeldOutAnswer = {
  readonly author: string;
  /** Whether any data type measures the subject of the question. */
  readonly answerable: boolean;
  /** Whether the best candidate has the right type. */
  readonly right: boolean;
  /** Whether the best candidate lacks a parameter, so that the caller is asked for it. */
  readonly missing: boolean;
  /** Calibrated probability of the best candidate. 0 without any. */
  readonly probability: number;
};

/** Minimum probabilities of a candidate with all parameters, and of one that lacks some. */
export type Floors = { readonly type: number; readonly missing: number };

/**
 * A wrong answer costs as much as this many refusals of questions that have one. The aims are stricter on false answers
 * than on false refusals.
 */
const wrongCost = 4.5;
/** To ask for a parameter in vain gives nobody a wrong value, so it costs no more than a refusal. */
const wrongAskingCost = 1;
const minFloor = 0.5;
const minAskingFloor = 0.4;
const maxFloor = 0.95;
/** Width of the step from refused to answered. A smooth step keeps single questions from moving the floor. */
const smoothness = 0.04;

/**
 * Returns the floors, in steps of 0.01, with the lowest cost to held-out authors. Every author counts the same, so that
 * one who writes much decides no more than others.
 */
export function floorsFor(answers: readonly HeldOutAnswer[]): Floors {
  const complete = answers.filter(({ missing }) => !missing);
  const asking = answers.filter(({ missing }) => missing);
  return { type: floorFor(complete, wrongCost, minFloor), missing: floorFor(asking, wrongAskingCost, minAskingFloor) };
}

function floorFor(answers: readonly HeldOutAnswer[], cost: number, lowest: number): number {
  const byAuthor = new Map<string, HeldOutAnswer[]>();
  for (const answer of answers) {
    byAuthor.set(answer.author, [...(byAuthor.get(answer.author) ?? []), answer]);
  }
  const authors = [...byAuthor.values()];
  // Without held-out authors: the probability at which answering and refusing cost the same.
  let best = { floor: cost / (cost + 1), cost: Number.POSITIVE_INFINITY };
  for (let percent = lowest * 100; authors.length > 1 && percent <= maxFloor * 100; percent += 1) {
    const floor = percent / 100;
    const mean = authors.reduce((sum, own) => sum + costTo(own, floor, cost), 0) / authors.length;
    best = mean < best.cost ? { floor, cost: mean } : best;
  }
  return best.floor;
}

/** Returns the cost to one author: its share of false refusals, and of wrong answers times their cost. */
function costTo(answers: readonly HeldOutAnswer[], floor: number, cost: number): number {
  let wrong = 0;
  let refused = 0;
  for (const { answerable, right, probability } of answers) {
    const answered = 1 / (1 + Math.exp((floor - probability) / smoothness));
    wrong += right ? 0 : answered;
    refused += answerable ? 1 - answered : 0;
  }
  return (cost * wrong + refused) / answers.length;
}
