import { z } from 'zod';
import { trimmed, withMaxDecimals } from '../market/decimals.ts';
import { perpetualSymbols } from '../market/funding.ts';
import { booksOf } from '../providers/exchange-books.ts';
import { noSize, type StreamProtocol, type StreamRequest } from './protocol.ts';

const clientRequest = z.object({
  op: z.enum(['subscribe', 'unsubscribe']),
  args: z.array(z.object({ channel: z.enum(['trades', 'bbo-tbt', 'funding-rate']), instId: z.string() })),
});

const connId = 'a4d3ae55';
const hourMs = 3_600_000;

function pushed(channel: string, instId: string, row: Readonly<Record<string, unknown>>): readonly string[] {
  return [JSON.stringify({ arg: { channel, instId }, data: [row] })];
}

/** Answers a request with a separate reply for each channel in it, as OKX does. */
function onRequest(
  message: unknown,
  text: string,
  isKnown: (channel: string, instId: string) => boolean,
): StreamRequest {
  if (text === 'ping') {
    return { replies: ['pong'] };
  }
  const parsed = clientRequest.safeParse(message);
  if (!parsed.success) {
    const msg = `Invalid request: ${text.slice(0, 64)}`;
    return { replies: [JSON.stringify({ event: 'error', code: '60012', msg, connId })] };
  }
  const { op, args } = parsed.data;
  const refusal = (channel: string, instId: string): object => ({
    event: 'error',
    code: '60018',
    msg: `Wrong URL or channel:${channel},instId:${instId} doesn't exist. Please use the correct URL, channel and parameters referring to API document.`,
    connId,
  });
  const replies = args.map(({ channel, instId }) =>
    JSON.stringify(
      isKnown(channel, instId) ? { event: op, arg: { channel, instId }, connId } : refusal(channel, instId),
    ),
  );
  // Clients request both channels of a pair together, so the mock subscribes them to the pair at the request for
  // trades.
  const names = args
    .filter(({ channel, instId }) => channel !== 'bbo-tbt' && isKnown(channel, instId))
    .map(({ instId }) => instId);
  return { [op]: names, replies };
}

/**
 * Mocks the public WebSocket of OKX: trades, best prices and funding rates. The mock answers the text `ping` with
 * `pong`.
 */
export function okxStream(): StreamProtocol {
  const books = booksOf('okx', (base, quote) => `${base}-${quote}`);
  const symbols = new Map(perpetualSymbols.map((symbol) => [`${symbol}-USDT-SWAP`, symbol]));
  return {
    provider: 'okx',
    path: '/ws/v5/public',
    books,
    greeting: [],
    onRequest: (message, text) =>
      onRequest(message, text, (channel, instId) => (channel === 'funding-rate' ? symbols : books).has(instId)),
    trade: (instId, { price, size = noSize, atMs, number }, isSnapshot) =>
      // OKX sends no snapshot: the first message is the first trade after the subscription.
      isSnapshot
        ? []
        : pushed('trades', instId, {
            instId,
            tradeId: String(number),
            px: trimmed(price),
            sz: size,
            side: 'sell',
            ts: String(atMs),
            count: '1',
            source: '0',
            seqId: number * 5,
          }),
    quote: (instId, { bid, ask, atMs, number }) =>
      pushed('bbo-tbt', instId, {
        asks: [[trimmed(ask), '5.93754444', '0', '3']],
        bids: [[trimmed(bid), '0.16038', '0', '1']],
        ts: String(atMs),
        seqId: number * 5 + 1,
      }),
    heartbeat: () => [],
    contracts: {
      symbols,
      messages: (instId, { rate, intervalHours, nextAtMs, atMs }) =>
        pushed('funding-rate', instId, {
          formulaType: 'noRate',
          fundingRate: withMaxDecimals(rate, 16),
          fundingTime: String(nextAtMs),
          instId,
          instType: 'SWAP',
          method: 'current_period',
          nextFundingRate: '',
          nextFundingTime: String(nextAtMs + intervalHours * hourMs),
          prevFundingTime: String(nextAtMs - intervalHours * hourMs),
          settState: 'settled',
          ts: String(atMs),
        }),
    },
  };
}
