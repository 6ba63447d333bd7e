import type { MockEndpoint } from '../mock-endpoint.ts';
import { binance } from './binance.ts';
import { bitstamp } from './bitstamp.ts';
import { bluesky } from './bluesky.ts';
import { bybit } from './bybit.ts';
import { coinbase } from './coinbase.ts';
import { coingecko } from './coingecko.ts';
import { coinpaprika } from './coinpaprika.ts';
import { dydx } from './dydx.ts';
import { gemini } from './gemini.ts';
import { goplus } from './goplus.ts';
import { hyperliquid } from './hyperliquid.ts';
import { jupiter } from './jupiter.ts';
import { kraken } from './kraken.ts';
import { mastodon } from './mastodon.ts';
import { neynar } from './neynar.ts';
import { okx } from './okx.ts';
import { pyth } from './pyth.ts';
import { roblox } from './roblox.ts';
import { rugcheck } from './rugcheck.ts';
import { steam } from './steam.ts';
import type { TokenReportContext } from './token-facts.ts';
import { x } from './x.ts';
import type { ProviderContext } from './provider-context.ts';

const makers = [
  binance,
  bitstamp,
  bluesky,
  bybit,
  coinbase,
  coingecko,
  coinpaprika,
  dydx,
  gemini,
  hyperliquid,
  jupiter,
  kraken,
  mastodon,
  neynar,
  okx,
  pyth,
  roblox,
  steam,
  x,
];

/** Creates the mocks of all providers that serve the synthetic market. */
export function providerEndpoints(context: ProviderContext): MockEndpoint[] {
  return makers.map((make) => make(context));
}

/** Creates the mocks of providers that report on the chain's tokens. */
export function tokenReportEndpoints(context: TokenReportContext): MockEndpoint[] {
  return [goplus(context), rugcheck(context)];
}
