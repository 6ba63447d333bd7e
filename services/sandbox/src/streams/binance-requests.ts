import { z } from 'zod';
import type { StreamProtocol } from './protocol.ts';

const clientRequest = z.object({
  method: z.enum(['SUBSCRIBE', 'UNSUBSCRIBE']),
  params: z.array(z.string()),
  id: z.number(),
});

/**
 * Returns the handler of client requests to Binance's stream servers.
 * @param suffix the end of the stream names that count as a subscription, such as `@aggTrade`. Other streams are
 * ignored.
 * @param known returns whether the server has a symbol of this name.
 */
export function binanceRequests(suffix: string, known: (name: string) => boolean): StreamProtocol['onRequest'] {
  return (message) => {
    const parsed = clientRequest.safeParse(message);
    if (!parsed.success) {
      const error = { code: 2, msg: 'Invalid request: unknown variant' };
      return { replies: [JSON.stringify({ error, id: null })] };
    }
    const { method, params, id } = parsed.data;
    const names = params
      .filter((stream) => stream.endsWith(suffix))
      .map((stream) => stream.split('@')[0]?.toUpperCase() ?? '')
      // Binance also confirms names that it does not know, and then sends no messages for them.
      .filter(known);
    return {
      [method === 'SUBSCRIBE' ? 'subscribe' : 'unsubscribe']: names,
      replies: [JSON.stringify({ result: null, id })],
    };
  };
}
