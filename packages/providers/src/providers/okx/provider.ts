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
  type FundingPayment,
} from '../../readings.ts';
import { okxIntervalHours } from './funding-interval.ts';

const envelope = z.object({ code: z.string(), msg: optionalField(z.string()), data: z.array(z.unknown()).nullish() });
const trade = z.object({ instId: z.string(), px: z.string(), ts: z.string() });
const fundingRate = z.object({
  instId: z.string(),
  fundingRate: z.string(),
  prevFundingTime: optionalField(z.string()),
  fundingTime: z.string(),
  nextFundingTime: optionalField(z.string()),
  ts: z.string(),
});

/** A ticker of a swap. `ts` is the time of its last trade or quote. */
const swapTicker = z.object({ instId: z.string(), ts: z.string() });

const unknownInstrumentCode = '51001';
const rateLimitCodes = ['50011', '50061'];

/**
 * Reads the newest row of the requested instrument from OKX's envelope. The envelope's `code` says more than the HTTP
 * status.
 */
function readRow<Row extends { instId: string; ts: string }>(
  response: ProviderResponse,
  row: z.ZodType<Row>,
  instrument: string,
  read: (row: Row) => ProviderReading,
): ProviderReading {
  const opened = envelope.safeParse(response.body);
  if (!opened.success) {
    return statusFault(response) ?? malformed('not the documented envelope');
  }
  const { code, msg = '', data } = opened.data;
  if (code === unknownInstrumentCode) {
    return unknownEntity;
  }
  if (code !== '0') {
    const limited = rateLimitCodes.includes(code);
    return { kind: limited ? 'rate_limited' : 'http_error', detail: cleanText(`${code} ${msg}`, 80) };
  }
  if (response.status === 200 && data?.length === 0) {
    return stale('the answer lists nothing');
  }
  const newest = newestRow(data ?? [], { schema: row, atMs: ({ ts }) => wholeNumber(ts) });
  return (
    statusFault(response) ??
    shaped(row, newest ?? data?.[0], (requestedRow) =>
      requestedRow.instId === instrument ? read(requestedRow) : malformed('another instrument than the one asked for'),
    )
  );
}

/**
 * Returns the payment that a rate describes. The rate applies to the period that ends at `fundingTime`, the time of the
 * next payment.
 */
function payment({ fundingRate: rate, ...times }: z.infer<typeof fundingRate>): FundingPayment {
  return { rate, intervalHours: okxIntervalHours(times), nextFundingAtMs: wholeNumber(times.fundingTime) };
}

/**
 * Returns the earlier of two times; undefined when one is missing. The answer with the rate states only the time of the
 * response. So a second request gets the ticker of the swap, which states the time of the market.
 */
function earlier(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? undefined : Math.min(a, b);
}

const funding: TypeAdapter = {
  type: 'funding.rate',
  costMicros: 100n,
  request: ({ venue, symbol }) =>
    venue === 'okx'
      ? {
          path: `/api/v5/public/funding-rate?instId=${symbol}-USDT-SWAP`,
          second: { path: `/api/v5/market/ticker?instId=${symbol}-USDT-SWAP` },
        }
      : undefined,
  read: (response, params) => {
    const swap = `${params['symbol']}-USDT-SWAP`;
    return readRow(response, fundingRate, swap, (row) =>
      response.second === undefined
        ? malformed('no ticker')
        : readRow(response.second, swapTicker, swap, (ticker) =>
            fundingReading(params, payment(row), earlier(wholeNumber(row.ts), wholeNumber(ticker.ts))),
          ),
    );
  },
};

/**
 * OKX: spot trades in dollar coins (it has no order books in US dollars), and perpetuals margined in USDT. The adapter
 * requests trades instead of the ticker, because a new quote also changes the ticker's time.
 */
export default defineProvider({
  id: 'okx',
  baseUrl: 'https://www.okx.com',
  // The provider is an exchange with its own order book.
  statement: { kind: 'venue' },
  budget: {
    requests: 10,
    perMs: 2_000,
    documentedAt: 'https://www.okx.com/docs-v5/en/#public-data-rest-api-get-funding-rate',
  },
  adapters: [
    ...priceAdapters({
      quotes: ['USDT', 'USDC', 'EUR', 'BTC', 'ETH'],
      costMicros: 100n,
      request: ({ base, quote }) => ({ path: `/api/v5/market/trades?instId=${base}-${quote}&limit=1` }),
      read: (response, pair, params) =>
        readRow(response, trade, `${pair.base}-${pair.quote}`, ({ px, ts }) =>
          priceReading(params, pair, px, wholeNumber(ts)),
        ),
    }),
    funding,
  ],
});
