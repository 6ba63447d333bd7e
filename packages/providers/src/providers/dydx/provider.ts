import { z } from 'zod';
import { defineProvider } from '../../define.ts';
import { fundingReading, instantMs, shaped, statusFault, unknownEntity } from '../../readings.ts';

const hourMs = 3_600_000;

const perpetualMarkets = z.object({ markets: z.record(z.string(), z.unknown()) });
const market = z.object({ status: z.string(), nextFundingRate: z.string() });
/** The indexer's newest block. The markets in an answer show the state as of this block. */
const height = z.object({ time: z.string() });
const failure = z.object({ errors: z.tuple([z.object({ msg: z.string() })], z.unknown()) });

/**
 * dYdX v4: funding is paid every full hour, and the rate is the forecast for the current hour. A market has no time of
 * its own, so the answer gets the time of the indexer's newest block.
 */
export default defineProvider({
  id: 'dydx',
  baseUrl: 'https://indexer.dydx.trade',
  // The provider is an exchange that computes its own funding rate.
  statement: { kind: 'venue' },
  budget: { requests: 100, perMs: 10_000, documentedAt: 'https://docs.dydx.xyz/indexer-client/http' },
  adapters: [
    {
      type: 'funding.rate',
      costMicros: 100n,
      request: ({ venue, symbol }) =>
        venue === 'dydx'
          ? { path: `/v4/perpetualMarkets?ticker=${symbol}-USD`, second: { path: '/v4/height' } }
          : undefined,
      read: (response, params) => {
        const failed = failure.safeParse(response.body).data?.errors[0];
        if (response.status === 400 && failed !== undefined && /valid ticker/.test(failed.msg)) {
          return unknownEntity;
        }
        return (
          statusFault(response) ??
          shaped(perpetualMarkets, response.body, ({ markets }) => {
            const requestedMarket = markets[`${params['symbol']}-USD`];
            if (requestedMarket === undefined) {
              return unknownEntity;
            }
            return shaped(market, requestedMarket, ({ status, nextFundingRate: rate }) =>
              status === 'ACTIVE'
                ? shaped(height, response.second?.body, ({ time }) => {
                    const atMs = instantMs(time);
                    const nextFundingAtMs = atMs === undefined ? undefined : (Math.floor(atMs / hourMs) + 1) * hourMs;
                    return fundingReading(params, { rate, intervalHours: 1, nextFundingAtMs }, atMs);
                  })
                : unknownEntity,
            );
          })
        );
      },
    },
  ],
});
