import { perpetualSymbols } from '../market/funding.ts';
import { json, text, type Room } from '../rooms.ts';
import { decimalsAtMost, type World } from './world.ts';

const perThousand = ['BONK', 'PEPE', 'SHIB'];

/** The types of question that its one endpoint answers here. */
type Question = { readonly type?: unknown };

/** Hyperliquid's info endpoint: the universe of contracts, and the context of each at the same position. */
export function hyperliquid(world: World): Room {
  const universe = perpetualSymbols.map((symbol, index) => ({
    szDecimals: index === 0 ? 5 : 2,
    name: perThousand.includes(symbol) ? `k${symbol}` : symbol,
    maxLeverage: index < 3 ? 40 : 10,
    isDelisted: null,
    onlyIsolated: null,
  }));
  return {
    name: 'hyperliquid',
    answer: ({ method, path, body, nowMs }) => {
      if (method !== 'POST' || path !== '/info') {
        return text(404, '');
      }
      switch (typeOf(body)) {
        case 'meta':
          return json(200, { universe });
        case 'metaAndAssetCtxs':
          return json(200, [{ universe }, perpetualSymbols.map((symbol) => context(symbol, nowMs))]);
        default:
          return text(422, 'Failed to deserialize the JSON body into the target type');
      }
    },
    rateLimited: () => json(429, null),
    failed: () => text(500, 'Internal Server Error'),
  };

  function context(symbol: string, nowMs: number): object {
    const funding = world.funding('hyperliquid', symbol, nowMs)?.rate ?? 0;
    const oracle = Math.exp(world.market.latent.log(symbol, nowMs)) * (perThousand.includes(symbol) ? 1_000 : 1);
    return {
      funding: decimalsAtMost(funding, 10),
      openInterest: '27353.17682',
      prevDayPx: decimalsAtMost(oracle, 6),
      dayNtlVlm: '1516669192.1953897476',
      premium: decimalsAtMost(funding * 8, 10),
      oraclePx: decimalsAtMost(oracle, 6),
      markPx: decimalsAtMost(oracle * (1 + funding), 6),
      midPx: decimalsAtMost(oracle * (1 + funding), 6),
      impactPxs: [decimalsAtMost(oracle * 0.9999, 6), decimalsAtMost(oracle * 1.0001, 6)],
      dayBaseVlm: '19707.77457',
    };
  }
}

function typeOf(body: string): unknown {
  try {
    return (JSON.parse(body) as Question | null)?.type;
  } catch {
    return undefined;
  }
}
