import type { Catalog } from '@assay/catalog/catalog';
import { resolveBareAsset } from '../bare-asset.ts';
import { decide, type Judge } from '../decide.ts';
import { parseQuestion, type ParsedQuestion } from '../entities/parse-question.ts';
import type { Classifier } from '../likeliest-type.ts';
import type { Model, Resolution } from '../model.ts';
import { maxQuestionLength, normalizeQuestion, type QuestionText } from '../question-text.ts';
import { explainRefusal } from '../refusal-reason.ts';
import { reasonAgainst } from '../segment-resolution.ts';
import { calibrated } from './calibration.ts';
import { classProbabilities } from './class-weights.ts';
import { evidenceOf, type Surroundings } from './evidence.ts';
import type { Features } from './feature-sums.ts';
import { featuresOf } from './features.ts';
import type { TrainedModel } from './model-file.ts';
import { knownAmong, type Vocabulary } from './vocabulary.ts';
import { rememberedOn } from '../remembered.ts';

/**
 * Minimum probability of a type for a part of a message to be a candidate. The calibrated probability decides later
 * whether a candidate becomes the answer. This minimum only saves time for hopeless types.
 */
export const candidateFloor = 0.2;

/**
 * Returns the model that needs no network: entity extraction, a trained classifier and its calibration. The model never
 * throws.
 */
export function embeddedModel(trained: TrainedModel): Model {
  const classify = classifierOf(trained);
  return {
    name: `embedded@${trained.version}`,
    resolve: (query: string, catalog: Catalog) => {
      const parsed = parseQuestion(normalizeQuestion(query));
      const resolution = resolveBareAsset(parsed, catalog) ?? resolveParsed(parsed, catalog, trained, classify);
      return Promise.resolve(explainRefusal(resolution, parsed, catalog));
    },
  };
}

function resolveParsed(
  parsed: ParsedQuestion,
  catalog: Catalog,
  trained: TrainedModel,
  classify: Classifier,
): Resolution {
  const rules = { catalog, classify, floor: candidateFloor, rulesReject: false };
  const { best, probability } = decide(parsed, rules, judgeOf(parsed, catalog, trained, classify));
  const { segment, ...resolution } = best;
  if (resolution.outcome === 'none') {
    return { ...resolution, candidateProbability: 0 };
  }
  if (probability >= (resolution.outcome === 'missing' ? trained.floors.missing : trained.floors.type)) {
    return { ...resolution, confidence: probability, candidateProbability: probability };
  }
  const because = reasonAgainst(catalog.get(resolution.type), parsed, segment);
  const nothing = { outcome: 'none', type: '', params: {}, missing: [] } as const;
  return {
    ...nothing,
    confidence: 1 - probability,
    candidateProbability: probability,
    because,
    nearest: resolution.type,
  };
}

/**
 * Returns the function that judges the candidates of a message. It returns the calibrated probability that the type of
 * a candidate is right.
 */
function judgeOf(
  parsed: ParsedQuestion,
  catalog: Catalog,
  { labels, calibration, vocabulary }: TrainedModel,
  classify: Classifier,
): Judge {
  const ofWhole = classify(parsed, { start: 0, end: parsed.question.text.length });
  const surroundings = { catalog, labels, ofWhole, familiarityOf: familiarityIn(vocabulary) };
  return (candidate) => calibrated(evidenceOf(parsed, candidate, surroundings), calibration);
}

/** Returns a function that computes the share of a part's features, from 0 to 1, that a model knows. */
export function familiarityIn(vocabulary: Vocabulary): Surroundings['familiarityOf'] {
  return (part, { start, end }) => {
    const features = knownFeaturesOf(part, start, end);
    return rowsOf(vocabulary, features).indexes.length / Math.max(1, features.indexes.length);
  };
}

const knownFeatures = rememberedOn<QuestionText, Map<number, Features>>(() => new Map());

/**
 * Returns the features of a part. They are cached, because the training, the classifier and the evidence all use them.
 */
export function knownFeaturesOf(part: ParsedQuestion, start: number, end: number): Features {
  const ofQuestion = knownFeatures(part.question);
  const key = start * (maxQuestionLength + 1) + end;
  const features = ofQuestion.get(key) ?? featuresOf(part, start, end);
  ofQuestion.set(key, features);
  return features;
}

type RowsOf = (features: Features) => Features;

const readers = rememberedOn((vocabulary: Vocabulary): RowsOf =>
  rememberedOn((features: Features) => knownAmong(vocabulary, features)),
);

/**
 * Returns the rows of the vocabulary for a part's features. They are cached, because the classifier and the evidence of
 * each candidate use them.
 */
function rowsOf(vocabulary: Vocabulary, features: Features): Features {
  return readers(vocabulary)(features);
}

/** The parts of a trained model that classify text. Calibration is not one of them. */
export type Classes = Pick<TrainedModel, 'labels' | 'vocabulary' | 'weights'>;

/**
 * Returns the classifier of a trained model. It caches the classes of a part as long as the object with the part's
 * features exists.
 */
export function classifierOf({ labels, weights, vocabulary }: Classes): Classifier {
  const probabilities = new Float64Array(labels.length);
  const writeProbabilities = classProbabilities(weights);
  const classesOf = rememberedOn((rows: Features): ReadonlyMap<string, number> => {
    writeProbabilities(rows, probabilities);
    return new Map(labels.map((label, at) => [label, probabilities[at] ?? 0]));
  });
  return (parsed, { start, end }) => classesOf(rowsOf(vocabulary, knownFeaturesOf(parsed, start, end)));
}
