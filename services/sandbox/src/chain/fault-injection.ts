import type { ChainAccount } from './account.ts';
import { maxU64 } from './bytes.ts';
import { programIds } from './program-ids.ts';

const priceOffset = 73;
const tokenAmountOffset = 64;
const mintSupplyOffset = 36;
const mintBytes = 82;
const tokenAccountBytes = 165;
const sqrtPriceOffset = 456;

/**
 * Returns an account as a faulty node shows it, with one field shifted. The field depends on the account. It is the price
 * of a price account, the amount of a token account, or the supply of a mint. For a DAMM V2 pool it is the square root
 * of the price.
 * @param skewBps the shift, in basis points.
 */
export function skewAccount(account: ChainAccount, skewBps: number): ChainAccount {
  const data = Uint8Array.from(account.data);
  const view = new DataView(data.buffer);
  const shift = (value: bigint): bigint => {
    const shifted = (value * BigInt(Math.round(10_000 + skewBps))) / 10_000n;
    return shifted > maxU64 ? maxU64 : shifted;
  };
  const shiftAt = (offset: number): void => {
    if (data.length >= offset + 8) {
      view.setBigUint64(offset, shift(view.getBigUint64(offset, true)), true);
    }
  };
  switch (account.owner) {
    case programIds.pythReceiver:
    case programIds.pythUpgradedReceiver:
      shiftAt(priceOffset);
      break;
    case programIds.token:
    case programIds.token2022:
      shiftAt(data.length === mintBytes || data[tokenAccountBytes] === 1 ? mintSupplyOffset : tokenAmountOffset);
      break;
    case programIds.dammV2:
      // The square root of the price has sixteen bytes. Shifting the upper eight bytes is exact enough.
      shiftAt(sqrtPriceOffset + 8);
      break;
    default:
      break;
  }
  return { ...account, data };
}
