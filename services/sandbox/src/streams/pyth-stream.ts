import { tradedAssets } from '../market/assets.ts';
import { publishedSlot } from '../providers/pyth.ts';
import type { StreamedTrade, StreamProtocol } from './protocol.ts';

/**
 * Mocks the event stream of Pyth's Hermes. The bid and the ask of a trade are the ends of the confidence interval. The
 * messages state half the width of this interval.
 */
export function pythStream(): StreamProtocol {
  const books = new Map(
    tradedAssets.flatMap(({ symbol, feed }) =>
      feed === undefined ? [] : [[feed, { base: symbol, quote: 'USD' }] as const],
    ),
  );
  return {
    provider: 'pyth',
    path: '/v2/updates/price/stream',
    isEventStream: true,
    books,
    greeting: [],
    onRequest: (_message, text) => {
      const ids = new URLSearchParams(text).getAll('ids[]').map((id) => id.toLowerCase().replace(/^0x/, ''));
      return { subscribe: ids.filter((id) => books.has(id)), replies: [] };
    },
    // Hermes sends no snapshot: the first message is the next price.
    trade: (id, trade, isSnapshot) => (isSnapshot ? [] : [update(id, trade)]),
    quote: () => [],
    heartbeat: () => [],
  };
}

function update(id: string, { price, ask, atMs }: StreamedTrade): string {
  const decimals = price.split('.')[1]?.length ?? 0;
  const ticks = (text: string): bigint => BigInt(text.replace('.', ''));
  const seconds = Math.floor(atMs / 1_000);
  const shown = {
    price: String(ticks(price)),
    conf: String(ticks(ask) - ticks(price)),
    expo: -decimals,
    publish_time: seconds,
  };
  const metadata = { slot: publishedSlot(atMs), proof_available_time: seconds + 1, prev_publish_time: seconds - 1 };
  return JSON.stringify({
    binary: { encoding: 'base64', data: [''] },
    parsed: [{ id, price: shown, ema_price: shown, metadata }],
  });
}
