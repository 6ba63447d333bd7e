import { perpetualSymbols } from '../market/funding.ts';
import { thousandCoins } from '../providers/binance.ts';
import { binanceRequests } from './binance-requests.ts';
import type { StreamProtocol } from './protocol.ts';

/** Mocks the market streams of Binance's futures: mark prices with funding rates. The messages have no wrapper. */
export function binanceFuturesStream(): StreamProtocol {
  const symbols = new Map(
    perpetualSymbols.map((symbol) => [`${thousandCoins.includes(symbol) ? '1000' : ''}${symbol}USDT`, symbol]),
  );
  return {
    provider: 'binance',
    path: '/market/ws',
    books: new Map(),
    greeting: [],
    onRequest: binanceRequests('@markPrice@1s', (name) => symbols.has(name)),
    trade: () => [],
    quote: () => [],
    heartbeat: () => [],
    contracts: {
      symbols,
      messages: (name, { rate, nextAtMs, price, atMs }) => {
        const index = price * (name.startsWith('1000') ? 1_000 : 1);
        return [
          JSON.stringify({
            e: 'markPriceUpdate',
            E: atMs,
            s: name,
            p: (index * (1 + rate / 10)).toFixed(8),
            i: index.toFixed(8),
            P: index.toFixed(8),
            r: rate.toFixed(8),
            T: nextAtMs,
          }),
        ];
      },
    },
  };
}
