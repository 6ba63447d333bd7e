import type { Catalog } from '@assay/catalog/catalog';
import { classOf } from '@assay/resolver/price-class';
import { calibrated as probabilityOf } from '@assay/resolver/embedded/calibration';
import { evidenceSize } from '@assay/resolver/embedded/evidence';
import type { ModelCard, TrainedModel } from '@assay/resolver/embedded/model-file';
import { vocabularyOf } from '@assay/resolver/embedded/vocabulary';
import { fitCalibration } from './fit-calibration.ts';
import { falseAnswerBoundOf, floorsFor, type HeldOutAnswer } from './floor.ts';
import { meanOf, type Weights } from './logistic-regression.ts';
import { quantized } from './quantized.ts';
import { knownSamples, sharedFeatures } from './shared-features.ts';
import { crewHere, type HeldOutCandidates, type TrainingCrew } from './training-crew.ts';
import { noneLabel, type LabelledQuestion } from './training-set.ts';
import { versionOf } from './write-model.ts';

const folds = 3;
/**
 * Maximum share of the questions that an author may have to be held out as a whole. Without an author above this share,
 * the model would differ too much from the final one. The training spreads the questions of such an author over all
 * folds. In the calibration, they represent questions that resemble the training set.
 */
const maxHeldOutShare = 0.125;
/**
 * The calibration uses only some of the questions. Of an author who is held out as a whole, it uses every third
 * question. Of a larger set, it uses every fourth one, because such sets repeat themselves.
 */
const calibrationSteps = { ofSet: 4, ofAuthor: 3 };

/**
 * Seeds of the training runs. The final model is the mean of the runs. The folds use only the first seed: this saves
 * time, and the floors come out the same.
 */
const seeds = [20_251_107, 20_261_123];

/** A class with fewer samples than this is rare. Each of its samples is used several times. */
const rareClass = 300;
const maxRepeats = 20;

/** The fold that holds a question out, and whether the question's answer is used for calibration. */
type Place = { readonly fold: number; readonly calibrates: boolean };

/**
 * Trains the classifier on every question. For an unanswerable question, each sentence is also a sample of its own.
 * Then three folds each train a model without some authors, because a model knows the wording of its training authors.
 * The answers to the questions of these authors determine the calibration and the floors.
 * @param crew reads the questions, trains the weights and answers the held-out questions.
 */
export async function trainModel(
  questions: readonly LabelledQuestion[],
  catalog: Catalog,
  crew: TrainingCrew = crewHere(catalog),
): Promise<TrainedModel> {
  const labels = [
    ...new Set(questions.map(({ label }) => classOf(label)).filter((label) => label !== noneLabel)),
  ].toSorted();
  labels.push(noneLabel);
  const places = placesOf(questions);
  const numbered = questions.map(({ query, label }, number) => ({ number, query, label }));
  const read = await crew.read(numbered, labels);
  const vocabulary = vocabularyOf(sharedFeatures(read, authorNumbers(questions)));
  const samples = knownSamples(read, vocabulary);
  const learned = async (seed: number, isTaught: (place: Place | undefined) => boolean): Promise<Weights> => {
    const taught = [...samples.labels.keys()].filter((at) => isTaught(places[samples.questions[at] ?? 0]));
    const chosen = Int32Array.from(withRareOnesRepeated(taught, samples.labels));
    return crew.learn({ samples, rows: vocabulary.size, chosen, classes: labels.length, seed });
  };
  const byFold = await Promise.all(
    Array.from({ length: folds }, async (_, fold) => learned(seeds[0] ?? 0, (place) => place?.fold !== fold)),
  );
  const answered = byFold.map(async (weights, fold) => {
    const tested = [...places.keys()].filter((at) => places[at]?.fold === fold && places[at].calibrates);
    return crew.answer(tested, { labels, vocabulary, weights: quantized(weights) });
  });
  // The crew trains the final runs while this thread fits the calibration.
  const runs = Promise.all(seeds.map(async (seed) => learned(seed, () => true)));
  const answers = (await Promise.all(answered)).flat();
  const calibrated = calibrationOf(answers, questions, places, evidenceSize(labels));
  const model = { labels, ...calibrated, vocabulary, weights: quantized(meanOf(await runs)) };
  return { version: versionOf(model), ...model };
}

