import { z } from 'zod';
import { padded } from '../market/decimals.ts';
import { booksOf } from '../providers/exchange-books.ts';
import type { StreamProtocol } from './protocol.ts';

const clientRequest = z.object({
  method: z.enum(['SUBSCRIBE', 'UNSUBSCRIBE']),
  params: z.array(z.string()),
  id: z.number(),
});

/** Mocks Binance's combined spot streams: aggregate trades and best prices. */
export function binanceStream(): StreamProtocol {
  const books = booksOf('binance', (base, quote) => `${base}${quote}`);
  return {
    provider: 'binance',
    path: '/stream',
    books,
    greeting: [],
    onRequest: (message) => {
      const parsed = clientRequest.safeParse(message);
      if (!parsed.success) {
        const error = { code: 2, msg: 'Invalid request: unknown variant' };
        return { replies: [JSON.stringify({ error, id: null })] };
      }
      const { method, params, id } = parsed.data;
      const names = params
        .filter((stream) => stream.endsWith('@aggTrade'))
        .map((stream) => stream.split('@')[0]?.toUpperCase() ?? '')
        // Binance confirms also names that it does not know, and sends nothing on them.
        .filter((name) => books.has(name));
      return {
        [method === 'SUBSCRIBE' ? 'subscribe' : 'unsubscribe']: names,
        replies: [JSON.stringify({ result: null, id })],
      };
    },
    trade: (name, { price, atMs, number }, isSnapshot) =>
      // Binance has no snapshot: the first trade after the subscription is the first message.
      isSnapshot
        ? []
        : [
            wrapped(`${name.toLowerCase()}@aggTrade`, {
              e: 'aggTrade',
              E: atMs,
              s: name,
              a: number,
              p: padded(price, 8),
              q: '0.00335000',
              f: number,
              l: number,
              T: atMs,
              m: true,
              M: true,
            }),
          ],
    quote: (name, { bid, ask, number }) => [
      wrapped(`${name.toLowerCase()}@bookTicker`, {
        u: number * 3,
        s: name,
        b: padded(bid, 8),
        B: '0.09810000',
        a: padded(ask, 8),
        A: '8.52891000',
      }),
    ],
    heartbeat: () => [],
  };
}

function wrapped(stream: string, data: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ stream, data });
}
