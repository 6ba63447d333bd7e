import { z } from 'zod';
import { trimmed } from '../market/decimals.ts';
import { booksOf } from '../providers/exchange-books.ts';
import { noSize, type StreamedTrade, type StreamProtocol } from './protocol.ts';

const clientRequest = z.object({
  type: z.enum(['subscribe', 'unsubscribe']),
  product_ids: z.array(z.string()),
  channels: z.array(z.string()),
});

const orderIds = {
  maker_order_id: 'ac928c66-ca53-498f-9c13-a110027a60e8',
  taker_order_id: '132fb6ae-456b-4654-b4e0-d681ac05cea1',
};

function failure(message: string, reason: string): string {
  return JSON.stringify({ type: 'error', message, reason });
}

function micros(atMs: number): string {
  return new Date(atMs).toISOString().replace('Z', '000Z');
}

/** Mocks the WebSocket feed of Coinbase Exchange: matches, ticker and heartbeat. */
export function coinbaseStream(): StreamProtocol {
  const books = booksOf('coinbase', (base, quote) => `${base}-${quote}`);
  return {
    provider: 'coinbase',
    path: '/',
    books,
    greeting: [],
    onRequest: (message) => {
      const parsed = clientRequest.safeParse(message);
      if (!parsed.success) {
        return { replies: [failure('Malformed JSON', 'the request is not documented')] };
      }
      const { type, product_ids: names, channels } = parsed.data;
      const unknown = names.find((name) => !books.has(name));
      if (unknown !== undefined) {
        return { replies: [failure('Failed to subscribe', `${unknown} is not a valid product`)] };
      }
      const listed = channels.map((name) => ({ name, product_ids: type === 'subscribe' ? names : [] }));
      return { [type]: names, replies: [JSON.stringify({ type: 'subscriptions', channels: listed })] };
    },
    trade: (name, { price, size = noSize, atMs, number }, isSnapshot) => [
      JSON.stringify({
        type: isSnapshot ? 'last_match' : 'match',
        trade_id: number,
        sequence: number * 7,
        ...orderIds,
        time: micros(atMs),
        product_id: name,
        size,
        price: trimmed(price),
        side: 'sell',
      }),
    ],
    quote: (name, { price, bid, ask, size = noSize, atMs, number }: StreamedTrade) => [
      JSON.stringify({
        type: 'ticker',
        sequence: number * 7,
        product_id: name,
        price: trimmed(price),
        best_bid: trimmed(bid),
        best_ask: trimmed(ask),
        side: 'sell',
        time: micros(atMs),
        trade_id: number,
        last_size: size,
      }),
    ],
    heartbeat: (numbers, nowMs) =>
      [...numbers].map(([name, number]) =>
        JSON.stringify({
          type: 'heartbeat',
          sequence: number * 7,
          last_trade_id: number,
          product_id: name,
          time: micros(nowMs),
        }),
      ),
  };
}
