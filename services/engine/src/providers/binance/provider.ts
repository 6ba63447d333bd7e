import { cleanText } from '@assay/faults/clean-text';
import { z } from 'zod';
import { defineProvider, type TypeAdapter, type ProviderResponse, type ProviderReading } from '../define.ts';
import { priceAdapters } from '../price-adapters.ts';
import {
  fundingReading,
  malformed,
  priceReading,
  shaped,
  statusFault,
  unknownEntity,
  wholeNumber,
} from '../readings.ts';
import { perpetualNames } from './assets.ts';

const hourMs = 3_600_000;

const failure = z.object({ code: z.string(), msg: z.string() });
const ticker = z.object({ symbol: z.string(), lastPrice: z.string(), closeTime: z.string() });
const premium = z.object({
  symbol: z.string(),
  lastFundingRate: z.string(),
  nextFundingTime: z.string(),
  time: z.string(),
});

function fault(response: ProviderResponse): ProviderReading | undefined {
  const failed = failure.safeParse(response.body);
  if (!failed.success) {
    return statusFault(response);
  }
  const { code, msg } = failed.data;
  if (code === '-1121') {
    return unknownEntity;
  }
  const limited = code === '-1003' || response.status === 429 || response.status === 418;
  return { kind: limited ? 'rate_limited' : 'http_error', detail: limited ? code : cleanText(`${code} ${msg}`, 80) };
}

/**
 * Returns the longest interval whose grid contains the next settlement, in hours. The answer does not carry the
 * interval. Most contracts settle every eight hours; a settlement at 04:00 or 13:00 UTC proves a shorter interval.
 */
function intervalHours(nextFundingAtMs: number): number {
  return [8, 4, 2].find((hours) => nextFundingAtMs % (hours * hourMs) === 0) ?? 1;
}

const funding: TypeAdapter = {
  type: 'funding.rate',
  baseUrl: 'https://fapi.binance.com',
  costMicros: 100n,
  request: ({ venue, symbol = '' }) =>
    venue === 'binance' ? { path: `/fapi/v1/premiumIndex?symbol=${perpetualNames[symbol] ?? symbol}USDT` } : undefined,
  read: (response, params) => {
    const symbol = params['symbol'] ?? '';
    return (
      fault(response) ??
      shaped(premium, response.body, (body) => {
        if (body.symbol !== `${perpetualNames[symbol] ?? symbol}USDT`) {
          return malformed('another contract than the one asked for');
        }
        const nextFundingAtMs = wholeNumber(body.nextFundingTime);
        return fundingReading(
          params,
          { rate: body.lastFundingRate, intervalHours: intervalHours(nextFundingAtMs ?? 0), nextFundingAtMs },
          wholeNumber(body.time),
        );
      })
    );
  },
};

/** Binance: spot prices in dollar coins, because it has no dollar books, and perpetuals on its futures host. */
export default defineProvider({
  id: 'binance',
  baseUrl: 'https://api.binance.com',
  budget: {
    requests: 1_200,
    perMs: 60_000,
    documentedAt: 'https://developers.binance.com/docs/binance-spot-api-docs/rest-api/limits',
  },
  adapters: [
    ...priceAdapters({
      quotes: ['USDT', 'USDC', 'EUR', 'BTC', 'ETH'],
      costMicros: 100n,
      request: ({ base, quote }) => ({ path: `/api/v3/ticker/24hr?symbol=${base}${quote}` }),
      read: (response, pair, params) =>
        fault(response) ??
        shaped(ticker, response.body, ({ symbol, lastPrice, closeTime }) =>
          symbol === `${pair.base}${pair.quote}`
            ? priceReading(params, pair, lastPrice, wholeNumber(closeTime))
            : malformed('another pair than the one asked for'),
        ),
    }),
    funding,
  ],
});
