import { createRequire } from 'node:module';
import express from 'express';
import { reportPort } from './ipc.ts';

/**
 * Comparison: the price service that most people write first. Express asks three venues with ccxt and answers with the
 * median. BENCH_CACHE_MS is the time for which it answers from its cache; with 0 it asks for every request. The venues
 * are those of the sandbox at BENCH_SANDBOX_URL.
 */
type Exchange = {
  enableRateLimit: boolean;
  readonly urls: { api: unknown };
  readonly setMarkets: (markets: readonly object[]) => void;
  readonly fetchTicker: (symbol: string) => Promise<{ readonly last?: number }>;
};
type Venue = { readonly exchange: Exchange; readonly api: unknown; readonly idOf: (base: string) => string };

const ccxt = createRequire(new URL('../peers/package.json', import.meta.url))('ccxt') as Record<
  'kraken' | 'bitstamp' | 'coinbaseexchange',
  new () => Exchange
>;
const sandboxUrl = process.env['BENCH_SANDBOX_URL'] ?? '';
const cacheMs = Number(process.env['BENCH_CACHE_MS'] ?? 0);
const bases = (process.env['BENCH_BASES'] ?? '').split(',');
/** Kraken's own names of pairs. Every other pair has the plain name, such as SOLUSD. */
const krakenPairs: Readonly<Record<string, string>> = {
  BTC: 'XXBTZUSD',
  DOGE: 'XXDGZUSD',
  ETH: 'XETHZUSD',
  LTC: 'XLTCZUSD',
  XRP: 'XXRPZUSD',
};

const venues: readonly Venue[] = [
  {
    exchange: new ccxt.kraken(),
    api: { public: `${sandboxUrl}/kraken` },
    idOf: (base) => krakenPairs[base] ?? `${base}USD`,
  },
  {
    exchange: new ccxt.bitstamp(),
    api: { public: `${sandboxUrl}/bitstamp/api` },
    idOf: (base) => `${base}USD`.toLowerCase(),
  },
  {
    exchange: new ccxt.coinbaseexchange(),
    api: { public: `${sandboxUrl}/coinbase` },
    idOf: (base) => `${base}-USD`,
  },
];
for (const { exchange, api, idOf } of venues) {
  // ccxt's own rate limit lets only a few requests a second through, so the benchmark would measure nothing but this
  // limit.
  exchange.enableRateLimit = false;
  exchange.urls.api = api;
  exchange.setMarkets(bases.map((base) => marketOf(base, idOf(base))));
}

/** Returns a market in ccxt's form. With it, ccxt does not ask the venue for its list of markets. */
function marketOf(base: string, id: string): object {
  return {
    id,
    symbol: `${base}/USD`,
    base,
    quote: 'USD',
    baseId: base,
    quoteId: 'USD',
    type: 'spot',
    spot: true,
    active: true,
    precision: { amount: 1e-8, price: 1e-8 },
    limits: {},
  };
}

async function fetchMedian(token: string): Promise<number> {
  const tickers = await Promise.all(venues.map(({ exchange }) => exchange.fetchTicker(`${token}/USD`)));
  const prices = tickers.flatMap(({ last }) => (last === undefined ? [] : [last])).toSorted((a, b) => a - b);
  const [, median] = prices;
  if (median === undefined || prices.length < venues.length) {
    throw new Error(`only ${prices.length} of ${venues.length} venues have a price of ${token}`);
  }
  return median;
}

const cache = new Map<string, { readonly atMs: number; readonly price: Promise<number> }>();

function priceOf(token: string): Promise<number> {
  const cached = cache.get(token);
  if (cached !== undefined && Date.now() - cached.atMs < cacheMs) {
    return cached.price;
  }
  const price = fetchMedian(token);
  cache.set(token, { atMs: Date.now(), price });
  return price;
}

const app = express();
app.use(express.json());
app.post('/price', async (request, response) => {
  const token = String(request.body.params?.token);
  try {
    response.json({ token, price: await priceOf(token), currency: 'USD', asOf: new Date().toISOString() });
  } catch (error) {
    response.status(502).json({ error: (error as Error).message });
  }
});
const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  reportPort(typeof address === 'object' && address !== null ? address.port : 0);
});
