import { parseQuestion, partOf, type ParsedQuestion } from '../entities/parse-question.ts';
import { sentences } from '../segments.ts';
import { classOf } from '../price-class.ts';
import { normalizeQuestion } from '../question-text.ts';
import type { Catalog } from '@assay/catalog/catalog';
import { resolutionsOf } from '../decide.ts';
import { floorsFor, type HeldOutAnswer } from './floor.ts';
import { calibrated, fitCalibration, type CheckedAnswer } from './calibration.ts';
import { candidateFloor, classifierOf, familiarityIn, knownFeaturesOf } from './embedded-model.ts';
import { evidenceOf, evidenceSize } from './evidence.ts';
import { learnHere, type Learn } from './learn-in-threads.ts';
import type { Sample, Weights } from './logistic-regression.ts';
import type { TrainedModel } from './model-file.ts';
import { noneLabel, type LabelledQuestion } from './training-set.ts';

const folds = 3;
/**
 * The questions of an author with a larger share are held out one by one: without this author the model would be another
 * one. They show the calibration how questions look that are like the training.
 */
const maxHeldOutShare = 0.125;
const calibrationStep = 4;

/** A question with its samples and the number of the fold that holds it out. */
type Group = {
  readonly question: LabelledQuestion;
  readonly parsed: ParsedQuestion;
  readonly samples: readonly Sample[];
  readonly fold: number;
  /** Whether its answer calibrates. Large sets repeat themselves, so every fourth of their questions is enough. */
  readonly calibrates: boolean;
};

/**
 * Trains the classifier on every question. A question without a type also teaches each of its sentences. Each of three
 * folds holds out whole authors, because a model knows the wording of the authors it was trained on. The answers to the
 * held-out authors calibrate the evidence and give the floors.
 * @param version the version that the model's name states.
 * @param learnFrom learns the weights of each fold, and those of the model.
 */
export async function trainModel(
  questions: readonly LabelledQuestion[],
  version: string,
  catalog: Catalog,
  learnFrom: Learn = learnHere,
): Promise<TrainedModel> {
  const labels = [
    ...new Set(questions.map(({ label }) => classOf(label)).filter((label) => label !== noneLabel)),
  ].toSorted();
  labels.push(noneLabel);
  const groups = groupsOf(questions, labels);
  const learned = async (kept: readonly Group[]): Promise<Weights> =>
    learnFrom({ samples: kept.flatMap(({ samples }) => samples), classes: labels.length });
  const answersOfFolds = Array.from({ length: folds }, async (_, fold) => {
    const tested = groups.filter((group) => group.fold === fold && group.calibrates);
    if (tested.length === 0) {
      return [];
    }
    const weights = await learned(groups.filter((group) => group.fold !== fold));
    return tested.map((group) => answersTo(group, catalog, { labels, weights }));
  });
  const [weights, ...byFold] = await Promise.all([learned(groups), ...answersOfFolds]);
  const answers = byFold.flat();
  const size = evidenceSize(labels);
  const calibrateOn = (kept: readonly HeldOutCandidates[]): readonly number[] =>
    fitCalibration(
      kept.flatMap(({ candidates }) => candidates),
      size,
    );
  // The floor must not be chosen on answers that the calibration was fitted to, so each fold is judged by the others.
  const judged = Array.from({ length: folds }, (_, fold) => fold).flatMap((fold) => {
    const calibration = calibrateOn(answers.filter(({ group }) => group.fold !== fold));
    return answers.filter(({ group }) => group.fold === fold).map((answer) => judgedBy(answer, calibration));
  });
  return {
    version,
    labels,
    calibration: calibrateOn(answers),
    floors: floorsFor(judged),
    weights,
  };
}

function judgedBy({ group, candidates }: HeldOutCandidates, calibration: readonly number[]): HeldOutAnswer {
  let best = { probability: 0, right: false, missing: false };
  for (const { evidence, right, missing } of candidates) {
    const probability = calibrated(evidence, calibration);
    best = probability > best.probability ? { probability, right, missing } : best;
  }
  const { author, label } = group.question;
  return { ...best, author, answerable: label !== noneLabel };
}

/** The candidates of a held-out question with their evidence. */
type HeldOutCandidates = {
  readonly group: Group;
  readonly candidates: readonly (CheckedAnswer & { readonly missing: boolean })[];
};

function answersTo(group: Group, catalog: Catalog, model: Pick<TrainedModel, 'labels' | 'weights'>): HeldOutCandidates {
  const { parsed, question } = group;
  const classify = classifierOf(model);
  const ofWhole = classify(parsed, { start: 0, end: parsed.question.text.length });
  const surroundings = { catalog, labels: model.labels, ofWhole, familiarityOf: familiarityIn(model.weights) };
  const rules = { catalog, classify, floor: candidateFloor, rulesReject: false, ordered: false };
  const candidates = resolutionsOf(parsed, rules)
    .filter(({ outcome }) => outcome !== 'none')
    .map((candidate) => ({
      evidence: evidenceOf(parsed, candidate, surroundings),
      right: candidate.type === question.label,
      missing: candidate.outcome === 'missing',
    }));
  return { group, candidates };
}

function groupsOf(questions: readonly LabelledQuestion[], labels: readonly string[]): Group[] {
  const counts = countsOf(questions);
  const foldOf = foldsOf(counts, questions.length);
  return questions.map((question, at) => {
    const number = labels.indexOf(classOf(question.label));
    const parsed = parseQuestion(normalizeQuestion(question.query));
    const ofAuthor = foldOf.get(question.author);
    const samples = samplesOf(parsed, number, question.label === noneLabel);
    return {
      question,
      parsed,
      samples,
      fold: ofAuthor ?? at % folds,
      calibrates: ofAuthor !== undefined || at % calibrationStep === 0,
    };
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

function samplesOf(parsed: ParsedQuestion, label: number, everySentence: boolean): Sample[] {
  const { text } = parsed.question;
  const parts = sentences(text);
  const whole = { features: knownFeaturesOf(parsed, 0, text.length), label };
  if (!everySentence || parts.length < 2) {
    return [whole];
  }
  return [
    whole,
    ...parts.map(({ start, end }) => ({
      features: knownFeaturesOf(partOf(parsed, start, end), start, end),
      label,
    })),
  ];
}
