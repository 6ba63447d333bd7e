import { z } from 'zod';
import { trimmed, withMaxDecimals } from '../market/decimals.ts';
import { perpetualSymbols } from '../market/funding.ts';
import { booksOf } from '../providers/exchange-books.ts';
import { thousandNames } from '../providers/bybit.ts';
import { noSize, type StreamProtocol, type StreamRequest } from './protocol.ts';

const clientRequest = z.object({
  req_id: z.string().optional(),
  op: z.enum(['subscribe', 'unsubscribe', 'ping']),
  args: z.array(z.string()).default([]),
});

const conn_id = '2324d924-aa4d-45b0-a858-7b8be29ab52b';
/** Maximum number of topics in one request to the spot address. */
const maxArgs = 10;

/**
 * Answers a request. A topic that is unknown or already subscribed makes the server refuse the whole request, as at
 * Bybit.
 * @param held the names to which the connection is subscribed.
 * @param nameOf returns the name to which a topic subscribes. Returns an empty text for a known topic whose
 * subscription has no effect, because the other topic of its pair subscribes to both. Returns undefined for an unknown
 * topic.
 */
function onRequest(
  message: unknown,
  held: ReadonlySet<string>,
  nameOf: (topic: string) => string | undefined,
): StreamRequest {
  const parsed = clientRequest.safeParse(message);
  if (!parsed.success) {
    return { replies: [JSON.stringify({ success: false, ret_msg: 'error:invalid request', conn_id, op: '' })] };
  }
  const { op, args, req_id } = parsed.data;
  const answer = (success: boolean, ret_msg: string): readonly string[] => [
    JSON.stringify({ success, ret_msg, conn_id, req_id: req_id ?? '', op }),
  ];
  if (op === 'ping') {
    return { replies: answer(true, 'pong') };
  }
  const unknown = args.find((topic) => nameOf(topic) === undefined);
  if (unknown !== undefined || args.length > maxArgs) {
    const cause = unknown === undefined ? 'request,args size >10' : `handler not found,topic:${unknown.slice(0, 64)}`;
    return { replies: answer(false, `error:${cause}`) };
  }
  const repeated = op === 'subscribe' ? args.find((topic) => held.has(nameOf(topic) ?? '')) : undefined;
  if (repeated !== undefined) {
    return { replies: answer(false, `error:already subscribed,topic:${repeated}`) };
  }
  const names = args.map((topic) => nameOf(topic) ?? '').filter((name) => name !== '');
  return { [op]: names, replies: answer(true, op) };
}

/** Mocks the spot WebSocket of Bybit: trades and best prices. */
export function bybitStream(): StreamProtocol {
  const books = booksOf('bybit', (base, quote) => `${base}${quote}`);
  return {
    provider: 'bybit',
    path: '/v5/public/spot',
    books,
    greeting: [],
    onRequest: (message, _text, held) =>
      onRequest(message, held, (topic) => {
        const [, channel, name = ''] = /^(publicTrade|orderbook\.1)\.(\w+)$/.exec(topic) ?? [];
        // Clients request both channels of a pair together, so the mock subscribes them to the pair at the request for
        // trades.
        return books.has(name) ? (channel === 'publicTrade' ? name : '') : undefined;
      }),
    trade: (s, { price, size = noSize, atMs, number }, isSnapshot) =>
      // Bybit sends no snapshot: the first message is the first trade after the subscription.
      isSnapshot
        ? []
        : [
            JSON.stringify({
              topic: `publicTrade.${s}`,
              type: 'snapshot',
              ts: atMs + 1,
              data: [{ T: atMs, s, S: 'Sell', v: size, p: trimmed(price), i: `22900000000${number}`, BT: false }],
            }),
          ],
    quote: (s, { bid, ask, atMs, number }) => [
      JSON.stringify({
        topic: `orderbook.1.${s}`,
        type: 'snapshot',
        ts: atMs + 1,
        data: { s, b: [[trimmed(bid), '2']], a: [[trimmed(ask), '1.862172']], u: number, seq: number * 5 },
        cts: atMs,
      }),
    ],
    heartbeat: () => [],
  };
}

/**
 * Mocks the WebSocket of Bybit's linear contracts: tickers with funding rates. After the first ticker, each message
 * contains only the fields that changed.
 */
export function bybitLinearStream(): StreamProtocol {
  const symbols = new Map(perpetualSymbols.map((symbol) => [`${thousandNames[symbol] ?? symbol}USDT`, symbol]));
  return {
    provider: 'bybit',
    path: '/v5/public/linear',
    books: new Map(),
    greeting: [],
    onRequest: (message, _text, held) =>
      onRequest(message, held, (topic) => {
        const name = topic.replace(/^tickers\./, '');
        return symbols.has(name) ? name : undefined;
      }),
    trade: () => [],
    quote: () => [],
    heartbeat: () => [],
    contracts: {
      symbols,
      messages: (symbol, { rate, intervalHours, nextAtMs, price, atMs }, isSnapshot) => {
        const changed = { symbol, lastPrice: withMaxDecimals(price, 8), fundingRate: withMaxDecimals(rate, 8) };
        const timeFields = { nextFundingTime: String(nextAtMs), fundingIntervalHour: String(intervalHours) };
        const data = isSnapshot
          ? { ...changed, ...timeFields, fundingCap: '0.005' }
          : { ...changed, nextFundingTime: String(nextAtMs) };
        const type = isSnapshot ? 'snapshot' : 'delta';
        return [JSON.stringify({ topic: `tickers.${symbol}`, type, data, cs: atMs, ts: atMs })];
      },
    },
  };
}
