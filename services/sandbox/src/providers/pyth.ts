import { tradedAssets } from '../market/assets.ts';
import { slotMs } from '../market/oracle.ts';
import { json, text, type MockEndpoint } from '../mock-endpoint.ts';
import { createUpdateSigner } from './pyth-signatures.ts';
import type { ProviderContext } from './provider-context.ts';

/** A real slot of Pythnet, and its time. The mock counts its slots from this slot. */
const knownSlot = { slot: 138_881_186, atMs: Date.parse('2024-05-03T14:21:41Z') };

/** Returns the slot of Pythnet at a time. */
export function publishedSlot(atMs: number): number {
  return knownSlot.slot + Math.floor((atMs - knownSlot.atMs) / slotMs);
}

/**
 * Mocks Pyth's Hermes: the latest prices. When a request names an encoding of the binary update, the response contains
 * a signed update of the first feed. Other responses contain no signed update, because signing takes a long time. A
 * skew of the provider does not affect signed prices, because the provider does not have the signers' keys.
 */
export function pyth(context: ProviderContext): MockEndpoint {
  const symbols = new Map(
    tradedAssets.flatMap(({ symbol, feed }) => (feed === undefined ? [] : [[feed, symbol] as const])),
  );
  const signer = createUpdateSigner();
  const signedUpdate = (feedId: string, nowMs: number): string => {
    const prices = [...symbols].flatMap(([feed, symbol]) => {
      const price = context.market.published(symbol, nowMs);
      return price === undefined ? [] : [{ ...price, feedId: feed }];
    });
    return signer.updateOf(feedId, prices, context.signerSet());
  };
  return {
    name: 'pyth',
    respond: ({ path, query, nowMs }) => {
      if (path !== '/v2/updates/price/latest') {
        return text(404, 'Not Found');
      }
      const ids = query.getAll('ids[]').map((id) => id.toLowerCase().replace(/^0x/, ''));
      if (ids.length === 0) {
        return text(400, 'Failed to deserialize query string: missing field `ids`');
      }
      const missing = ids.filter((id) => !symbols.has(id));
      if (missing.length > 0) {
        return text(404, `Price ids not found: ${missing.map((id) => `0x${id.slice(0, 64)}`).join(', ')}`);
      }
      const parsed = ids.flatMap((id) => {
        const price = context.market.oracle(symbols.get(id) ?? '', nowMs);
        if (price === undefined) {
          return [];
        }
        const seconds = Math.floor(price.atMs / 1_000);
        const shown = {
          price: String(price.ticks),
          conf: String(price.confidenceTicks),
          expo: -price.decimals,
          publish_time: seconds,
        };
        const metadata = {
          slot: publishedSlot(price.atMs),
          proof_available_time: seconds + 1,
          prev_publish_time: seconds - 1,
        };
        return [{ id, price: shown, ema_price: shown, metadata }];
      });
      const [first = ''] = ids;
      const data = query.has('encoding') ? signedUpdate(first, nowMs) : '';
      return json(200, {
        binary: { encoding: 'hex', data: [data] },
        ...(query.get('parsed') === 'false' ? {} : { parsed }),
      });
    },
    accessDenied: () => text(401, 'unauthorized'),
    rateLimited: () => text(429, 'Too Many Requests'),
    serverError: () => text(500, 'Internal Server Error'),
  };
}
