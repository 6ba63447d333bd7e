import { z } from 'zod';

const wholeMarkupBasisPoints = 10_000n;
const markupPattern = /^(\d{1,6})(?:\.(\d{1,4}))?$/;

/** A markup such as "1.25" in exact basis points (12500n); undefined for what is no decimal of at most 4 places. */
export function parseMarkup(text: string): bigint | undefined {
  const match = markupPattern.exec(text);
  if (match === null) {
    return undefined;
  }
  const [, whole = '0', fraction = ''] = match;
  return BigInt(whole) * wholeMarkupBasisPoints + BigInt(fraction.padEnd(4, '0'));
}

/** The markup as every service that charges reads it; in basis points once read. */
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
    .describe('What a call is charged, as a multiple of what it cost; at most 4 decimals.'),
});

/**
 * What a caller is charged for a cost: cost times markup, rounded up to a micro-credit.
 * @param costMicros micro-credits; throws a RangeError when negative, since nobody is ever paid for asking.
 */
export function debitMicros(costMicros: bigint, markupBasisPoints: bigint): bigint {
  if (costMicros < 0n) {
    throw new RangeError('a cost cannot be negative');
  }
  return (costMicros * markupBasisPoints + wholeMarkupBasisPoints - 1n) / wholeMarkupBasisPoints;
}
