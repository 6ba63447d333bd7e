import { z } from 'zod';

const wholeMarkupBasisPoints = 10_000n;
const markupPattern = /^(\d{1,6})(?:\.(\d{1,4}))?$/;

/**
 * Returns a markup such as "1.25" in basis points (12500n), without rounding. Undefined for a text that is not a decimal
 * with at most 4 places.
 */
export function parseMarkup(text: string): bigint | undefined {
  const match = markupPattern.exec(text);
  if (match === null) {
    return undefined;
  }
  const [, whole = '0', fraction = ''] = match;
  return BigInt(whole) * wholeMarkupBasisPoints + BigInt(fraction.padEnd(4, '0'));
}

/** The setting of the markup, which every service that charges has. readConfig returns it in basis points. */
export const markupConfig = z.object({
  ASSAY_MARKUP: z
    .string()
    .default('1.25')
    .transform((text, context) => {
      const basisPoints = parseMarkup(text);
      if (basisPoints === undefined) {
        context.addIssue({ code: 'custom', message: 'must be a decimal of at most 4 places such as 1.25' });
        return z.NEVER;
      }
      return basisPoints;
    })
    .describe('Factor by which the cost of a call is multiplied to get its price, with at most 4 decimals.'),
});

/**
 * Returns the debit for a cost: cost times markup, rounded up to a micro-credit. Throws a RangeError for a negative
 * cost.
 * @param costMicros micro-credits.
 */
export function debitMicros(costMicros: bigint, markupBasisPoints: bigint): bigint {
  if (costMicros < 0n) {
    throw new RangeError('a cost cannot be negative');
  }
  return (costMicros * markupBasisPoints + wholeMarkupBasisPoints - 1n) / wholeMarkupBasisPoints;
}
