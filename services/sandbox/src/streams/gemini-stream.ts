import { z } from 'zod';
import { trimmed } from '../market/decimals.ts';
import { booksOf } from '../providers/exchange-books.ts';
import { noSize, type StreamProtocol } from './protocol.ts';

const clientRequest = z.object({
  id: z.union([z.string(), z.number()]),
  method: z.enum(['subscribe', 'unsubscribe', 'ping']),
  params: z.array(z.string()).default([]),
});

function refusal(id: string | number, code: number, msg: string): string {
  return JSON.stringify({ id, status: 400, error: { code, msg } });
}

/** Mocks the WebSocket of Gemini: trades and best prices, with times in nanoseconds. */
export function geminiStream(): StreamProtocol {
  const books = booksOf('gemini', (base, quote) => `${base}${quote}`.toLowerCase());
  return {
    provider: 'gemini',
    path: '/',
    books,
    greeting: [],
    onRequest: (message) => {
      const parsed = clientRequest.safeParse(message);
      if (!parsed.success) {
        return { replies: [refusal(0, -1020, 'Unsupported operation')] };
      }
      const { id, method, params } = parsed.data;
      if (method === 'ping') {
        return { replies: [JSON.stringify({ id, status: 200 })] };
      }
      const split = params.map((stream) => stream.split('@') as [string, ...string[]]);
      // Gemini refuses the whole request when it contains one unknown name.
      const unknown = split.find(([name, kind = '']) => !books.has(name) || !['trade', 'bookTicker'].includes(kind));
      if (unknown !== undefined) {
        return { replies: [refusal(id, -1013, `Invalid stream name: ${unknown.join('@').slice(0, 64)}`)] };
      }
      // Clients request both streams of a pair together, so the mock subscribes them to the pair at the request for
      // trades.
      const names = split.filter(([, kind]) => kind === 'trade').map(([name]) => name);
      return { [method]: names, replies: [JSON.stringify({ id, status: 200 })] };
    },
    trade: (s, { price, size = noSize, atMs, number }, isSnapshot) =>
      // Gemini sends no snapshot: the first message is the first trade after the subscription.
      isSnapshot
        ? []
        : [
            `{"E":${atMs}000000,"s":"${s}","t":${2_840_140_000_000_000 + number},"p":"${trimmed(price)}","q":"${size}","m":true}`,
          ],
    quote: (s, { bid, ask, atMs, number }) => [
      `{"u":${number},"E":${atMs}000000,"s":"${s}","b":"${trimmed(bid)}","B":"0.5","a":"${trimmed(ask)}","A":"1.25"}`,
    ],
    heartbeat: () => [],
  };
}
