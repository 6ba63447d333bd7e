import { codeOf, type ClassWeights } from '@assay/resolver/embedded/class-weights';
import type { Weights } from './logistic-regression.ts';

/**
 * Returns weights rounded to one byte each, as in a model file. The biases are not rounded. The calibration is fitted to
 * answers that use rounded weights, because the service uses them.
 */
export function quantized({ classes, values }: Weights): ClassWeights {
  const learned = values.subarray(0, values.length - classes);
  const maxWeight = learned.reduce((highest, weight) => Math.max(highest, Math.abs(weight)), Number.EPSILON);
  const codes = Int8Array.from(learned, (weight) => codeOf(weight, maxWeight));
  return { classes, codes, maxWeight, biases: [...values.subarray(learned.length)] };
}
