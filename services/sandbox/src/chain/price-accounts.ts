import { tradedAssets } from '../market/assets.ts';
import type { OraclePrice } from '../market/oracle.ts';
import { rentExemptLamports, type ChainAccount } from './account.ts';
import { addressBytesOf, programAddress } from './address.ts';
import type { LiveAccount } from './ledger.ts';
import { programIds } from './program-ids.ts';
import type { SlotClock } from './slot-clock.ts';

/** The two price accounts of an asset. One belongs to Pyth's upgraded programs, and one to the original programs. */
export type PriceAccountName = {
  readonly symbol: string;
  readonly feedId: string;
  readonly address: string;
  readonly originalAddress: string;
};

/** The price accounts of all assets whose accounts Pyth regularly updates. */
export type PriceAccounts = {
  readonly names: readonly PriceAccountName[];
  readonly live: ReadonlyMap<string, LiveAccount>;
  /**
   * Stores the prices of an asset in past slots, because lagging nodes still show them after a change. Call it before
   * each change of the price.
   */
  readonly rememberPrices: (symbol: string) => void;
};

/** The number of the shard of Pyth's push oracle that applications read. */
const shard = Uint8Array.of(0, 0);
/**
 * The assets of the sandbox whose price accounts Pyth regularly updates. Other feeds have no account. Source:
 * https://docs.pyth.network/pro/sponsored-feeds, read 2026-11-27.
 */
const sponsored = ['AAVE', 'BONK', 'BTC', 'ETH', 'HYPE', 'JTO', 'JUP', 'PYTH', 'SOL', 'USDC', 'USDT', 'WIF'];

/** Number of slots between two updates of an account of the original programs: 55 s, as measured on 2026-09-18. */
const originalHeartbeatSlots = 137;
const discriminator = Buffer.from('22f123639d7ef4cd', 'hex');
const priceUpdateBytes = 134;
const fullVerification = 1;

/** Number of past slots whose prices are stored when the price changes, because a lagging node still shows them. */
const rememberedSlots = 150;
const maxRememberedChanges = 8;

/**
 * Creates Pyth's sponsored price accounts at their addresses on the main network. The skew that a test sets for the
 * provider `pyth` does not affect them.
 * @param priceAt returns the oracle's price of a symbol at a time, or undefined for a symbol without a price feed.
 */
export function createPriceAccounts(
  slots: SlotClock,
  priceAt: (symbol: string, atMs: number) => OraclePrice | undefined,
): PriceAccounts {
  const pastPrices = new Map<string, { readonly until: number; readonly prices: ReadonlyMap<number, OraclePrice> }[]>();
  const names = tradedAssets.flatMap(({ symbol, feed }) =>
    feed === undefined || !sponsored.includes(symbol)
      ? []
      : [
          {
            symbol,
            feedId: feed,
            address: programAddress([shard, Buffer.from(feed, 'hex')], programIds.pythUpgradedPushOracle).address,
            originalAddress: programAddress([shard, Buffer.from(feed, 'hex')], programIds.pythPushOracle).address,
          },
        ],
  );
  /**
   * Returns the slot in which an account of the original programs was last updated. The update came from its heartbeat
   * or from a later change of the price.
   */
  const lastUpdate = (symbol: string, slot: number): number => {
    const changes = (pastPrices.get(symbol) ?? []).map(({ until }) => until).filter((until) => until <= slot);
    return Math.max(slot - (slot % originalHeartbeatSlots), ...changes);
  };
  const priceIn = ({ symbol }: Pick<PriceAccountName, 'symbol'>, slot: number): OraclePrice => {
    const cached = pastPrices.get(symbol)?.find(({ until }) => slot < until);
    const price =
      cached?.prices.get(Math.max(slot, cached.until - rememberedSlots)) ?? priceAt(symbol, slots.timeOf(slot));
    if (price === undefined) {
      throw new Error(`${symbol} has a price account and no price`);
    }
    return price;
  };
  return {
    names,
    live: new Map(
      names.flatMap((name) => [
        [
          name.address,
          remembered((slot) => account(name.address, programIds.pythUpgradedReceiver, priceIn(name, slot), name, slot)),
        ],
        [
          name.originalAddress,
          remembered((slot) => {
            const updated = lastUpdate(name.symbol, slot);
            return account(name.originalAddress, programIds.pythReceiver, priceIn(name, updated), name, updated);
          }),
        ],
      ]),
    ),
    rememberPrices: (symbol) => {
      if (!names.some((name) => name.symbol === symbol)) {
        return;
      }
      const until = slots.tip() + 1;
      const prices = new Map<number, OraclePrice>();
      for (let slot = until - rememberedSlots; slot < until; slot += 1) {
        prices.set(slot, priceIn({ symbol }, slot));
      }
      pastPrices.set(symbol, [...(pastPrices.get(symbol) ?? []), { until, prices }].slice(-maxRememberedChanges));
      slots.advance();
    },
  };
}

/** Returns a live account that caches its last few slots, because all nodes read the same slot or one close to it. */
function remembered(make: LiveAccount): LiveAccount {
  const cached = new Map<number, ChainAccount>();
  return (slot) => {
    const known = cached.get(slot);
    if (known !== undefined) {
      return known;
    }
    if (cached.size >= 4) {
      cached.clear();
    }
    const account = make(slot);
    cached.set(slot, account);
    return account;
  };
}

function account(
  address: string,
  owner: string,
  { ticks, decimals, confidenceTicks, atMs }: OraclePrice,
  { feedId }: PriceAccountName,
  slot: number,
): ChainAccount {
  const data = new Uint8Array(priceUpdateBytes);
  const view = new DataView(data.buffer);
  const publishedAt = BigInt(Math.floor(atMs / 1_000));
  data.set(discriminator, 0);
  data.set(addressBytesOf(address), 8);
  view.setUint8(40, fullVerification);
  data.set(Buffer.from(feedId, 'hex'), 41);
  view.setBigInt64(73, BigInt(ticks), true);
  view.setBigUint64(81, BigInt(confidenceTicks), true);
  view.setInt32(89, -decimals, true);
  view.setBigInt64(93, publishedAt, true);
  view.setBigInt64(101, publishedAt - 1n, true);
  view.setBigInt64(109, BigInt(ticks), true);
  view.setBigUint64(117, BigInt(confidenceTicks), true);
  view.setBigUint64(125, BigInt(slot), true);
  return { lamports: rentExemptLamports(priceUpdateBytes), owner, executable: false, data };
}
