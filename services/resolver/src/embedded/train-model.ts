import { parseQuestion, partOf, type ParsedQuestion } from '../entities/parse-question.ts';
import { sentences } from '../segments.ts';
import { classOf } from '../price-class.ts';
import { normalizeQuestion } from '../question-text.ts';
import type { Catalog } from '@assay/catalog/catalog';
import { decide } from '../decide.ts';
import { floorFor, likeliestTemperature, type HeldOutResolution, type HeldOutSample } from './calibrate.ts';
import { featuresOf } from './features.ts';
import { learn, scores, seededRandom, type Sample, type Weights } from './logistic-regression.ts';
import { classifierOf } from './embedded-model.ts';
import type { TrainedModel } from './model-file.ts';
import { noneLabel, type LabelledQuestion } from './training-set.ts';

const folds = 4;
const misspeltCopies = 1;

/**
 * Trains the classifier on every question, once as written and once with a typo. A question without a type also teaches
 * each of its sentences. Four folds, each held out from one model, give the temperature and the floor. The floor
 * applies to the whole decision, with its rules and extraction.
 * @param version the version that the model's name states.
 */
export function trainModel(questions: readonly LabelledQuestion[], version: string, catalog: Catalog): TrainedModel {
  const labels = [
    ...new Set(questions.map(({ label }) => classOf(label)).filter((label) => label !== noneLabel)),
  ].toSorted();
  labels.push(noneLabel);
  const random = seededRandom(7);
  const groups = questions.map((question) => {
    const number = labels.indexOf(classOf(question.label));
    const parsed = parseQuestion(normalizeQuestion(question.query));
    const plain = samplesOf(parsed, number, question.label === noneLabel);
    const misspelt = Array.from({ length: misspeltCopies }, () => sampleOf(misspell(question.query, random), number));
    return { question, parsed, plain, misspelt };
  });
  const heldOut: HeldOutSample[] = [];
  const foldModels = Array.from({ length: folds }, (_, fold) => {
    const kept = groups.filter((_group, at) => at % folds !== fold);
    const weights = learn(
      kept.flatMap(({ plain, misspelt }) => [...plain, ...misspelt]),
      labels.length,
    );
    for (const { plain } of groups.filter((_group, at) => at % folds === fold)) {
      heldOut.push(...plain.slice(0, 1).map(({ features, label }) => ({ scores: scores(weights, features), label })));
    }
    return weights;
  });
  const temperature = likeliestTemperature(heldOut);
  const decided = groups.map(({ question, parsed }, at): HeldOutResolution => {
    const weights = foldModels[at % folds] ?? { classes: labels.length, values: new Float32Array() };
    const classify = classifierOf({ version, labels, temperature, floor: 0, weights });
    const { outcome, type, confidence } = decide(parsed, { catalog, classify, floor: 0 });
    return {
      answered: outcome === 'type',
      right: type === question.label,
      answerable: question.label !== noneLabel,
      confidence,
    };
  });
  const whole = learn(
    groups.flatMap(({ plain, misspelt }) => [...plain, ...misspelt]),
    labels.length,
  );
  return { version, labels, temperature, floor: floorFor(decided), weights: meanOf([whole, meanOf(foldModels)]) };
}

/** Returns the mean of several models' weights. It depends less on single examples than any one model does. */
function meanOf(models: readonly Weights[]): Weights {
  const values = new Float32Array(models[0]?.values.length ?? 0);
  for (const model of models) {
    model.values.forEach((value, at) => {
      values[at] = (values[at] ?? 0) + value / models.length;
    });
  }
  return { classes: models[0]?.classes ?? 0, values };
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
