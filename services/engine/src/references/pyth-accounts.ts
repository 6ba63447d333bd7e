import { tokensWithPriceAccount } from '@assay/catalog/tables/price-accounts';
import { pythFeeds } from '@assay/providers/providers/pyth/assets';
import { findProgramAddress } from '@assay/solana/addresses/program-address';
import { programs } from '@assay/solana/programs';

/** An account on Solana to which Pyth's messages about one feed are posted. */
export type PriceAccount = {
  readonly address: string;
  /** The program that owns it and checked the signatures of its price. */
  readonly receiver: string;
};

/**
 * Pyth's two pairs of programs. The push oracle derives an account's address from a shard and a feed, and the receiver owns it.
 * Both are updated, so a read takes the fresher account of the two.
 * Sources, read 2026-11-27: https://docs.pyth.network/price-feeds/core/upgrade/contracts and
 * https://github.com/pyth-network/pyth-crosschain/pull/3911, which gives APgzQGGd… as the upgraded account of BTC.
 */
const upgraded = { oracle: 'pyt2F414BA6dPttK6RddPZUdHfapoBN24GL5wbrPCou', receiver: programs.pythUpgradedReceiver };
const original = { oracle: 'pythWSnswVUd12oZpeFP8e9CVaEqJg25g1Vtc2biRsT', receiver: programs.pythReceiver };

/** The shard that Pyth itself keeps up to date, and one that somebody else does. */
const ownShard = 0;
const strangersShard = 1;

/**
 * The tokens that a third party keeps up to date on shard 1 of the original program, every 10 to 35 s. It is one wallet that
 * names no owner, and it may stop. The receiver checks its messages like all others.
 * Source: a public measurement of all accounts of both programs on 2026-09-18, read 2026-11-27.
 */
const strangersTokens: readonly string[] =
  'AAVE ADA AVAX BCH BNB BTC DOGE DOT ETH HYPE JTO JUP LINK LTC SOL SUI TRX UNI WIF XLM XRP'.split(' ');

/**
 * The longest time between two updates of an account that is kept up to date, and how late an update may come. The documented
 * heartbeat is 60 s (https://docs.pyth.network/price-feeds/push-feeds/solana). The measurement of 2026-09-18 saw at most 64 s in
 * twenty minutes, and 59 s in nine of ten cases. A price may move meanwhile, for which levels allow separately.
 */
const heartbeatSeconds = 60n;
const lateSeconds = 15n;

/** The age at which a price account no longer counts. */
export const maxAccountAgeSeconds = heartbeatSeconds + lateSeconds;

/** Returns the accounts of a token that are kept up to date. Empty for a token without one. */
export type PriceAccountsOf = (token: string) => readonly PriceAccount[];

/**
 * Returns the look-up of price accounts.
 * @param withStrangers whether accounts count that an unnamed third party keeps up to date.
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
