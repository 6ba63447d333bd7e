import type { Floors } from '@assay/resolver/embedded/model-file';

/** The outcome of a question that the model was not trained on. */
export type HeldOutAnswer = {
  readonly author: string;
  /** Whether some data type can answer the question. */
  readonly answerable: boolean;
  /** Whether the best candidate has the right type. */
  readonly right: boolean;
  /** Whether the best candidate lacks a parameter, so that the service asks the caller for it. */
  readonly missing: boolean;
  /** Calibrated probability of the best candidate; 0 when there is none. */
  readonly probability: number;
};

/**
 * Cost of a wrong answer, where the cost of refusing an answerable question is 1. It exceeds 1 because the project's
 * goals are stricter on false answers than on false refusals.
 */
export const wrongCost = 3.5;
/**
 * Cost of asking the caller for a parameter when the type is wrong, in the same unit as `wrongCost`. The caller gets no
 * wrong value, so this costs the same as a refusal.
 */
const wrongAskingCost = 1;
const minFloor = 0.5;
const minAskingFloor = 0.4;
const maxFloor = 0.95;
/**
 * Width of the transition between refusing and answering, as a difference of probabilities. A smooth transition
 * prevents a single question from moving the floor.
 */
const smoothness = 0.04;

/**
 * Returns the floors, in steps of 0.01, at which the mistakes on the held-out authors cost least. The model refuses a
 * candidate below its floor. Every author has the same weight, so that an author of many questions does not dominate.
 */
export function floorsFor(answers: readonly HeldOutAnswer[]): Floors {
  const complete = answers.filter(({ missing }) => !missing);
  const asking = answers.filter(({ missing }) => missing);
  return { type: floorFor(complete, wrongCost, minFloor), missing: floorFor(asking, wrongAskingCost, minAskingFloor) };
}

/**
 * Returns an upper bound, from 0 to 1, of the expected share of false answers for a new author. It is the mean over the
 * held-out authors plus one imaginary author who gets only false answers. This is conformal risk control (Angelopoulos
 * et al., 2022) with authors as the exchangeable units. The bound holds on average over authors drawn like the training
 * authors. Authors without unanswerable questions are not counted.
 */
export function falseAnswerBoundOf(answers: readonly HeldOutAnswer[], floors: Floors): number {
  const shares = authorsOf(answers.filter(({ answerable }) => !answerable)).map(
    (own) => own.filter(({ missing, probability }) => !missing && probability >= floors.type).length / own.length,
  );
  return shares.reduce((sum, share) => sum + share, 1) / (shares.length + 1);
}

function floorFor(answers: readonly HeldOutAnswer[], cost: number, lowest: number): number {
  const authors = authorsOf(answers);
  // The start value is the probability at which answering and refusing cost the same. It remains if there are fewer
  // than two held-out authors.
  let best = { floor: cost / (cost + 1), cost: Number.POSITIVE_INFINITY };
  for (let percent = lowest * 100; authors.length > 1 && percent <= maxFloor * 100; percent += 1) {
    const floor = percent / 100;
    const mean = authors.reduce((sum, own) => sum + costTo(own, floor, cost), 0) / authors.length;
    best = mean < best.cost ? { floor, cost: mean } : best;
  }
  return best.floor;
}

/** Returns the answers grouped by author. */
function authorsOf(answers: readonly HeldOutAnswer[]): HeldOutAnswer[][] {
  const byAuthor = new Map<string, HeldOutAnswer[]>();
  for (const answer of answers) {
    const own = byAuthor.get(answer.author);
    if (own === undefined) {
      byAuthor.set(answer.author, [answer]);
    } else {
      own.push(answer);
    }
  }
  return [...byAuthor.values()];
}

/**
 * Returns the cost of a floor for one author: the share of false refusals, plus the share of wrong answers multiplied
 * by the cost of a wrong answer.
 */
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
