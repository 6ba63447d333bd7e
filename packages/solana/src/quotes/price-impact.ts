import { divideUp } from '../amounts.ts';

/** A price as two amounts: `output` units of the output token for `input` units of the input token. */
export type PriceRatio = { readonly output: bigint; readonly input: bigint };

/**
 * Returns how much worse the executed price is than the marginal price before the trade, in basis points rounded up.
 * Both prices exclude fees. Zero when the executed price is not worse.
 */
export function priceImpactBps(executed: PriceRatio, marginal: PriceRatio): number {
  const fair = executed.input * marginal.output;
  const executedProduct = executed.output * marginal.input;
  return executedProduct >= fair ? 0 : Number(divideUp((fair - executedProduct) * 10_000n, fair));
}
