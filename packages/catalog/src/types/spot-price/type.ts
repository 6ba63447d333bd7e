import { z } from 'zod';
import { decimalString, isoInstant } from '../../decimals.ts';
import { defineDataType } from '../../define.ts';
import { pairText, parsePair, unlistedReason } from '../../symbols.ts';

const symbol = z
  .string('must be a symbol or a pair, such as "BTC" or "BTC-USD"')
  .transform((text, context) => {
    const pair = parsePair(text);
    if (pair === undefined) {
      context.addIssue({ code: 'custom', message: 'must be a symbol or a pair, such as "BTC" or "BTC-USD"' });
      return z.NEVER;
    }
    return pairText(pair);
  })
  .describe(
    'A symbol such as BTC, priced in US dollars or a dollar coin, or a pair such as BTC-USD. A former ticker means the present one.',
  );

export default defineDataType({
  id: 'spot.price',
  description: 'The last price of an asset or a pair on spot exchanges.',
  params: z.object({ symbol }),
  notAskedBecause: (params) => unlistedReason(parsePair(params['symbol'] ?? '')?.base ?? ''),
  inferredParams: [],
  data: z.object({
    symbol: z.string().describe('The priced pair.'),
    price: decimalString.describe('The price of one unit of the asset, in units of the currency.'),
    currency: z.string().describe('The currency of the price.'),
    asOf: isoInstant.describe('The time of the measurement, as the source states it.'),
  }),
  origin: 'measured',
  maxAgeMs: 60_000,
  levelCeiling: 'consensus',
  levelCeilingReason: "there is no authoritative reference for an exchange's spot price",
  agreement: {
    field: 'price',
    identityFields: ['symbol', 'currency'],
    toleranceBps: 50,
    samplingParams: [{ symbol: 'BTC' }, { symbol: 'ETH' }],
    // A symbol without a quote currency means US dollars, so BTC-USD and BTC name the same market.
    marketParams: ({ symbol = '' }) => ({ symbol: symbol.endsWith('-USD') ? symbol.slice(0, -'-USD'.length) : symbol }),
  },
  example: { symbol: 'BTC-USD' },
});
