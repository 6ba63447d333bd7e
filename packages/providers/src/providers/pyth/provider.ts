import { z } from 'zod';
import { newestRow } from '../../newest-row.ts';
import { defineProvider } from '../../define.ts';
import { priceAdapters } from '../../price-adapters.ts';
import { malformed, priceReading, shaped, statusFault, unknownEntity, wholeNumber } from '../../readings.ts';
import { pythFeeds, widestConfidenceBps } from './assets.ts';

const latest = z.object({ parsed: z.array(z.unknown()) });
const update = z.object({
  id: z.string(),
  price: z.object({
    price: z.string().regex(/^-?\d{1,20}$/),
    conf: z.string().regex(/^\d{1,20}$/),
    expo: z.string().regex(/^-?\d{1,2}$/),
    publish_time: z.string(),
  }),
});

/** Pyth's Hermes: the aggregate of Pyth's publishers, with its confidence interval and its time in whole seconds. */
export default defineProvider({
  id: 'pyth',
  // The URL since the upgrade of 2026-08-26. The former host hermes.pyth.network now also answers 401 to requests
  // without a key: https://github.com/pyth-network/pyth-crosschain/pull/3742 and
  // https://github.com/DefiLlama/dimension-adapters/issues/9088, read 2026-11-27.
  baseUrl: 'https://pyth.dourolabs.app/hermes',
  key: {
    required: true,
    headers: (key) => ({ authorization: `Bearer ${key}` }),
    statedAt: { url: 'https://github.com/pyth-network/pyth-crosschain/pull/4025', readOn: '2026-11-27' },
    obtainedAt: 'https://docs.pyth.network/price-feeds/core/upgrade/preparing',
  },
  // Pyth publishes the median of the values that its publishers send, among them exchanges and market makers. When a
  // feed has fewer publishers than its minimum (min_pub), Pyth publishes no new aggregate:
  // https://github.com/pyth-network/pyth-client/pull/107, read 2026-11-27. The minimum differs by feed; 3 is the value
  // in the documented example.
  statement: {
    kind: 'oracle',
    statedAt: {
      url: 'https://docs.pyth.network/price-feeds/core/how-pyth-works/price-aggregation',
      readOn: '2026-11-27',
    },
    fewestPublishers: 3,
  },
  budget: { requests: 30, perMs: 10_000, documentedAt: 'https://docs.pyth.network/price-feeds/core/rate-limits' },
  adapters: priceAdapters({
    quotes: ['USD'],
    costMicros: 200n,
    request: ({ base }) => {
      const feed = pythFeeds[base];
      return feed === undefined ? undefined : { path: `/v2/updates/price/latest?ids%5B%5D=${feed}&parsed=true` };
    },
    read: (response, pair, params) => {
      // Hermes answers an unknown feed with HTTP 404 and this plain text. A 404 with another body, such as a proxy's,
      // does not show that the feed is unknown.
      if (response.status === 404 && response.text?.startsWith('Price ids not found') === true) {
        return unknownEntity;
      }
      return (
        statusFault(response) ??
        shaped(latest, response.body, ({ parsed }) => {
          const newestUpdate = newestRow(parsed, {
            schema: update,
            atMs: ({ price }) => wholeNumber(price.publish_time),
            isMarket: ({ id }) => id === pythFeeds[pair.base],
          })?.price;
          if (newestUpdate === undefined) {
            return malformed('the feed asked for is not in the answer');
          }
          if (BigInt(newestUpdate.conf) * 10_000n > BigInt(newestUpdate.price) * widestConfidenceBps) {
            return malformed('confidence interval too wide');
          }
          const at = wholeNumber(newestUpdate.publish_time);
          return priceReading(
            params,
            pair,
            `${newestUpdate.price}e${newestUpdate.expo}`,
            at === undefined ? undefined : at * 1_000,
          );
        })
      );
    },
  }),
});
