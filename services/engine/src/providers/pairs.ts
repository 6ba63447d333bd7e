import { parsePair } from '@assay/catalog/symbols';
import type { QuestionParams } from './define.ts';

/** An asset and the currency it is priced in, both in the catalog's symbols. */
export type AskedPair = { readonly base: string; readonly quote: string };

/**
 * The pair that a price question means to one provider: the quote that was asked for, and no other, or the provider's
 * first one where the caller left it open. A `token` is always priced in US dollars.
 * Undefined when the provider has no books in that quote, or the asset would be priced in itself.
 * @param quotes the currencies that the provider has books in, the one for open questions first.
 */
export function askedPair(params: QuestionParams, quotes: readonly string[]): AskedPair | undefined {
  const asked =
    params['token'] === undefined ? parsePair(params['symbol'] ?? '') : { base: params['token'], quote: 'USD' };
  if (asked === undefined) {
    return undefined;
  }
  const quote = asked.quote ?? quotes[0];
  return quote === undefined || !quotes.includes(quote) || asked.base === quote
    ? undefined
    : { base: asked.base, quote };
}
