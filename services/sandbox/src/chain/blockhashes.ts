import { createHash } from 'node:crypto';
import { toAddress } from './address.ts';
import { slotsPerEpoch } from './slot-clock.ts';

/** The number of blocks for which a blockhash is valid. */
const maxBlockhashAge = 150;
/** Block heights are lower than slots, because some slots of the main network had no block. */
const slotsWithoutBlock = 21_908_000;

/** The result of `getLatestBlockhash`. */
export type LatestBlockhash = { readonly blockhash: string; readonly lastValidBlockHeight: number };

/** Blockhashes that the seed and the slot determine. */
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
