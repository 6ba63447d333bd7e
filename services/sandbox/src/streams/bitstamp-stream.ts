import { z } from 'zod';
import { padded, trimmed } from '../market/decimals.ts';
import { booksOf } from '../providers/exchange-books.ts';
import { noSize, type StreamProtocol } from './protocol.ts';

const clientRequest = z.object({
  event: z.enum(['bts:subscribe', 'bts:unsubscribe', 'bts:heartbeat']),
  data: z.object({ channel: z.string() }).optional(),
});

function message(event: string, channel: string, data: unknown): string {
  return JSON.stringify({ event, channel, data });
}

function failure(channel: string, text: string): string {
  return message('bts:error', channel, { code: null, message: text });
}

/** Returns a time in the two forms of Bitstamp's messages: text in whole seconds, and text in microseconds. */
function times(atMs: number): { readonly timestamp: string; readonly microtimestamp: string } {
  return { timestamp: String(Math.floor(atMs / 1_000)), microtimestamp: `${atMs}000` };
}

/** Mocks the WebSocket of Bitstamp: trades, and the order book after each change. */
export function bitstampStream(): StreamProtocol {
  const books = booksOf('bitstamp', (base, quote) => `${base}${quote}`.toLowerCase());
  return {
    provider: 'bitstamp',
    path: '/',
    books,
    greeting: [],
    onRequest: (body) => {
      const parsed = clientRequest.safeParse(body);
      if (!parsed.success) {
        return { replies: [failure('', 'Incorrect JSON format.')] };
      }
      const { event, data } = parsed.data;
      if (event === 'bts:heartbeat') {
        return { replies: [message(event, '', { status: 'success' })] };
      }
      const [, kind, name = ''] = /^(live_trades|order_book)_([a-z0-9]+)$/.exec(data?.channel ?? '') ?? [];
      if (data === undefined || kind === undefined) {
        return { replies: [failure('', 'Invalid channel provided.')] };
      }
      // Bitstamp also confirms pairs that it does not know, and then sends no messages for them.
      const replies = [message(`${event.replace('scribe', 'scription')}_succeeded`, data.channel, {})];
      // Clients request both channels of a pair together, so the mock subscribes them to the pair at the request for
      // trades.
      const names = kind === 'live_trades' && books.has(name) ? [name] : [];
      return { [event === 'bts:subscribe' ? 'subscribe' : 'unsubscribe']: names, replies };
    },
    trade: (name, { price, size = noSize, atMs, number }, isSnapshot) =>
      // Bitstamp sends no snapshot: the first message is the first trade after the subscription.
      isSnapshot
        ? []
        : [
            message('trade', `live_trades_${name}`, {
              id: number,
              ...times(atMs),
              amount: Number(size),
              amount_str: padded(size, 8),
              price: Number(price),
              price_str: trimmed(price),
              type: 0,
              buy_order_id: 1_453_282_316_578_816,
              sell_order_id: 1_453_282_316_578_817,
            }),
          ],
    quote: (name, { bid, ask, atMs }) => [
      message('data', `order_book_${name}`, {
        ...times(atMs),
        bids: [[trimmed(bid), '0.41122']],
        asks: [[trimmed(ask), '0.50000']],
      }),
    ],
    heartbeat: () => [],
  };
}
