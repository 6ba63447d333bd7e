import { cleanText } from '@assay/faults/clean-text';
import { z } from 'zod';
import { defineProvider, type ProviderReading } from '../../define.ts';
import type { AskedPair } from '../../pairs.ts';
import { priceAdapters } from '../../price-adapters.ts';
import { malformed, priceReading, secondsMs, shaped, stale, statusFault, unknownEntity } from '../../readings.ts';
import { krakenNames } from './assets.ts';

/** A row of trades: price, volume, time in seconds with a fraction, and more. */
const trade = z.tuple([z.string(), z.string(), z.string()], z.unknown());
const envelope = z.object({
  error: z.array(z.string()),
  result: z.record(z.string(), z.union([z.array(trade), z.string()])).optional(),
});

function ownName(symbol: string): string {
  return krakenNames[symbol] ?? symbol;
}

/** Returns whether a result's key names the pair. The key can have Kraken's long names, such as XXBTZUSD for XBTUSD. */
function isNameOf(key: string, { base, quote }: AskedPair): boolean {
  const namesOf = (symbol: string): string[] => ['', 'X', 'Z'].map((prefix) => `${prefix}${ownName(symbol)}`);
  return namesOf(base).some((longBase) => namesOf(quote).some((longQuote) => key === `${longBase}${longQuote}`));
}

/** Kraken reports every error with HTTP 200, as `E<area>:<error>`. */
function errorReading(error: string): ProviderReading {
  const code = cleanText(error, 80);
  if (/unknown asset/i.test(error)) {
    return unknownEntity;
  }
  if (/too many requests|rate limit|throttled/i.test(error)) {
    return { kind: 'rate_limited', detail: code };
  }
  return { kind: 'http_error', detail: code };
}

/** Kraken: the last trade of a pair with its own time. Its ticker has no time, so the trades are requested instead. */
export default defineProvider({
  id: 'kraken',
  baseUrl: 'https://api.kraken.com',
  // An exchange with an order book of its own.
  statement: { kind: 'venue' },
  budget: {
    requests: 1,
    perMs: 1_000,
    documentedAt: 'https://docs.kraken.com/api/docs/guides/spot-rest-ratelimits',
  },
  adapters: priceAdapters({
    quotes: ['USD', 'USDT', 'USDC', 'EUR', 'GBP', 'BTC', 'ETH'],
    costMicros: 100n,
    request: ({ base, quote }) => ({
      path: `/0/public/Trades?pair=${ownName(base)}${ownName(quote)}&count=1`,
    }),
    read: (response, pair, params) => {
      const fault = statusFault(response);
      if (fault !== undefined) {
        return fault;
      }
      return shaped(envelope, response.body, ({ error, result }) => {
        if (error[0] !== undefined) {
          return errorReading(error[0]);
        }
        const found = Object.entries(result ?? {}).filter(([name]) => name !== 'last');
        const [name = '', trades] = found[0] ?? [];
        if (found.length !== 1 || typeof trades !== 'object') {
          return malformed('not the trades of exactly one pair');
        }
        if (!isNameOf(name, pair)) {
          return malformed('another pair than the one asked for');
        }
        const [price, , seconds] = trades.at(-1) ?? [];
        return price === undefined || seconds === undefined
          ? stale('no trade')
          : priceReading(params, pair, price, secondsMs(seconds));
      });
    },
  }),
});
