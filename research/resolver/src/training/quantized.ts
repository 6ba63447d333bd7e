import { codeOf, type ClassWeights } from '@assay/resolver/embedded/class-weights';
import type { Weights } from './logistic-regression.ts';

/**
 * Rounds weights to one byte each, as a model file stores them. The biases are not rounded. The calibration is fitted
 * to answers of the rounded weights, because the service uses the rounded ones too.
 */
export function quantized({ classes, values }: Weights): ClassWeights {
  const learned = values.subarray(0, values.length - classes);
  const maxWeight = learned.reduce((highest, weight) => Math.max(highest, Math.abs(weight)), Number.EPSILON);
  const codes = Int8Array.from(learned, (weight) => codeOf(weight, maxWeight));
  return { classes, codes, maxWeight, biases: [...values.subarray(learned.length)] };
}
