import { parsePair } from '@assay/catalog/symbols';
import type { QuestionParams } from './define.ts';

/** An asset and the currency of its price, both in the catalog's symbols. */
export type AskedPair = { readonly base: string; readonly quote: string };

/**
 * Returns the pair that a price question means at one provider. Its quote is the one that the caller names, or else the
 * provider's first quote. A `token` is always priced in US dollars. Undefined when the provider has no order books in
 * that quote, or when asset and quote are the same.
 * @param quotes the currencies of the provider's order books. The first one serves questions without a quote.
 */
export function askedPair(params: QuestionParams, quotes: readonly string[]): AskedPair | undefined {
  const requestedPair =
    params['token'] === undefined ? parsePair(params['symbol'] ?? '') : { base: params['token'], quote: 'USD' };
  if (requestedPair === undefined) {
    return undefined;
  }
  const quote = requestedPair.quote ?? quotes[0];
  return quote === undefined || !quotes.includes(quote) || requestedPair.base === quote
    ? undefined
    : { base: requestedPair.base, quote };
}
