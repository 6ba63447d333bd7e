import { z } from 'zod';
import { withMaxDecimals } from '../market/decimals.ts';
import { perpetualSymbols } from '../market/funding.ts';
import { thousandCoins } from '../providers/binance.ts';
import type { StreamProtocol } from './protocol.ts';

const clientRequest = z.union([
  z.object({ method: z.literal('ping') }),
  z.object({
    method: z.enum(['subscribe', 'unsubscribe']),
    subscription: z.object({ type: z.enum(['activeAssetCtx', 'bbo']), coin: z.string() }),
  }),
]);

function message(channel: string, data: unknown): string {
  return JSON.stringify({ channel, data });
}

/**
 * Mocks the WebSocket of Hyperliquid: market contexts and best prices. Market contexts contain funding rates but state
 * no time. Best prices state a time.
 */
export function hyperliquidStream(): StreamProtocol {
  const symbols = new Map(
    perpetualSymbols.map((symbol) => [thousandCoins.includes(symbol) ? `k${symbol}` : symbol, symbol]),
  );
  return {
    provider: 'hyperliquid',
    path: '/ws',
    books: new Map(),
    greeting: [],
    onRequest: (body, text) => {
      const parsed = clientRequest.safeParse(body);
      if (!parsed.success) {
        const error = `Error parsing JSON into valid websocket request: ${text.slice(0, 64)}`;
        return { replies: [message('error', error)] };
      }
      const { data } = parsed;
      if (data.method === 'ping') {
        return { replies: ['{"channel":"pong"}'] };
      }
      const { method, subscription } = data;
      if (!symbols.has(subscription.coin)) {
        return { replies: [message('error', `Invalid subscription ${JSON.stringify(subscription)}`)] };
      }
      // Clients request both channels of a coin together, so the mock subscribes them to the coin at the request for
      // its context.
      const names = subscription.type === 'activeAssetCtx' ? [subscription.coin] : [];
      return { [method]: names, replies: [message('subscriptionResponse', { method, subscription })] };
    },
    trade: () => [],
    quote: () => [],
    heartbeat: () => [],
    contracts: {
      symbols,
      messages: (coin, { rate, price, atMs }) => {
        const oracle = price * (coin.startsWith('k') ? 1_000 : 1);
        const middle = oracle * (1 + rate);
        const level = (factor: number) => ({ px: withMaxDecimals(middle * factor, 6), sz: '1.5', n: 3 });
        return [
          message('activeAssetCtx', {
            coin,
            ctx: {
              funding: withMaxDecimals(rate, 10),
              openInterest: '27353.17682',
              oraclePx: withMaxDecimals(oracle, 6),
              markPx: withMaxDecimals(middle, 6),
              midPx: withMaxDecimals(middle, 6),
            },
          }),
          message('bbo', { coin, time: atMs, bbo: [level(0.9999), level(1.0001)] }),
        ];
      },
    },
  };
}