/** Returns the number of folds, and the number of authors whom a fold holds out as a whole. */
export function foldsUsed(questions: readonly LabelledQuestion[]): ModelCard['folds'] {
  return { count: folds, heldOutAuthors: foldsOf(countsOf(questions), questions.length).size };
}

/**
 * Fits the calibration to the held-out answers, chooses the floors, and computes the bound on the share of false
 * answers.
 */
function calibrationOf(
  answers: readonly HeldOutCandidates[],
  questions: readonly LabelledQuestion[],
  places: readonly Place[],
  size: number,
): Pick<TrainedModel, 'calibration' | 'floors' | 'falseAnswerBound'> {
  const calibrateOn = (kept: readonly HeldOutCandidates[]): readonly number[] =>
    fitCalibration(
      kept.flatMap(({ candidates }) => candidates),
      size,
    );
  const wholly = new Set(foldsOf(countsOf(questions), questions.length).keys());
  const isIn = (fold: number, { question }: HeldOutCandidates): boolean => places[question]?.fold === fold;
  // A calibration looks too good on the answers that it was fitted to, so floors must not be chosen on them. The
  // answers of each fold get the calibration that was fitted to the other folds.
  const judged = Array.from({ length: folds }, (_, fold) => fold).flatMap((fold) => {
    const calibration = calibrateOn(answers.filter((answer) => !isIn(fold, answer)));
    return answers
      .filter((answer) => isIn(fold, answer))
      .map(({ question, candidates }) => judgedBy(candidates, questions[question], calibration));
  });
  const floors = floorsFor(judged);
  // An author with a large set has questions in the training set of every fold, so these authors cannot represent new
  // ones.
  const strangers = judged.filter(({ author }) => wholly.has(author));
  return { calibration: calibrateOn(answers), floors, falseAnswerBound: falseAnswerBoundOf(strangers, floors) };
}

function judgedBy(
  candidates: HeldOutCandidates['candidates'],
  question: LabelledQuestion | undefined,
  calibration: readonly number[],
): HeldOutAnswer {
  let best = { probability: 0, right: false, missing: false };
  for (const { evidence, right, missing } of candidates) {
    const probability = probabilityOf(evidence, calibration);
    best = probability > best.probability ? { probability, right, missing } : best;
  }
  return { ...best, author: question?.author ?? '', answerable: question?.label !== noneLabel };
}

/** Returns for each question the fold that holds it out. All questions of a small author are in the same fold. */
function placesOf(questions: readonly LabelledQuestion[]): Place[] {
  const foldOf = foldsOf(countsOf(questions), questions.length);
  return questions.map(({ author }, at) => {
    const ofAuthor = foldOf.get(author);
    return {
      fold: ofAuthor ?? at % folds,
      calibrates: at % (ofAuthor === undefined ? calibrationSteps.ofSet : calibrationSteps.ofAuthor) === 0,
    };
  });
}

/**
 * Returns the numbers of the samples, with those of rare classes repeated. Otherwise a new type with a few examples
 * would hardly affect the training, next to types with thousands of questions.
 */
function withRareOnesRepeated(numbers: readonly number[], labels: Int32Array): number[] {
  const counts = new Map<number, number>();
  for (const at of numbers) {
    const label = labels[at] ?? 0;
    counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  return numbers.flatMap((at) => {
    const count = counts.get(labels[at] ?? 0) ?? rareClass;
    return Array.from({ length: Math.min(maxRepeats, Math.ceil(rareClass / count)) }, () => at);
  });
}

/** Returns the number of each question's author. */
function authorNumbers(questions: readonly LabelledQuestion[]): number[] {
  const numbers = new Map<string, number>();
  return questions.map(({ author }) => {
    const number = numbers.get(author) ?? numbers.size;
    numbers.set(author, number);
    return number;
  });
}

/** Returns the number of questions of each author. */
function countsOf(questions: readonly LabelledQuestion[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { author } of questions) {
    counts.set(author, (counts.get(author) ?? 0) + 1);
  }
  return counts;
}

/** Returns the fold in which each author is held out. Authors of many questions have none. */
function foldsOf(counts: ReadonlyMap<string, number>, total: number): ReadonlyMap<string, number> {
  const small = [...counts].filter(([, count]) => count <= total * maxHeldOutShare);
  return new Map(
    small
      .map(([author]) => author)
      .toSorted()
      .map((author, at) => [author, at % folds]),
  );
}
