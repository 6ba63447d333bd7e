import { z } from 'zod';
import { tradedAssets, assets } from '../market/assets.ts';
import { decimalsFor } from '../market/decimals.ts';
import type { LatentPrices } from '../market/latent-prices.ts';
import { json, type MockResponse } from '../mock-endpoint.ts';
import { errorResponse, type ControlSection } from './section.ts';

const body = z.strictObject({
  usd: z
    .string()
    .regex(/^\d{1,9}(\.\d{1,12})?$/)
    .refine((text) => Number(text) > 0),
});

const shownDigits = 7;

/**
 * Returns the control section of asset prices in US dollars. PUT sets the price of an asset. The price reaches every
 * provider immediately and does not change until DELETE.
 * @param now the sandbox's time, in milliseconds since the Unix epoch.
 */
export function pricesSection(latent: LatentPrices, now: () => number): ControlSection {
  const known = new Set(assets.map(({ symbol }) => symbol));
  const entry = (symbol: string): { usd: string; set: boolean } => {
    const usd = Math.exp(latent.log(symbol, now()));
    return { usd: usd.toFixed(Math.min(20, decimalsFor(usd, shownDigits))), set: latent.isSet(symbol) };
  };
  const unknown = (symbol: string): MockResponse =>
    errorResponse(404, `unknown asset "${symbol.slice(0, 32)}"; GET /control lists all assets under prices`);
  return {
    name: 'prices',
    list: () => Object.fromEntries([...known].map((symbol) => [symbol, entry(symbol)])),
    put: (id, requestBody) => {
      const symbol = id.toUpperCase();
      if (!known.has(symbol)) {
        return unknown(id);
      }
      const parsed = body.safeParse(requestBody);
      if (!parsed.success) {
        return errorResponse(
          400,
          'the body must be { "usd": "<price>" } and nothing else; the price must be a positive decimal string such as "101.25", with at most 9 digits before the point and 12 after it',
        );
      }
      latent.set(symbol, Number(parsed.data.usd), now());
      return json(200, { symbol, ...entry(symbol), usd: parsed.data.usd });
    },
    remove: (id) => {
      const symbol = id.toUpperCase();
      if (!known.has(symbol)) {
        return unknown(id);
      }
      latent.release(symbol, now());
      return { status: 204, body: '' };
    },
  };
}

/** The symbols of the assets whose prices providers show. */
export const pricedSymbols: readonly string[] = tradedAssets.map(({ symbol }) => symbol);
