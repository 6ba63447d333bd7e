import { z } from 'zod';
import { decimalString, isoInstant } from '../../decimals.ts';
import { defineDataType } from '../../define.ts';
import { normalSymbol, unlistedReason } from '../../symbols.ts';
import { tokensWithPriceAccount, tokensWithSignedPrice } from '../../tables/price-accounts.ts';

const token = z
  .string('must be a symbol such as "SOL"')
  .transform((text, context) => {
    const symbol = normalSymbol(text);
    if (symbol === undefined) {
      context.addIssue({ code: 'custom', message: 'must be a symbol of 1 to 15 letters and digits, such as "SOL"' });
      return z.NEVER;
    }
    return symbol;
  })
  .prefault('SOL')
  .describe("The token's symbol; SOL by default. A former ticker means the present one.");

export default defineDataType({
  id: 'token.price',
  description: [
    'The price of one token in US dollars now.',
    `A price account on the chain can anchor it for ${tokensWithPriceAccount.join(', ')}.`,
    `A signed price of Pyth can anchor it for ${tokensWithSignedPrice.join(', ')}, where the operator has a key of Pyth.`,
    'Other tokens reach at most consensus, because Pyth publishes no price for them.',
  ].join(' '),
  params: z.object({ token }),
  notAskedBecause: (params) => unlistedReason(params['token'] ?? ''),
  inferredParams: [],
  data: z.object({
    token: z.string(),
    price: decimalString.describe('The price of one token in US dollars.'),
    currency: z.literal('USD'),
    asOf: isoInstant.describe('The time of the measurement, as the source states it.'),
  }),
  origin: 'measured',
  maxAgeMs: 60_000,
  levelCeiling: 'anchored',
  levelCeilingReason: null,
  agreement: {
    field: 'price',
    identityFields: ['token', 'currency'],
    toleranceBps: 50,
    samplingParams: [{ token: 'SOL' }, { token: 'BTC' }, { token: 'ETH' }],
  },
  example: { token: 'SOL' },
});
