import { z } from 'zod';
import { defineProvider, type ProviderReading, type ProviderRequest } from '../../define.ts';
import { isWithinQuotes } from '../../quotes.ts';
import { fundingReading, malformed, shaped, stale, statusFault, unknownEntity, wholeNumber } from '../../readings.ts';
import { perpetualNames } from './assets.ts';

const hourMs = 3_600_000;

const asset = z.object({ name: z.string(), isDelisted: z.boolean().nullish() });
const context = z.object({ funding: z.string() });
const quoted = z.object({ midPx: z.string() });
const level = z.object({ px: z.string() });
/** One side of an order book. The best price level comes first. */
const side = z.tuple([level], z.unknown());
const book = z.object({ time: z.string(), levels: z.tuple([side, side], z.unknown()) });
const metaAndContexts = z.tuple([z.object({ universe: z.array(z.unknown()) }), z.array(z.unknown())], z.unknown());

function info(body: Readonly<Record<string, string>>): ProviderRequest {
  return {
    method: 'POST',
    path: '/info',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}

/** The contract from whose order book all answers get their time. It was chosen because it has the most trades. */
const datingCoin = 'BTC';

function positionOf(universe: readonly unknown[], name: string): number {
  return universe.findIndex((each) => (each as { name?: unknown } | null)?.name === name);
}

/**
 * Gives an answer without a time of its own the time of an order book, which a second request returns. The answer
 * counts as current if its middle price for that contract lies within the book. Otherwise it is stale.
 */
function dated(
  universe: readonly unknown[],
  contexts: readonly unknown[],
  bookBody: unknown,
  read: (atMs: number) => ProviderReading,
): ProviderReading {
  return shaped(book, bookBody, ({ time, levels: [bids, asks] }) => {
    const middle = quoted.safeParse(contexts[positionOf(universe, datingCoin)]).data?.midPx;
    const atMs = wholeNumber(time);
    const quotes = { bid: bids[0].px, ask: asks[0].px };
    if (atMs === undefined) {
      return malformed('no valid time of its book');
    }
    return isWithinQuotes(middle ?? '', quotes) ? read(atMs) : stale('its book does not confirm its prices');
  });
}

/**
 * Hyperliquid: funding is paid every full hour. One answer contains all contracts but no time, so it gets the time of
 * one contract's order book.
 */
export default defineProvider({
  id: 'hyperliquid',
  baseUrl: 'https://api.hyperliquid.xyz',
  // The provider is an exchange that computes its own funding rate.
  statement: { kind: 'venue' },
  budget: {
    requests: 60,
    perMs: 60_000,
    documentedAt: 'https://hyperliquid.gitbook.io/hyperliquid-docs/for-developers/api/rate-limits-and-user-limits',
  },
  adapters: [
    {
      type: 'funding.rate',
      costMicros: 100n,
      request: ({ venue }) =>
        venue === 'hyperliquid'
          ? {
              ...info({ type: 'metaAndAssetCtxs' }),
              second: info({ type: 'l2Book', coin: datingCoin }),
            }
          : undefined,
      read: (response, params) =>
        statusFault(response) ??
        shaped(metaAndContexts, response.body, ([{ universe }, contexts]) => {
          const symbol = params['symbol'] ?? '';
          const name = perpetualNames[symbol] ?? symbol;
          const at = positionOf(universe, name);
          const listed = asset.safeParse(universe[at]);
          if (at === -1 || listed.data?.isDelisted === true) {
            return unknownEntity;
          }
          return listed.success
            ? shaped(context, contexts[at], ({ funding: rate }) =>
                dated(universe, contexts, response.second?.body, (atMs) => {
                  const nextFundingAtMs = (Math.floor(atMs / hourMs) + 1) * hourMs;
                  return fundingReading(params, { rate, intervalHours: 1, nextFundingAtMs }, atMs);
                }),
              )
            : malformed('no valid asset');
        }),
    },
  ],
});
