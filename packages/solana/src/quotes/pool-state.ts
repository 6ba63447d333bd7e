import type { ChainSnapshot } from '../account.ts';
import { derivationOf, ProblemError, type Derivation } from '../outcome.ts';
import { cpmmClosed, creatorRate } from './cpmm-quote.ts';
import { dammFeeNumerator } from './damm-fee.ts';
import { dammClosed, dammMarginalPrice, dammPoint } from './damm-quote.ts';
import type { PriceRatio } from './price-impact.ts';
import { decimalRatio } from './decimal-ratio.ts';
import type { LoadedCpmm } from '../pools/load-cpmm.ts';
import type { DammToken, LoadedDamm } from '../pools/load-damm.ts';
import { loadPool } from '../pools/load-pool.ts';
import { transferBlock } from '../pools/transferable.ts';

/** Maximum length of the text of a price: forty digits and the point. */
const maxPriceLength = 41;

/** The datum of `chain.pool_state`. */
export type PoolState = {
  readonly pool: string;
  readonly kind: 'cpmm' | 'damm_v2';
  readonly mintA: string;
  readonly mintB: string;
  readonly decimalsA: number;
  readonly decimalsB: number;
  /** The reserve of token A in base units, without the fees that the pool owes. */
  readonly reserveA: string;
  readonly reserveB: string;
  /**
   * The price of one whole token A in whole tokens B for a very small trade. It excludes fees and is truncated to 18
   * significant digits.
   */
  readonly price: string;
  /**
   * The present fee of a small trade, in basis points. DAMM V2 fees that grow with the size of a trade start at this
   * fee.
   */
  readonly feeBps: number;
  readonly swapEnabled: boolean;
  readonly slot: number;
};

/**
 * Returns the state of a pool at the slot of the snapshot. The snapshot must contain the pool, the accounts that the
 * pool names, and the Clock sysvar.
 */
export function poolState(snapshot: ChainSnapshot, address: string): Derivation<PoolState> {
  return derivationOf(() => {
    const loaded = loadPool(snapshot, address);
    return loaded.kind === 'cpmm' ? cpmmState(loaded, snapshot.slot) : dammState(loaded, snapshot.slot);
  });
}

function cpmmState(loaded: LoadedCpmm, slot: number): PoolState {
  const { pool, config, tokens } = loaded;
  const [a, b] = tokens;
  const rate = config.tradeFeeRate + creatorRate(loaded);
  const blocked = tokens.some(({ mint, vault }) => transferBlock(mint, vault) !== null);
  return {
    pool: pool.address,
    kind: 'cpmm',
    mintA: a.side.mint,
    mintB: b.side.mint,
    decimalsA: a.side.decimals,
    decimalsB: b.side.decimals,
    reserveA: a.reserve.toString(),
    reserveB: b.reserve.toString(),
    price: price(pool.address, { output: b.reserve, input: a.reserve }, a.side.decimals, b.side.decimals),
    feeBps: Number(rate) / 100,
    swapEnabled: cpmmClosed(loaded) === undefined && !blocked,
    slot,
  };
}

function dammState(loaded: LoadedDamm, slot: number): PoolState {
  const { pool, tokens } = loaded;
  const [a, b] = tokens;
  const decimalsA = decimals(a);
  const decimalsB = decimals(b);
  // A rate limiter can raise the fee of buying token A with the size of the trade. It never raises the fee of selling
  // token A, so this direction gives the pool's lowest fee.
  const numerator = dammFeeNumerator(pool, { point: dammPoint(loaded), buysA: false, arriving: 1n });
  const blocked = tokens.some(({ mint, vault }) => transferBlock(mint, vault) !== null);
  return {
    pool: pool.address,
    kind: 'damm_v2',
    mintA: a.address,
    mintB: b.address,
    decimalsA,
    decimalsB,
    reserveA: a.reserve.toString(),
    reserveB: b.reserve.toString(),
    price: price(pool.address, dammMarginalPrice(loaded, 0), decimalsA, decimalsB),
    feeBps: Number(numerator) / 100_000,
    swapEnabled: dammClosed(loaded, null) === undefined && !blocked,
    slot,
  };
}

function decimals({ address, mint }: DammToken): number {
  if (mint === null) {
    throw new ProblemError('absent', `no account exists at ${address}, where a mint of the pool should be`);
  }
  return mint.decimals;
}

function price(pool: string, ratio: PriceRatio, decimalsA: number, decimalsB: number): string {
  if (ratio.input === 0n || ratio.output === 0n) {
    throw new ProblemError('empty_pool', `pool ${pool} holds nothing on one side, so it has no price`);
  }
  const text = decimalRatio(ratio.output * 10n ** BigInt(decimalsA), ratio.input * 10n ** BigInt(decimalsB));
  if (text === '0' || text.length > maxPriceLength) {
    throw new ProblemError('unsupported', `the price of pool ${pool} has more than 40 digits`);
  }
  return text;
}
