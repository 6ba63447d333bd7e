import { z } from 'zod';
import { featureSpace } from './features.ts';
import type { Weights } from './logistic-regression.ts';

/** A trained classifier. */
export type TrainedModel = {
  /** Hash of what it was trained from. */
  readonly version: string;
  /** Catalog types in alphabetical order, then `none`. */
  readonly labels: readonly string[];
  readonly temperature: number;
  /** Probability under which the answer is that nothing measures the question. */
  readonly floor: number;
  readonly weights: Weights;
};

const modelFile = z.object({
  version: z.string().min(1),
  labels: z.array(z.string()).min(2),
  temperature: z.number().positive(),
  floor: z.number().min(0).max(1),
  featureSpace: z.literal(featureSpace),
  weights: z.base64(),
});

/** Writes a model as JSON, its weights as base64 of little-endian 32-bit floats. */
export function writeModel({ version, labels, temperature, floor, weights }: TrainedModel): string {
  const bytes = Buffer.alloc(weights.values.length * 4);
  weights.values.forEach((value, at) => bytes.writeFloatLE(value, at * 4));
  return `${JSON.stringify({ version, labels, temperature, floor, featureSpace, weights: bytes.toString('base64') })}\n`;
}

/** Reads a model that `writeModel` wrote. Throws for anything else, a model of another feature space included. */
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
