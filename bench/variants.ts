/** A question of a benchmark. */
export type BenchRequest = { readonly type: string; readonly params: Readonly<Record<string, string>> };

/**
 * Requests that the engine answers from one source each. Their cost is comparable with that of the skeleton, which
 * returns a constant.
 */
const venues = ['binance', 'bybit', 'dydx', 'okx'];
export const contracts: readonly BenchRequest[] = ['BTC', 'ETH', 'SOL', 'XRP'].flatMap((symbol) =>
  venues.map((venue) => ({ type: 'funding.rate', params: { symbol, venue } })),
);

/** Requests whose answers the engine compares with other sources and with a price account on the chain. */
export const tokens: readonly BenchRequest[] = [
  'SOL',
  'BTC',
  'ETH',
  'XRP',
  'DOGE',
  'ADA',
  'AVAX',
  'LINK',
  'DOT',
  'LTC',
  'BCH',
  'UNI',
  'AAVE',
  'ATOM',
  'NEAR',
  'ARB',
].map((token) => ({ type: 'token.price', params: { token } }));

/** Returns the questions as bodies of requests. */
export function bodies(requests: readonly BenchRequest[]): string[] {
  return requests.map((request) => JSON.stringify(request));
}

/** A variant to measure: its address, requests and processes. */
export type Variant = {
  readonly name: string;
  readonly url: string;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly bodies: readonly string[];
  readonly processes: Readonly<Record<string, number>>;
  readonly outside?: readonly string[];
};
