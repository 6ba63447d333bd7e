import { z } from 'zod';
import { choiceParam } from '../../choice-param.ts';
import { decimalString, isoInstant } from '../../decimals.ts';
import { defineDataType } from '../../define.ts';
import { exchangedReason } from '../../renames.ts';
import { coinOf, parsePair } from '../../symbols.ts';
import { fundingVenues } from '../../tables/venues.ts';

const symbol = z
  .string('must be a symbol such as "BTC"')
  .transform((text, context) => {
    const pair = parsePair(text.replace(/[-_/ ]?(perp|perpetual|swap)$/i, ''));
    if (pair === undefined) {
      context.addIssue({ code: 'custom', message: 'must be a symbol such as "BTC"' });
      return z.NEVER;
    }
    const coin = coinOf(pair.base);
    if (coin === undefined) {
      const message = 'is a multiple of a coin that the catalog does not list; ask for a single coin, such as "PEPE"';
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    }
    return coin;
  })
  .describe('The asset of the perpetual contract, such as BTC. A former ticker means the present one.');

const venue = choiceParam(fundingVenues, 'The venue');

export default defineDataType({
  id: 'funding.rate',
  description: "The funding rate of a perpetual contract on one venue, for that venue's own interval.",
  params: z.object({ symbol, venue }),
  notAskedBecause: (params) => exchangedReason(params['symbol'] ?? ''),
  inferredParams: [],
  data: z.object({
    symbol: z.string(),
    venue: z.string(),
    rate: decimalString.describe('The share of the position that is paid in each interval. 0.0001 is one basis point.'),
    intervalHours: z.number().int().positive(),
    nextFundingAt: isoInstant,
    asOf: isoInstant.describe('The time of the measurement, as the source states it.'),
  }),
  origin: 'measured',
  maxAgeMs: 120_000,
  maxResponseBytes: 524_288,
  levelCeiling: 'single_source',
  levelCeilingReason: 'each venue reports its own rate, and nobody else can confirm it',
  example: { symbol: 'BTC', venue: 'binance' },
});
