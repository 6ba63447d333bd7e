import { tokensWithPriceAccount } from '@assay/catalog/tables/price-accounts';
import { pythFeeds } from '@assay/providers/providers/pyth/assets';
import { findProgramAddress } from '@assay/solana/addresses/program-address';
import { programs } from '@assay/solana/programs';

/** A Solana account that receives Pyth's messages about one feed. */
export type PriceAccount = {
  readonly address: string;
  /** The program that owns the account. It checks the signatures of every price before it stores the price. */
  readonly receiver: string;
};

/**
 * Pyth's two pairs of programs. The push oracle derives an account's address from a shard and a feed, and the receiver
 * owns the account. Pyth updates both accounts of a feed, so a read uses the newer one. Sources, read 2026-11-27:
 * https://docs.pyth.network/price-feeds/core/upgrade/contracts and
 * https://github.com/pyth-network/pyth-crosschain/pull/3911, which gives APgzQGGd… as the upgraded account of BTC.
 */
const upgraded = { oracle: 'pyt2F414BA6dPttK6RddPZUdHfapoBN24GL5wbrPCou', receiver: programs.pythUpgradedReceiver };
const original = { oracle: 'pythWSnswVUd12oZpeFP8e9CVaEqJg25g1Vtc2biRsT', receiver: programs.pythReceiver };

/**
 * Numbers of two shards, which are separate sets of price accounts. Pyth updates the first, and a third party the
 * second.
 */
const ownShard = 0;
const strangersShard = 1;

/**
 * The tokens whose accounts on shard 1 of the original program are updated by a third party, every 10 to 35 s. The
 * third party is one wallet with an unknown owner, and it may stop. The receiver program checks its messages like all
 * others. Source: a public measurement of all accounts of both programs on 2026-09-18, read 2026-11-27.
 */
const strangersTokens: readonly string[] =
  'AAVE ADA AVAX BCH BNB BTC DOGE DOT ETH HYPE JTO JUP LINK LTC SOL SUI TRX UNI WIF XLM XRP'.split(' ');

/**
 * Seconds between two regular updates of an account, and seconds by which an update may be late. The documented
 * interval is 60 s (https://docs.pyth.network/price-feeds/push-feeds/solana). The measurement of 2026-09-18 found at
 * most 64 s in twenty minutes, and at most 59 s in nine of ten cases. The price may move between two updates. The
 * computation of levels allows for that separately.
 */
const heartbeatSeconds = 60n;
const lateSeconds = 15n;

/** A price account of at least this age, in seconds, is not used. */
export const maxAccountAgeSeconds = heartbeatSeconds + lateSeconds;

/** Returns the price accounts of a token that are regularly updated. The list is empty if the token has none. */
export type PriceAccountsOf = (token: string) => readonly PriceAccount[];

/**
 * Returns the function that finds the price accounts of a token.
 * @param withStrangers whether to include the accounts that an unknown third party updates.
 */
export function priceAccounts(withStrangers: boolean): PriceAccountsOf {
  const known = new Map<string, readonly PriceAccount[]>();
  for (const [token, feed] of Object.entries(pythFeeds)) {
    const own = tokensWithPriceAccount.includes(token)
      ? [accountOf(upgraded, ownShard, feed), accountOf(original, ownShard, feed)]
      : [];
    const strangers =
      withStrangers && strangersTokens.includes(token) ? [accountOf(original, strangersShard, feed)] : [];
    known.set(token, [...own, ...strangers]);
  }
  return (token) => known.get(token) ?? [];
}

function accountOf(
  { oracle, receiver }: { readonly oracle: string; readonly receiver: string },
  shard: number,
  feed: string,
): PriceAccount {
  const seeds = [Uint8Array.of(shard, 0), Buffer.from(feed, 'hex')];
  return { address: findProgramAddress(seeds, oracle).address, receiver };
}
