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
 * The questions of an author with a larger share are held out one by one: without this author the model would be another
 * one. They show the calibration how questions look that are like the training.
 */
const maxHeldOutShare = 0.125;
/** Of a large set every fourth question calibrates, because it repeats itself, and of an author every third. */
const calibrationSteps = { ofSet: 4, ofAuthor: 3 };

/** The model is the mean of these runs. A fold takes the first alone: two thirds of the time, for the same floors. */
const seeds = [20_251_107, 20_261_123];

/** A class with fewer samples is rare: each of them is learned several times. */
const rareClass = 300;
const maxRepeats = 20;

/** Where a question is held out, and whether its answer calibrates. */
type Place = { readonly fold: number; readonly calibrates: boolean };

/**
 * Trains the classifier on every question. A question without a type also teaches each of its sentences. Each of three
 * folds holds out whole authors, because a model knows the wording of the authors it was trained on. The answers to the
 * held-out authors calibrate the evidence and give the floors.
 * @param crew does the reading, the learning and the answering.
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
  // The crew learns these while this thread fits the calibration.
  const runs = Promise.all(seeds.map(async (seed) => learned(seed, () => true)));
  const answers = (await Promise.all(answered)).flat();
  const calibrated = calibrationOf(answers, questions, places, evidenceSize(labels));
  const model = { labels, ...calibrated, vocabulary, weights: quantized(meanOf(await runs)) };
  return { version: versionOf(model), ...model };
}

/** Returns the number of folds, and how many authors are wholly held out by one of them. */
export function foldsUsed(questions: readonly LabelledQuestion[]): ModelCard['folds'] {
  return { count: folds, heldOutAuthors: foldsOf(countsOf(questions), questions.length).size };
}

/** Fits the calibration to answers, chooses the floors and bounds the false answers above them. */
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
  // The floor must not be chosen on answers that the calibration was fitted to, so each fold is judged by the others.
  const judged = Array.from({ length: folds }, (_, fold) => fold).flatMap((fold) => {
    const calibration = calibrateOn(answers.filter((answer) => !isIn(fold, answer)));
    return answers
      .filter((answer) => isIn(fold, answer))
      .map(({ question, candidates }) => judgedBy(candidates, questions[question], calibration));
  });
  const floors = floorsFor(judged);
  // The authors of large sets are in every fold, so they are no strangers to it.
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

/** Returns the place of each question. An author of few questions is in one fold as a whole. */
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
 * Returns the numbers of samples, those of rare classes several times. A new type with a few examples would be lost among
 * types with thousands of questions.
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

/** Returns the fold that holds each author out. Authors of many questions have none. */
function foldsOf(counts: ReadonlyMap<string, number>, total: number): ReadonlyMap<string, number> {
  const small = [...counts].filter(([, count]) => count <= total * maxHeldOutShare);
  return new Map(
    small
      .map(([author]) => author)
      .toSorted()
      .map((author, at) => [author, at % folds]),
  );
}
