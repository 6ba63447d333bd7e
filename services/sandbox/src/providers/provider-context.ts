import type { FundingOf } from '../market/funding.ts';
import type { Market } from '../market/market.ts';

/** The synthetic market that the mock providers serve. */
export type ProviderContext = {
  readonly seed: string;
  readonly market: Market;
  readonly funding: FundingOf;
};
