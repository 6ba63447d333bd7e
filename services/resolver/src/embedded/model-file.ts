import { z } from 'zod';
import { featureSpace } from './feature-hash.ts';
import type { Floors } from './floor.ts';
import type { Weights } from './logistic-regression.ts';

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
  readonly weights: Weights;
};

const modelFile = z.object({
  version: z.string().min(1),
  labels: z.array(z.string()).min(2),
  calibration: z.array(z.number()),
  floors: z.object({ type: z.number().min(0).max(1), missing: z.number().min(0).max(1) }),
  falseAnswerBound: z.number().min(0).max(1),
  featureSpace: z.literal(featureSpace),
  weights: z.base64(),
});

/** Returns a model as JSON, its weights as base64 of little-endian 32-bit floats. */
export function writeModel({ weights, ...model }: TrainedModel): string {
  const bytes = Buffer.alloc(weights.values.length * 4);
  weights.values.forEach((value, at) => bytes.writeFloatLE(value, at * 4));
  return `${JSON.stringify({ ...model, featureSpace, weights: bytes.toString('base64') })}\n`;
}

/** Reads the output of `writeModel`. Throws for any other text and for a model with another feature space. */
export function readModel(text: string): TrainedModel {
  const { weights, featureSpace: _space, ...model } = modelFile.parse(JSON.parse(text));
  const bytes = Buffer.from(weights, 'base64');
  const classes = model.labels.length;
  if (bytes.length !== (featureSpace + 1) * classes * 4) {
    throw new Error('the model file does not hold as many weights as its labels need; build the resolver again');
  }
  const values = new Float32Array(bytes.length / 4);
  values.forEach((_, at) => {
    values[at] = bytes.readFloatLE(at * 4);
  });
  return { ...model, weights: { classes, values } };
}
