import { cleanText } from '@assay/faults/clean-text';
import { z } from 'zod';
import { newestRow } from '../../newest-row.ts';
import { optionalField } from '../../optional-field.ts';
import { defineProvider, type ProviderReading } from '../../define.ts';
import type { AskedPair } from '../../pairs.ts';
import { priceAdapters } from '../../price-adapters.ts';
import { malformed, priceReading, secondsMs, shaped, stale, statusFault, unknownEntity } from '../../readings.ts';
import { krakenNames } from './assets.ts';

/** A trade row: price, volume, time in seconds with a fraction, and further fields. */
const trade = z.tuple([z.string(), z.string(), z.string()], z.unknown());
const envelope = z.object({
  error: optionalField(z.array(z.unknown())),
  result: optionalField(z.record(z.string(), z.unknown())),
});

function ownName(symbol: string): string {
  return krakenNames[symbol] ?? symbol;
}

/**
 * Returns whether a key of the result names the pair. Kraken may write the pair with its long names, such as XXBTZUSD
 * for XBTUSD.
 */
function isNameOf(key: string, { base, quote }: AskedPair): boolean {
  const namesOf = (symbol: string): string[] => ['', 'X', 'Z'].map((prefix) => `${prefix}${ownName(symbol)}`);
  return namesOf(base).some((longBase) => namesOf(quote).some((longQuote) => key === `${longBase}${longQuote}`));
}

/**
 * Returns the first error of an answer. Texts that begin with W are warnings and do not invalidate the result:
 * https://docs.kraken.com/api/docs/guides/spot-rest-intro, "Severity", read 2026-11-27.
 */
function errorOf(listed: readonly unknown[]): string | undefined {
  return listed.find((each): each is string => typeof each === 'string' && !each.startsWith('W'));
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

/** Kraken: the last trade of a pair with its own time. The adapter requests trades, because the ticker has no time. */
export default defineProvider({
  id: 'kraken',
  baseUrl: 'https://api.kraken.com',
  // The provider is an exchange with its own order book.
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
        const failed = errorOf(error ?? []);
        if (failed !== undefined) {
          return errorReading(failed);
        }
        const tradesOfPair = Object.entries(result ?? {}).filter((entry): entry is [string, unknown[]] =>
          Array.isArray(entry[1]),
        );
        const trades = tradesOfPair.find(([name]) => isNameOf(name, pair))?.[1];
        if (trades === undefined) {
          return malformed(tradesOfPair.length === 0 ? 'no trades' : 'another pair than the one asked for');
        }
        const last = newestRow(trades, {
          schema: trade,
          atMs: ([, , seconds]) => secondsMs(seconds),
          endsWithNewest: true,
        });
        if (last === undefined) {
          return trades.length === 0 ? stale('no trade') : malformed('no readable trade');
        }
        return priceReading(params, pair, last[0], secondsMs(last[2]));
      });
    },
  }),
});
