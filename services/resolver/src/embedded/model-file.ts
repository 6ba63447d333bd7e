import { z } from 'zod';
import { featureSpace } from './feature-hash.ts';
import type { Floors } from './floor.ts';
import type { Weights } from './logistic-regression.ts';
import { featuresIn, vocabularyOf, type Vocabulary } from './vocabulary.ts';

/** A trained classifier. */
export type TrainedModel = {
  /** Hash of the training questions and of the code that reads them. */
  readonly version: string;
  /** Classes in alphabetical order, then `none`. */
  readonly labels: readonly string[];
  /** Weights of the evidence for an answer. */
  readonly calibration: readonly number[];
  /** Minimum calibrated probabilities of an answer. Below them the outcome is `none`. */
  readonly floors: Floors;
  /** Upper bound of the expected share of false answers, from 0 to 1, to an author whom the training did not know. */
  readonly falseAnswerBound: number;
  /** The features that the weights are for. */
  readonly vocabulary: Vocabulary;
  readonly weights: Weights;
};

const modelFile = z.object({
  version: z.string().min(1),
  labels: z.array(z.string()).min(2),
  calibration: z.array(z.number()),
  floors: z.object({ type: z.number().min(0).max(1), missing: z.number().min(0).max(1) }),
  falseAnswerBound: z.number().min(0).max(1),
  featureSpace: z.literal(featureSpace),
  features: z.base64(),
  weights: z.base64(),
});

/** Returns a model as JSON, its features and weights as base64 of little-endian 32-bit numbers. */
export function writeModel({ vocabulary, weights, ...model }: TrainedModel): string {
  const known = featuresIn(vocabulary);
  const features = Buffer.alloc(known.length * 4);
  known.forEach((feature, at) => features.writeInt32LE(feature, at * 4));
  const values = Buffer.alloc(weights.values.length * 4);
  weights.values.forEach((value, at) => values.writeFloatLE(value, at * 4));
  const encoded = { features: features.toString('base64'), weights: values.toString('base64') };
  return `${JSON.stringify({ ...model, featureSpace, ...encoded })}\n`;
}

/** Reads the output of `writeModel`. Throws for any other text and for a model with another feature space. */
export function readModel(text: string): TrainedModel {
  const { features, weights, featureSpace: _space, ...model } = modelFile.parse(JSON.parse(text));
  const known = Buffer.from(features, 'base64');
  const bytes = Buffer.from(weights, 'base64');
  const classes = model.labels.length;
  if (bytes.length !== (known.length / 4 + 1) * classes * 4) {
    throw new Error('the model file does not hold as many weights as its labels need; build the resolver again');
  }
  const vocabulary = vocabularyOf(Int32Array.from({ length: known.length / 4 }, (_, at) => known.readInt32LE(at * 4)));
  const values = Float32Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readFloatLE(at * 4));
  return { ...model, vocabulary, weights: { classes, values } };
}
