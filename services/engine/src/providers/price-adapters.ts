import { askedPair, type AskedPair } from './pairs.ts';
import type { TypeAdapter, QuestionParams, ProviderRequest, ProviderResponse, ProviderReading } from './define.ts';

/** How a provider that prices assets answers, whichever of the two price types asks. */
export type PriceSource = {
  /** The currencies that it has books in, the one that an open question gets first. */
  readonly quotes: readonly string[];
  /** An asset that it surely prices, where that is not BTC. */
  readonly example?: string;
  /** What one call costs, in micro-credits. */
  readonly costMicros: bigint;
  /** The request for one pair; undefined when the provider's tables do not cover the asset. */
  readonly request: (pair: AskedPair, key: string | undefined) => ProviderRequest | undefined;
  readonly read: (response: ProviderResponse, pair: AskedPair, params: QuestionParams) => ProviderReading;
};

/**
 * The answers of a price source: `spot.price`, and `token.price` too where it prices in US dollars. One that gives an
 * open question something else than dollars ranks behind those that give what most callers mean.
 */
export function priceAdapters(source: PriceSource): readonly TypeAdapter[] {
  const inDollars = source.quotes.includes('USD');
  const common: Omit<TypeAdapter, 'type'> = {
    costMicros: source.costMicros,
    rank: source.quotes[0] === 'USD' ? 0 : 1,
    request: (params, key) => {
      const pair = askedPair(params, source.quotes);
      return pair === undefined ? undefined : source.request(pair, key);
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
