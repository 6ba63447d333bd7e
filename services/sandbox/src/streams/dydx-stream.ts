import { z } from 'zod';
import { withMaxDecimals } from '../market/decimals.ts';
import { perpetualSymbols } from '../market/funding.ts';
import type { StreamProtocol } from './protocol.ts';

const clientRequest = z.object({
  type: z.enum(['subscribe', 'unsubscribe']),
  channel: z.enum(['v4_markets', 'v4_block_height']),
});

const connection_id = '6fcbe5a5-83d6-4e5f-8e8d-4e0d9f3b7c0a';

/**
 * Returns a message of the server. The mock does not count the messages of a connection, so every message has the same
 * id.
 */
function message(type: string, channel: string, contents?: unknown): string {
  return JSON.stringify({ type, connection_id, message_id: 1, channel, id: channel, contents });
}

function block(atMs: number): string {
  const contents = { blockHeight: String(Math.floor(atMs / 1_000)), time: new Date(atMs).toISOString() };
  return message('channel_data', 'v4_block_height', contents);
}

/** Mocks the WebSocket of dYdX's indexer: the funding rates of all markets, and the blocks that state their time. */
export function dydxStream(): StreamProtocol {
  const symbols = new Map(perpetualSymbols.map((symbol) => [`${symbol}-USD`, symbol]));
  return {
    provider: 'dydx',
    path: '/v4/ws',
    books: new Map(),
    greeting: [JSON.stringify({ type: 'connected', connection_id, message_id: 0 })],
    onRequest: (body) => {
      const parsed = clientRequest.safeParse(body);
      if (!parsed.success) {
        const error = { type: 'error', message: 'Invalid message: could not parse', connection_id, message_id: 1 };
        return { replies: [JSON.stringify(error)] };
      }
      const { type, channel } = parsed.data;
      // A single subscription covers all markets.
      const names = channel === 'v4_markets' ? [...symbols.keys()] : [];
      return { [type]: names, replies: type === 'unsubscribe' ? [message('unsubscribed', channel)] : [] };
    },
    trade: () => [],
    quote: () => [],
    // The stream still sends blocks while a fault freezes the rates.
    heartbeat: (_numbers, nowMs) => [block(nowMs)],
    contracts: {
      symbols,
      messages: (ticker, { rate, atMs }, isSnapshot) => {
        const market = { ticker, nextFundingRate: withMaxDecimals(rate, 20) };
        return [
          isSnapshot
            ? message('subscribed', 'v4_markets', { markets: { [ticker]: { ...market, status: 'ACTIVE' } } })
            : message('channel_data', 'v4_markets', { trading: { [ticker]: market } }),
          block(atMs),
        ];
      },
    },
  };
}
