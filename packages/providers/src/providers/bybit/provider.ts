import { isListedSymbol } from '@assay/catalog/symbols';
import { cleanText } from '@assay/faults/clean-text';
import { z } from 'zod';
import { newestRow } from '../../newest-row.ts';
import { optionalField } from '../../optional-field.ts';
import { defineProvider, type TypeAdapter, type ProviderResponse, type ProviderReading } from '../../define.ts';
import { priceAdapters } from '../../price-adapters.ts';
import {
  fundingReading,
  malformed,
  priceReading,
  shaped,
  stale,
  statusFault,
  unknownEntity,
  wholeNumber,
} from '../../readings.ts';
import { isWithinQuotes } from '../../quotes.ts';
import { perpetualNames } from './assets.ts';

const envelope = z.object({
  retCode: z.string(),
  retMsg: optionalField(z.string()),
  result: z.object({ list: z.array(z.unknown()).optional() }).nullish(),
  time: optionalField(z.string()),
});
/** A trade. `isBlockTrade` marks a block trade, which is negotiated outside the order book. */
const spot = z.object({
  symbol: z.string(),
  price: z.string(),
  time: z.string(),
  isBlockTrade: z.boolean().nullish(),
});
/**
 * Number of trades to request. It is above one because some trades may be block trades. For spot, Bybit returns at most
 * 60.
 */
const maxTrades = 20;
const linear = z.object({
  symbol: z.string(),
  fundingRate: z.string(),
  nextFundingTime: z.string(),
  fundingIntervalHour: z.string(),
  lastPrice: z.string(),
  bid1Price: z.string(),
  ask1Price: z.string(),
});

const listed = z.object({ result: z.object({ list: z.array(z.unknown()) }) });
const instrument = z.object({ baseCoin: z.string(), contractType: z.string() });

const unknownSymbol = /not supported symbol|symbol invalid|invalid symbol/i;
const rateLimitCodes = ['10006', '10018'];

/** Reads the rows of Bybit's envelope. Bybit reports an error in the field `retCode`, always with HTTP 200. */
function readRows(
  response: ProviderResponse,
  read: (rows: readonly unknown[], atMs: number | undefined) => ProviderReading,
): ProviderReading {
  const opened = envelope.safeParse(response.body);
  if (!opened.success) {
    return statusFault(response) ?? malformed('not the documented envelope');
  }
  const { retCode, retMsg = '', result, time = '' } = opened.data;
  if (retCode === '10001' && unknownSymbol.test(retMsg)) {
    return unknownEntity;
  }
  if (retCode !== '0') {
    const limited = rateLimitCodes.includes(retCode);
    return { kind: limited ? 'rate_limited' : 'http_error', detail: cleanText(`${retCode} ${retMsg}`, 80) };
  }
  if (response.status === 200 && result?.list?.length === 0) {
    return stale('the answer lists nothing');
  }
  const fault = statusFault(response);
  return fault ?? (result?.list === undefined ? malformed('no list') : read(result.list, wholeNumber(time)));
}

/** Reads the newest trade of a pair, without block trades. */
function readTrade(response: ProviderResponse, symbol: string, read: (trade: z.infer<typeof spot>) => ProviderReading) {
  return readRows(response, (rows) => {
    const last = newestRow(rows, {
      schema: spot,
      atMs: ({ time }) => wholeNumber(time),
      isMarket: ({ isBlockTrade }) => isBlockTrade !== true,
    });
    if (last === undefined) {
      return rows.some((each) => spot.safeParse(each).success)
        ? stale('no trade of the market')
        : malformed('no readable trade');
    }
    return last.symbol === symbol ? read(last) : malformed('another symbol than the one asked for');
  });
}

/** Reads the ticker of a contract. */
function readTicker(
  response: ProviderResponse,
  symbol: string,
  read: (ticker: z.infer<typeof linear>, atMs: number | undefined) => ProviderReading,
): ProviderReading {
  return readRows(response, (rows, atMs) =>
    shaped(linear, rows[0], (ticker) =>
      ticker.symbol === symbol ? read(ticker, atMs) : malformed('another symbol than the one asked for'),
    ),
  );
}

function perpetual(symbol = ''): string {
  return `${perpetualNames[symbol] ?? symbol}USDT`;
}

/** Returns whether the venue's listing says that a contract is a perpetual on exactly this coin. */
function isContractOn(coin: string | undefined, listing: ProviderResponse | undefined): boolean {
  const rows = (listed.safeParse(listing?.body).data?.result.list ?? []).flatMap(
    (each) => instrument.safeParse(each).data ?? [],
  );
  return rows.length === 1 && rows[0]?.baseCoin === coin && rows[0]?.contractType === 'LinearPerpetual';
}

const funding: TypeAdapter = {
  type: 'funding.rate',
  costMicros: 100n,
  request: ({ venue, symbol = '' }) => {
    const query = `category=linear&symbol=${perpetual(symbol)}`;
    // For a coin outside the catalog, request the contract's listing too: it says which coin the contract is on.
    const listing = isListedSymbol(symbol) ? {} : { second: { path: `/v5/market/instruments-info?${query}` } };
    return venue === 'bybit' ? { path: `/v5/market/tickers?${query}`, ...listing } : undefined;
  },
  read: (response, params) =>
    readTicker(response, perpetual(params['symbol']), (row, atMs) => {
      if (!isListedSymbol(params['symbol'] ?? '') && !isContractOn(params['symbol'], response.second)) {
        return unknownEntity;
      }
      // The ticker has no time except that of the response. A last price within the ticker's quotes shows that the
      // ticker is current.
      if (!isWithinQuotes(row.lastPrice, { bid: row.bid1Price, ask: row.ask1Price })) {
        return stale('its last price is outside of its quotes');
      }
      return fundingReading(
        params,
        {
          rate: row.fundingRate,
          intervalHours: wholeNumber(row.fundingIntervalHour),
          nextFundingAtMs: wholeNumber(row.nextFundingTime),
        },
        atMs,
      );
    }),
};

/**
 * Bybit: spot trades in dollar coins (it has no order books in US dollars), and perpetuals margined in USDT. A trade
 * has its own time. A ticker has only the time of the response.
 */
export default defineProvider({
  id: 'bybit',
  baseUrl: 'https://api.bybit.com',
  // The provider is an exchange with its own order book.
  statement: { kind: 'venue' },
  budget: { requests: 600, perMs: 5_000, documentedAt: 'https://bybit-exchange.github.io/docs/v5/rate-limit' },
  adapters: [
    ...priceAdapters({
      quotes: ['USDT', 'USDC', 'EUR', 'BTC', 'ETH'],
      costMicros: 100n,
      request: ({ base, quote }) => ({
        path: `/v5/market/recent-trade?category=spot&symbol=${base}${quote}&limit=${maxTrades}`,
      }),
      read: (response, pair, params) =>
        readTrade(response, `${pair.base}${pair.quote}`, ({ price, time }) =>
          priceReading(params, pair, price, wholeNumber(time)),
        ),
    }),
    funding,
  ],
});
