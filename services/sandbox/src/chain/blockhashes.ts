import { createHash } from 'node:crypto';
import { toAddress } from './address.ts';
import { slotsPerEpoch } from './slot-clock.ts';

/** The number of blocks for which a blockhash is valid. */
const maxBlockhashAge = 150;
/**
 * Number of slots of the main network without a block, approximately. Because of these slots, block heights are lower
 * than slots.
 */
const slotsWithoutBlock = 21_908_000;

/** The result of `getLatestBlockhash`. */
export type LatestBlockhash = { readonly blockhash: string; readonly lastValidBlockHeight: number };

/** The blockhashes of the chain. The seed and the slot determine each of them. */
export type Blockhashes = {
  readonly genesis: string;
  readonly heightOf: (slot: number) => number;
  readonly latest: (slot: number) => LatestBlockhash;
  /** Returns whether a transaction with this blockhash can still be processed in a slot. */
  readonly isUsable: (blockhash: string, slot: number) => boolean;
  readonly epochOf: (slot: number) => Readonly<Record<string, number>>;
};

/** Creates the blockhashes of a seed. */
export function createBlockhashes(seed: string): Blockhashes {
  const cache = new Map<number, string>();
  const of = (slot: number): string => {
    const known = cache.get(slot);
    if (known !== undefined) {
      return known;
    }
    if (cache.size > maxBlockhashAge * 4) {
      cache.clear();
    }
    const blockhash = toAddress(createHash('sha256').update(`${seed}/blockhash/${slot}`).digest());
    cache.set(slot, blockhash);
    return blockhash;
  };
  const heightOf = (slot: number): number => slot - slotsWithoutBlock;
  return {
    genesis: of(0),
    heightOf,
    latest: (slot) => ({ blockhash: of(slot), lastValidBlockHeight: heightOf(slot) + maxBlockhashAge }),
    isUsable: (blockhash, slot) =>
      Array.from({ length: maxBlockhashAge + 1 }, (_, back) => slot - back).some((each) => of(each) === blockhash),
    epochOf: (slot) => ({
      absoluteSlot: slot,
      blockHeight: heightOf(slot),
      epoch: Math.floor(slot / slotsPerEpoch),
      slotIndex: slot % slotsPerEpoch,
      slotsInEpoch: slotsPerEpoch,
      transactionCount: slot * 1_000,
    }),
  };
}
