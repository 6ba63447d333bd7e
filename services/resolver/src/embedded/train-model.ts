import { parseQuestion, partOf, type ParsedQuestion } from '../entities/parse-question.ts';
import { sentences } from '../segments.ts';
import { classOf } from '../price-class.ts';
import { normalizeQuestion } from '../question-text.ts';
import type { Catalog } from '@assay/catalog/catalog';
import { decide } from '../decide.ts';
import type { Classifier } from '../likeliest-type.ts';
import { floorFor, likeliestTemperature, type HeldOutResolution, type HeldOutSample } from './calibrate.ts';
import { featuresOf } from './features.ts';
import { learn, scores, seededRandom, type Sample, type Weights } from './logistic-regression.ts';
import { classifierOf, overruleFloor } from './embedded-model.ts';
import type { TrainedModel } from './model-file.ts';
import { noneLabel, type LabelledQuestion } from './training-set.ts';

const folds = 4;
/** An author with a larger share of all questions is never held out: without it the model would be another one. */
const maxHeldOutShare = 0.125;
const misspeltCopies = 1;

/** A question with its samples and the number of the fold that holds it out. Undefined when no fold does. */
type Group = {
  readonly question: LabelledQuestion;
  readonly parsed: ParsedQuestion;
  readonly plain: readonly Sample[];
  readonly misspelt: readonly Sample[];
  readonly fold: number | undefined;
};

/**
 * Trains the classifier on every question, once as written and once with a typo. A question without a type also teaches
 * each of its sentences. Each of four folds holds out whole authors, because a model knows the wording of the authors it
 * was trained on. The held-out authors give the temperature and the floor. The floor applies to the whole decision, with
 * its rules and extraction.
 * @param version the version that the model's name states.
 */
export function trainModel(questions: readonly LabelledQuestion[], version: string, catalog: Catalog): TrainedModel {
  const labels = [
    ...new Set(questions.map(({ label }) => classOf(label)).filter((label) => label !== noneLabel)),
  ].toSorted();
  labels.push(noneLabel);
  const groups = groupsOf(questions, labels);
  const learnFrom = (kept: readonly Group[]): Weights =>
    learn(
      kept.flatMap(({ plain, misspelt }) => [...plain, ...misspelt]),
      labels.length,
    );
  const heldOut = Array.from({ length: folds }, (_, fold) => fold)
    .map((fold) => ({ fold, tested: groups.filter((group) => group.fold === fold) }))
    .filter(({ tested }) => tested.length > 0)
    .map(({ fold, tested }) => ({ tested, weights: learnFrom(groups.filter((group) => group.fold !== fold)) }));
  const temperature = likeliestTemperature(heldOut.flatMap(heldOutSamples));
  const decided = heldOut.flatMap(({ tested, weights }) => {
    const classify = classifierOf({ version, labels, temperature, floor: 0, weights });
    return tested.map((group) => resolutionOf(group, catalog, classify));
  });
  return { version, labels, temperature, floor: floorFor(decided), weights: learnFrom(groups) };
}

function groupsOf(questions: readonly LabelledQuestion[], labels: readonly string[]): Group[] {
  const random = seededRandom(7);
  const foldOf = foldsOf(questions);
  return questions.map((question) => {
    const number = labels.indexOf(classOf(question.label));
    const parsed = parseQuestion(normalizeQuestion(question.query));
    const plain = samplesOf(parsed, number, question.label === noneLabel);
    const misspelt = Array.from({ length: misspeltCopies }, () => sampleOf(misspell(question.query, random), number));
    return { question, parsed, plain, misspelt, fold: foldOf.get(question.author) };
  });
}

/** Returns the fold that holds each author out. Authors of most questions have none. */
function foldsOf(questions: readonly LabelledQuestion[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { author } of questions) {
    counts.set(author, (counts.get(author) ?? 0) + 1);
  }
  const small = [...counts].filter(([, count]) => count <= questions.length * maxHeldOutShare);
  return new Map(
    small
      .map(([author]) => author)
      .toSorted()
      .map((author, at) => [author, at % folds]),
  );
}

function heldOutSamples({
  tested,
  weights,
}: {
  readonly tested: readonly Group[];
  readonly weights: Weights;
}): HeldOutSample[] {
  return tested.flatMap(({ plain }) =>
    plain.slice(0, 1).map(({ features, label }) => ({ scores: scores(weights, features), label })),
  );
}

function resolutionOf({ question, parsed }: Group, catalog: Catalog, classify: Classifier): HeldOutResolution {
  const { outcome, type, confidence } = decide(parsed, { catalog, classify, floor: 0, overruleFloor });
  return {
    answered: outcome === 'type',
    right: type === question.label,
    answerable: question.label !== noneLabel,
    confidence,
  };
}

function samplesOf(parsed: ParsedQuestion, label: number, everySentence: boolean): Sample[] {
  const { text } = parsed.question;
  const parts = sentences(text);
  const whole = { features: featuresOf(parsed, 0, text.length), label };
  if (!everySentence || parts.length < 2) {
    return [whole];
  }
  return [
    whole,
    ...parts.map(({ start, end }) => ({ features: featuresOf(partOf(parsed, start, end), start, end), label })),
  ];
}

function sampleOf(query: string, label: number): Sample {
  const question = normalizeQuestion(query);
  return { features: featuresOf(parseQuestion(question), 0, question.text.length), label };
}

/** Drops, doubles or swaps a letter in one word of at least four letters. */
function misspell(query: string, random: () => number): string {
  const words = [...query.matchAll(/(?<![\p{L}\p{N}.@$])\p{L}{4,}(?![\p{L}\p{N}.@])/gu)];
  const word = words[Math.floor(random() * words.length)];
  if (word === undefined) {
    return query;
  }
  const at = word.index + 1 + Math.floor(random() * (word[0].length - 2));
  const letter = query.charAt(at);
  const typo = Math.floor(random() * 3);
  const typed = typo === 0 ? '' : typo === 1 ? letter + letter : query.charAt(at + 1) + letter;
  return query.slice(0, at) + typed + query.slice(at + (typo === 2 ? 2 : 1));
}
