import { isListedSymbol } from '@assay/catalog/symbols';
import { cleanText } from '@assay/faults/clean-text';
import { z } from 'zod';
import { newestRow } from '../../newest-row.ts';
import { optionalField } from '../../optional-field.ts';
import { defineProvider, type TypeAdapter, type ProviderResponse, type ProviderReading } from '../../define.ts';
import { priceAdapters } from '../../price-adapters.ts';
import {
  fundingReading,
  isAccessDenied,
  malformed,
  priceReading,
  shaped,
  stale,
  statusFault,
  unknownEntity,
  wholeNumber,
} from '../../readings.ts';
import { perpetualNames } from './assets.ts';

const hourMs = 3_600_000;

/** An error of Binance. Its code is negative, unlike any code of a success. */
const failure = z.object({ code: z.string().startsWith('-'), msg: optionalField(z.string()) });
/**
 * One row of trades. Binance joins trades of the same order at the same price: `p` is the price and `T` the time of the
 * last joined trade.
 */
const trade = z.object({ p: z.string(), T: z.string() });
const settlement = z.object({ symbol: z.string(), fundingTime: z.string() });
const list = z.array(z.unknown());
const premium = z.object({
  symbol: z.string(),
  lastFundingRate: z.string(),
  nextFundingTime: z.string(),
  time: z.string(),
});

function fault(response: ProviderResponse): ProviderReading | undefined {
  const failed = failure.safeParse(response.body);
  // For a refused region, the HTTP status says more than Binance's code.
  if (!failed.success || isAccessDenied(response.status)) {
    return statusFault(response);
  }
  const { code, msg = '' } = failed.data;
  if (code === '-1121') {
    return unknownEntity;
  }
  const limited = code === '-1003' || response.status === 429 || response.status === 418;
  return { kind: limited ? 'rate_limited' : 'http_error', detail: limited ? code : cleanText(`${code} ${msg}`, 80) };
}

/** The settlement times of a contract and the time of the question, in milliseconds since the Unix epoch. */
type Settlements = { readonly nextMs: number; readonly askedMs: number; readonly pastMs: readonly number[] };

/** Time in milliseconds after a settlement during which Binance's list of settlements may still lack it. */
const listedWithinMs = 300_000;

/**
 * Returns the hours from the last settlement to the next one, because Binance's answer does not state the interval.
 * Undefined when the list may still lack the last settlement. The settlement before it would then give an interval that
 * is too long.
 */
function intervalHours({ nextMs, askedMs, pastMs }: Settlements): number | undefined {
  // Binance states the time of a settlement as a few milliseconds after the hour, so round to hours.
  const [last, before] = pastMs.map((atMs) => Math.round(atMs / hourMs)).toSorted((a, b) => b - a);
  if (last === undefined) {
    return undefined;
  }
  const hours = Math.round(nextMs / hourMs) - last;
  const formerHours = before === undefined ? hours : last - before;
  const sinceMissingMs = askedMs - (last + formerHours) * hourMs;
  const mayBeMissing = hours > formerHours && sinceMissingMs >= 0 && sinceMissingMs < listedWithinMs;
  return mayBeMissing ? undefined : hours;
}

/**
 * Returns the past settlements of a contract from a response. Undefined when the response has an unknown form or is
 * about another contract.
 */
function pastSettlements(response: ProviderResponse | undefined, contract: string): readonly number[] | undefined {
  const rows = list.safeParse(response?.body).data?.flatMap((each) => settlement.safeParse(each).data ?? []);
  return rows?.every(({ symbol }) => symbol === contract) === true
    ? rows.flatMap(({ fundingTime }) => wholeNumber(fundingTime) ?? [])
    : undefined;
}

function contractOf(symbol = ''): string {
  return `${perpetualNames[symbol] ?? symbol}USDT`;
}

const funding: TypeAdapter = {
  type: 'funding.rate',
  base: { name: 'futures', baseUrl: 'https://fapi.binance.com' },
  costMicros: 100n,
  // A contract's name is the coin and the quote without a separator, and no answer separates them. So only coins of the
  // catalog are safe to ask about.
  request: ({ venue, symbol = '' }) =>
    venue === 'binance' && isListedSymbol(symbol)
      ? {
          path: `/fapi/v1/premiumIndex?symbol=${contractOf(symbol)}`,
          second: { path: `/fapi/v1/fundingRate?symbol=${contractOf(symbol)}&limit=2` },
        }
      : undefined,
  read: (response, params) => {
    const contract = contractOf(params['symbol']);
    return (
      fault(response) ??
      shaped(premium, response.body, (body) => {
        if (body.symbol !== contract) {
          return malformed('another contract than the one asked for');
        }
        const pastMs = pastSettlements(response.second, contract);
        const [nextMs, askedMs] = [wholeNumber(body.nextFundingTime), wholeNumber(body.time)];
        if (pastMs === undefined || pastMs.length === 0 || nextMs === undefined || askedMs === undefined) {
          return malformed('no times of its settlements');
        }
        const hours = intervalHours({ nextMs, askedMs, pastMs });
        return hours === undefined
          ? stale('its last settlement is not listed yet')
          : fundingReading(
              params,
              { rate: body.lastFundingRate, intervalHours: hours, nextFundingAtMs: nextMs },
              askedMs,
            );
      })
    );
  },
};

/**
 * Binance: spot trades in dollar coins (it has no order books in US dollars), and perpetuals on its futures host. The
 * adapter requests trades instead of the ticker, because the ticker's time is the end of a time window, not the time of
 * a trade.
 */
export default defineProvider({
  id: 'binance',
  baseUrl: 'https://api.binance.com',
  // The provider is an exchange with its own order book.
  statement: { kind: 'venue' },
  budget: {
    requests: 1_200,
    perMs: 60_000,
    documentedAt: 'https://developers.binance.com/docs/binance-spot-api-docs/rest-api/limits',
  },
  adapters: [
    ...priceAdapters({
      quotes: ['USDT', 'USDC', 'EUR', 'BTC', 'ETH'],
      costMicros: 100n,
      request: ({ base, quote }) => ({ path: `/api/v3/aggTrades?symbol=${base}${quote}&limit=1` }),
      read: (response, pair, params) =>
        fault(response) ??
        shaped(list, response.body, (trades) => {
          const last = newestRow(trades, { schema: trade, atMs: ({ T }) => wholeNumber(T), endsWithNewest: true });
          if (last === undefined) {
            return trades.length === 0 ? stale('no trade') : malformed('no readable trade');
          }
          return priceReading(params, pair, last.p, wholeNumber(last.T));
        }),
    }),
    funding,
  ],
});
