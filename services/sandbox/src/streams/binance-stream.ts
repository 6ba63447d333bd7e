import { padded } from '../market/decimals.ts';
import { booksOf } from '../providers/exchange-books.ts';
import { binanceRequests } from './binance-requests.ts';
import { noSize, type StreamProtocol } from './protocol.ts';

/** Mocks Binance's combined spot streams: aggregate trades and best prices. */
export function binanceStream(): StreamProtocol {
  const books = booksOf('binance', (base, quote) => `${base}${quote}`);
  return {
    provider: 'binance',
    path: '/stream',
    books,
    greeting: [],
    onRequest: binanceRequests('@aggTrade', (name) => books.has(name)),
    trade: (name, { price, size = noSize, atMs, number }, isSnapshot) =>
      // Binance sends no snapshot: the first message is the first trade after the subscription.
      isSnapshot
        ? []
        : [
            wrapped(`${name.toLowerCase()}@aggTrade`, {
              e: 'aggTrade',
              E: atMs,
              s: name,
              a: number,
              p: padded(price, 8),
              q: padded(size, 8),
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
