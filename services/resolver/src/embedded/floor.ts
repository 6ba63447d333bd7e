/** An answer to a question that the model was not trained on. */
export type HeldOutAnswer = {
  readonly author: string;
  /** Whether any data type measures the subject of the question. */
  readonly answerable: boolean;
  /** Whether the best candidate has the right type. */
  readonly right: boolean;
  /** Calibrated probability of the best candidate. 0 without any. */
  readonly probability: number;
};

/**
 * A wrong answer costs as much as this many refusals of questions that have one. The aims are stricter on false answers
 * than on false refusals.
 */
const wrongCost = 5;
/** The floor of a model without held-out authors: the probability at which answering and refusing cost the same. */
const defaultFloor = wrongCost / (wrongCost + 1);
const minFloor = 0.5;
const maxFloor = 0.9;
/** Width of the step from refused to answered. A smooth step keeps single questions from moving the floor. */
const smoothness = 0.04;

/**
 * Returns the floor, from 0.5 to 0.9 in steps of 0.01, with the lowest cost to held-out authors. Every author counts the
 * same, so that one who writes much decides no more than others.
 */
export function floorFor(answers: readonly HeldOutAnswer[]): number {
  const byAuthor = new Map<string, HeldOutAnswer[]>();
  for (const answer of answers) {
    byAuthor.set(answer.author, [...(byAuthor.get(answer.author) ?? []), answer]);
  }
  const authors = [...byAuthor.values()];
  let best = { floor: defaultFloor, cost: Number.POSITIVE_INFINITY };
  for (let percent = minFloor * 100; authors.length > 1 && percent <= maxFloor * 100; percent += 1) {
    const floor = percent / 100;
    const cost = authors.reduce((sum, own) => sum + costTo(own, floor), 0) / authors.length;
    best = cost < best.cost ? { floor, cost } : best;
  }
  return best.floor;
}

/** Returns the cost to one author: its share of false refusals, and of wrong answers times their cost. */
function costTo(answers: readonly HeldOutAnswer[], floor: number): number {
  let wrong = 0;
  let refused = 0;
  for (const { answerable, right, probability } of answers) {
    const answered = 1 / (1 + Math.exp((floor - probability) / smoothness));
    wrong += right ? 0 : answered;
    refused += answerable ? 1 - answered : 0;
  }
  return (wrongCost * wrong + refused) / answers.length;
}
