import { withMaxDecimals } from '../market/decimals.ts';
import { perpetualSymbols } from '../market/funding.ts';
import { json, text, type MockEndpoint } from '../mock-endpoint.ts';
import type { ProviderContext } from './provider-context.ts';

const perThousand = ['BONK', 'PEPE', 'SHIB'];

/** The body of an info request. */
type InfoRequest = { readonly type?: unknown; readonly coin?: unknown };

/**
 * Mocks Hyperliquid's info endpoint: the list of contracts, the contracts' contexts in the same order, and order books.
 */
export function hyperliquid(context: ProviderContext): MockEndpoint {
  const universe = perpetualSymbols.map((symbol, index) => ({
    szDecimals: index === 0 ? 5 : 2,
    name: perThousand.includes(symbol) ? `k${symbol}` : symbol,
    maxLeverage: index < 3 ? 40 : 10,
    isDelisted: null,
    onlyIsolated: null,
  }));
  return {
    name: 'hyperliquid',
    respond: ({ method, path, body, nowMs }) => {
      if (method !== 'POST' || path !== '/info') {
        return text(404, '');
      }
      const { type, coin } = parsed(body);
      switch (type) {
        case 'meta':
          return json(200, { universe });
        case 'metaAndAssetCtxs':
          return json(200, [{ universe }, perpetualSymbols.map((symbol) => contractContext(symbol, nowMs))]);
        case 'l2Book': {
          const symbol = perpetualSymbols[universe.findIndex(({ name }) => name === coin)];
          return json(200, symbol === undefined ? null : book(symbol, String(coin), nowMs));
        }
        default:
          return text(422, 'Failed to deserialize the JSON body into the target type');
      }
    },
    rateLimited: () => json(429, null),
    serverError: () => text(500, 'Internal Server Error'),
  };

  function book(symbol: string, coin: string, nowMs: number): object {
    const { midPx } = contractContext(symbol, nowMs);
    const levelAt = (factor: number): object[] => [{ px: withMaxDecimals(Number(midPx) * factor, 6), sz: '1.5', n: 3 }];
    return { coin, time: nowMs, levels: [levelAt(0.99999), levelAt(1.00001)] };
  }

  function contractContext(symbol: string, nowMs: number) {
    const funding = context.funding('hyperliquid', symbol, nowMs)?.rate ?? 0;
    const oracle = Math.exp(context.market.latent.log(symbol, nowMs)) * (perThousand.includes(symbol) ? 1_000 : 1);
    return {
      funding: withMaxDecimals(funding, 10),
      openInterest: '27353.17682',
      prevDayPx: withMaxDecimals(oracle, 6),
      dayNtlVlm: '1516669192.1953897476',
      premium: withMaxDecimals(funding * 8, 10),
      oraclePx: withMaxDecimals(oracle, 6),
      markPx: withMaxDecimals(oracle * (1 + funding), 6),
      midPx: withMaxDecimals(oracle * (1 + funding), 6),
      impactPxs: [withMaxDecimals(oracle * 0.9999, 6), withMaxDecimals(oracle * 1.0001, 6)],
      dayBaseVlm: '19707.77457',
    };
  }
}

function parsed(body: string): InfoRequest {
  try {
    return (JSON.parse(body) as InfoRequest | null) ?? {};
  } catch {
    return {};
  }
}
