import type { AnswerOutcome } from './outcomes.ts';

/**
 * Returns how far a compared source is from the source of an answer, such as "differs by 3.2 bp from the delivered number".
 * The page of a decision and `assay trace` both show it.
 * @param differenceBps the difference in basis points of the smaller number.
 * @param outcome the outcome of the decision. A refusal delivered no number, but it compared the sources too.
 */
export function differenceText(differenceBps: number, outcome: string): string {
  const delivered: AnswerOutcome = 'delivered';
  return `differs by ${differenceBps} bp from ${outcome === delivered ? 'the delivered number' : "the source's number"}`;
}
