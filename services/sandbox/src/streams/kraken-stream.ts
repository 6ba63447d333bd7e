import { z } from 'zod';
import { trimmed } from '../market/decimals.ts';
import { booksOf } from '../providers/exchange-books.ts';
import { noSize, type StreamProtocol } from './protocol.ts';

const clientRequest = z.object({
  method: z.enum(['subscribe', 'unsubscribe', 'ping']),
  params: z.object({ channel: z.enum(['trade', 'ticker']), symbol: z.array(z.string()) }).optional(),
  req_id: z.number().optional(),
});

const times = { time_in: '2026-01-01T00:00:00.000000Z', time_out: '2026-01-01T00:00:00.000010Z' };

function micros(atMs: number): string {
  return new Date(atMs).toISOString().replace('Z', '000Z');
}

/** Mocks Kraken's WebSocket, protocol 2: trades and best prices. Prices are JSON numbers. */
export function krakenStream(): StreamProtocol {
  const books = booksOf('kraken', (base, quote) => `${base}/${quote}`);
  return {
    provider: 'kraken',
    path: '/v2',
    books,
    greeting: [
      JSON.stringify({
        channel: 'status',
        type: 'update',
        data: [{ api_version: 'v2', connection_id: 1, system: 'online', version: '2.0.0' }],
      }),
    ],
    onRequest: (message) => {
      const parsed = clientRequest.safeParse(message);
      if (!parsed.success) {
        return { replies: [JSON.stringify({ error: 'Malformed request', success: false, ...times })] };
      }
      const { method, params, req_id: requestId } = parsed.data;
      if (method === 'ping' || params === undefined) {
        return { replies: [JSON.stringify({ method: 'pong', req_id: requestId, ...times })] };
      }
      const known = params.symbol.filter((name) => books.has(name));
      const replies = params.symbol.map((name) =>
        JSON.stringify(
          books.has(name)
            ? { method, req_id: requestId, result: { channel: params.channel, symbol: name }, success: true, ...times }
            : {
                error: `Currency pair not supported ${name}`,
                method,
                req_id: requestId,
                success: false,
                symbol: name,
                ...times,
              },
        ),
      );
      // Clients request both channels of a pair together, so the mock subscribes them to the pair at the request for
      // trades.
      return params.channel === 'trade' ? { [method]: known, replies } : { replies };
    },
    trade: (name, { price, size = noSize, atMs, number }, isSnapshot) => [
      `{"channel":"trade","type":"${isSnapshot ? 'snapshot' : 'update'}","data":[{"symbol":"${name}","side":"sell",` +
        `"price":${trimmed(price)},"qty":${size},"ord_type":"market","trade_id":${number},` +
        `"timestamp":"${micros(atMs)}"}]}`,
    ],
    quote: (name, { price, bid, ask, atMs }) => [
      `{"channel":"ticker","type":"update","data":[{"symbol":"${name}","bid":${trimmed(bid)},"bid_qty":1.0,` +
        `"ask":${trimmed(ask)},"ask_qty":1.0,"last":${trimmed(price)},"volume":1.0,"timestamp":"${micros(atMs)}"}]}`,
    ],
    heartbeat: () => ['{"channel":"heartbeat"}'],
  };
}
