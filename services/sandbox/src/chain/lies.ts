import type { Account } from './account.ts';
import { programIds } from './program-ids.ts';

const priceAt = 73;
const tokenAmountAt = 64;
const mintSupplyAt = 36;
const mintBytes = 82;
const tokenAccountBytes = 165;
const sqrtPriceAt = 456;
const mostU64 = 2n ** 64n - 1n;

/**
 * An account as a node shows it that lies: prices of price accounts, amounts of token accounts, supplies of mints and
 * the square root of a DAMM V2 pool's price are shifted, all other bytes are as they are.
 */
export function skewed(account: Account, skewBps: number): Account {
  const data = Uint8Array.from(account.data);
  const view = new DataView(data.buffer);
  const shift = (value: bigint): bigint => {
    const shifted = (value * BigInt(Math.round(10_000 + skewBps))) / 10_000n;
    return shifted > mostU64 ? mostU64 : shifted;
  };
  const shiftAt = (offset: number): void => {
    if (data.length >= offset + 8) {
      view.setBigUint64(offset, shift(view.getBigUint64(offset, true)), true);
    }
  };
  switch (account.owner) {
    case programIds.pythReceiver:
      shiftAt(priceAt);
      break;
    case programIds.token:
    case programIds.token2022:
      shiftAt(data.length === mintBytes || data[tokenAccountBytes] === 1 ? mintSupplyAt : tokenAmountAt);
      break;
    case programIds.dammV2:
      shiftAt(sqrtPriceAt + 8);
      break;
    default:
      break;
  }
  return { ...account, data };
}
