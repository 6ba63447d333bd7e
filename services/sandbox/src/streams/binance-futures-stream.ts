import { z } from 'zod';
import { perpetualSymbols } from '../market/funding.ts';
import { thousandCoins } from '../providers/binance.ts';
import type { StreamProtocol } from './protocol.ts';

const clientRequest = z.object({
  method: z.enum(['SUBSCRIBE', 'UNSUBSCRIBE']),
  params: z.array(z.string()),
  id: z.number(),
});

/** Mocks the market streams of Binance's futures: mark prices with funding rates, unwrapped. */
export function binanceFuturesStream(): StreamProtocol {
  const symbols = new Map(
    perpetualSymbols.map((symbol) => [`${thousandCoins.includes(symbol) ? '1000' : ''}${symbol}USDT`, symbol]),
  );
  return {
    provider: 'binance',
    path: '/market/ws',
    books: new Map(),
    greeting: [],
    onRequest: (message) => {
      const parsed = clientRequest.safeParse(message);
      if (!parsed.success) {
        const error = { code: 2, msg: 'Invalid request: unknown variant' };
        return { replies: [JSON.stringify({ error, id: null })] };
      }
      const { method, params, id } = parsed.data;
      const names = params
        .filter((stream) => stream.endsWith('@markPrice@1s'))
        .map((stream) => stream.split('@')[0]?.toUpperCase() ?? '')
        // Binance confirms also names that it does not know, and sends nothing on them.
        .filter((name) => symbols.has(name));
      return {
        [method === 'SUBSCRIBE' ? 'subscribe' : 'unsubscribe']: names,
        replies: [JSON.stringify({ result: null, id })],
      };
    },
    trade: () => [],
    quote: () => [],
    heartbeat: () => [],
    contracts: {
      symbols,
      messages: (name, { rate, nextAtMs, price, atMs }) => {
        const index = price * (name.startsWith('1000') ? 1_000 : 1);
        return [
          JSON.stringify({
            e: 'markPriceUpdate',
            E: atMs,
            s: name,
            p: (index * (1 + rate / 10)).toFixed(8),
            i: index.toFixed(8),
            P: index.toFixed(8),
            r: rate.toFixed(8),
            T: nextAtMs,
          }),
        ];
      },
    },
  };
}
