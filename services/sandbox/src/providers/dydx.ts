import { withMaxDecimals } from '../market/decimals.ts';
import { perpetualSymbols } from '../market/funding.ts';
import { json, type MockEndpoint } from '../mock-endpoint.ts';
import type { ProviderContext } from './provider-context.ts';

const unknownTicker = {
  value: '',
  msg: 'ticker must be a valid ticker (BTC-USD, etc)',
  param: 'ticker',
  location: 'query',
};

/** Milliseconds between two blocks of dYdX's chain. */
const blockMs = 1_000;

/**
 * Mocks dYdX's indexer: the newest block, and the perpetual markets. A market shows the funding forecast for the
 * current hour, with twenty decimals.
 */
export function dydx(context: ProviderContext): MockEndpoint {
  const markets = new Map(perpetualSymbols.map((symbol, index) => [`${symbol}-USD`, { symbol, index }]));
  return {
    name: 'dydx',
    respond: ({ path, query, nowMs }) => {
      if (path === '/v4/height') {
        const blockAtMs = Math.floor(nowMs / blockMs) * blockMs;
        return json(200, { height: String(Math.floor(blockAtMs / blockMs)), time: new Date(blockAtMs).toISOString() });
      }
      if (path !== '/v4/perpetualMarkets') {
        return json(404, { errors: [{ msg: 'Not Found' }] });
      }
      const requested = query.get('ticker');
      if (requested !== null && !markets.has(requested)) {
        return json(400, { errors: [{ ...unknownTicker, value: requested.slice(0, 64) }] });
      }
      const shown = [...markets.keys()].filter((ticker) => requested === null || ticker === requested);
      return json(200, { markets: Object.fromEntries(shown.map((ticker) => [ticker, market(ticker, nowMs)])) });
    },
    rateLimited: () => json(429, { errors: [{ msg: 'Too many requests' }] }),
    serverError: () => json(500, { errors: [{ msg: 'Internal Server Error' }] }),
  };

  function market(ticker: string, nowMs: number): object {
    const { symbol = '', index = 0 } = markets.get(ticker) ?? {};
    return {
      clobPairId: String(index),
      ticker,
      status: 'ACTIVE',
      oraclePrice: withMaxDecimals(Math.exp(context.market.latent.log(symbol, nowMs)), 10),
      priceChange24H: '701.10762',
      volume24H: '247500844.6834',
      trades24H: 63_065,
      nextFundingRate: withMaxDecimals(context.funding('dydx', symbol, nowMs)?.rate ?? 0, 20),
      initialMarginFraction: '0.02',
      maintenanceMarginFraction: '0.012',
      openInterest: '381.7348',
      atomicResolution: -10,
      quantumConversionExponent: -9,
      tickSize: '1',
      stepSize: '0.0001',
      stepBaseQuantums: 1_000_000,
      subticksPerTick: 100_000,
      marketType: 'CROSS',
      openInterestLowerCap: '0',
      openInterestUpperCap: '0',
      baseOpenInterest: '782.0931',
      defaultFundingRate1H: '0',
    };
  }
}
