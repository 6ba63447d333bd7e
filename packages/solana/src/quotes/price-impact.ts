import { divideUp } from './amounts.ts';

/** Two amounts whose quotient is a price: so much of the output token for so much of the input token. */
export type PriceRatio = { readonly output: bigint; readonly input: bigint };

/**
 * By how much executing falls short of the marginal price before the trade, in basis points rounded up. Both are
 * meant without fees: `executed` is what entered and left the curve. Zero when it is no worse.
 */
export function priceImpactBps(executed: PriceRatio, marginal: PriceRatio): number {
  const fair = executed.input * marginal.output;
  const got = executed.output * marginal.input;
  return got >= fair ? 0 : Number(divideUp((fair - got) * 10_000n, fair));
}
