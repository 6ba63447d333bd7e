import { z } from 'zod';
import type { Resolution } from './model.ts';

/**
 * A range of probabilities in which the embedded model is in doubt. The resolver asks the endpoint only if the embedded
 * model gives its best candidate a probability from `from` to `to`. Otherwise the embedded model decides alone.
 */
export type DoubtBand = { readonly from: number; readonly to: number };

/** The range that contains every probability, so that the endpoint decides all questions. */
export const anyDoubt: DoubtBand = { from: 0, to: 1 };

const bandText = /^([01](?:\.\d{1,4})?)-([01](?:\.\d{1,4})?)$/;

/**
 * Reads a range such as "0.1-0.95". Refuses numbers outside of 0 to 1, and a range whose first number is the larger
 * one.
 */
export const doubtBand = z.string().transform((text, context): DoubtBand => {
  const [, low, high] = bandText.exec(text.trim()) ?? [];
  const band = { from: Number(low), to: Number(high) };
  if (low === undefined || high === undefined || band.from > band.to || band.to > 1) {
    context.addIssue({
      code: 'custom',
      message: 'must be two numbers from 0 to 1 with a hyphen between them, the lower one first, such as 0.1-0.95',
    });
    return z.NEVER;
  }
  return band;
});

/**
 * Returns whether the resolver should ask the endpoint about a question. It does not ask when the embedded model is
 * sure of its answer or of its refusal. A model that gives no probability is never sure.
 */
export function isDoubtful(
  { candidateProbability }: Pick<Resolution, 'candidateProbability'>,
  { from, to }: DoubtBand,
): boolean {
  return candidateProbability === undefined || (candidateProbability >= from && candidateProbability <= to);
}

/**
 * If the embedded model's best candidate has a lower probability than this, the embedded model in effect refuses the
 * question.
 */
const refusedProbability = 0.1;

/**
 * Returns an endpoint's answer, or a refusal. It refuses if a rejection rule objects to the answer and the embedded
 * model has no candidate either. If the embedded model has a candidate, it found the question answerable although it
 * knows the same rules. On labelled questions without a candidate, the rules were right about 40 in 41 times. With a
 * candidate, they were right about 1 in 3 times.
 */
export function withOwnEstimate(
  answer: Resolution,
  { candidateProbability, outcome }: Pick<Resolution, 'candidateProbability' | 'outcome'>,
): Resolution {
  const { objection, ...accepted } = answer;
  const refused = candidateProbability === undefined ? outcome === 'none' : candidateProbability < refusedProbability;
  return objection === undefined || !refused
    ? accepted
    : {
        outcome: 'none',
        type: '',
        params: {},
        missing: [],
        confidence: answer.confidence,
        because: objection,
        nearest: answer.type,
      };
}
