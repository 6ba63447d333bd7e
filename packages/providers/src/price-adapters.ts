import { isListedSymbol } from '@assay/catalog/symbols';
import { askedPair, type AskedPair } from './pairs.ts';
import type { TypeAdapter, QuestionParams, ProviderRequest, ProviderResponse, ProviderReading } from './define.ts';

/**
 * The requests to a provider of prices, and how to read its responses. It serves the types `spot.price` and
 * `token.price`.
 */
export type PriceSource = {
  /** The currencies of the provider's order books. The first one serves questions without a quote. */
  readonly quotes: readonly string[];
  /** An asset that the provider prices, for probes. BTC when absent. */
  readonly example?: string;
  /** Cost of one request, in micro-credits. */
  readonly costMicros: bigint;
  /**
   * Returns the request for one pair of an asset that the catalog lists. Undefined when the provider's tables do not
   * cover the asset.
   */
  readonly request: (pair: AskedPair) => ProviderRequest | undefined;
  readonly read: (response: ProviderResponse, pair: AskedPair, params: QuestionParams) => ProviderReading;
};

/**
 * Returns the adapters of a price source: one for `spot.price` and, if it prices in US dollars, one for `token.price`.
 * A source whose first quote is not USD is asked after the others, because most callers mean dollars.
 */
export function priceAdapters(source: PriceSource): readonly TypeAdapter[] {
  const inDollars = source.quotes.includes('USD');
  const common: Omit<TypeAdapter, 'type'> = {
    costMicros: source.costMicros,
    rank: source.quotes[0] === 'USD' ? 0 : 1,
    request: (params) => {
      const pair = askedPair(params, source.quotes);
      // Two venues can use a symbol outside the catalog, such as LUNA, for different assets. So no request is made.
      return pair === undefined || !isListedSymbol(pair.base) ? undefined : source.request(pair);
    },
    read: (response, params) => {
      const pair = askedPair(params, source.quotes);
      return pair === undefined ? { kind: 'unknown_entity' } : source.read(response, pair, params);
    },
  };
  const asset = source.example ?? 'BTC';
  const spot = { type: 'spot.price', example: { symbol: asset }, ...common };
  return inDollars ? [spot, { type: 'token.price', example: { token: asset }, ...common }] : [spot];
}
