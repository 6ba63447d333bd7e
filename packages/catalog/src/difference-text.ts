import type { AnswerOutcome } from './outcomes.ts';

/**
 * Returns how much the number of a compared source differs from the answer's number. The text is, for example, "differs
 * by 3.2 bp from the delivered number". The page of a decision and `assay trace` both show this text.
 * @param differenceBps the difference in basis points of the smaller number.
 * @param outcome the outcome of the decision. It changes the words, because a refusal compares sources but delivers no
 * number.
 */
export function differenceText(differenceBps: number, outcome: string): string {
  const delivered: AnswerOutcome = 'delivered';
  return `differs by ${differenceBps} bp from ${outcome === delivered ? 'the delivered number' : "the source's number"}`;
}
