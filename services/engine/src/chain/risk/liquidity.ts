import { presentAccount, readAccounts, type ChainSnapshot } from '../account.ts';
import { decodeCpmmPool, isCpmmPool } from '../decode/cpmm-pool.ts';
import { decodeDammPool, isDammPool } from '../decode/damm-pool.ts';
import { decodeMint } from '../decode/mint.ts';
import { Refusal } from '../outcome.ts';
import { holdings, type LargestAccounts } from './holders.ts';
import { factor, type Factor } from './scale.ts';

/** The pool whose liquidity is asked about, and for a CPMM pool the largest accounts of its liquidity token. */
export type LiquidityQuestion = { readonly pool: string; readonly largestLpAccounts: LargestAccounts };

type Locked = {
  /** In basis points, rounded down: what nobody can ever take out. */
  readonly bps: number;
  /** Why it may be more; null when it is exact. */
  readonly unread: string | null;
};

/**
 * How much of a pool's liquidity can be pulled out from under a holder. Stops with `inconsistent` when the pool does
 * not trade the mint or its liquidity tokens do not add up.
 */
export function liquidityFactors(
  snapshot: ChainSnapshot,
  mint: string,
  question: LiquidityQuestion | null,
): readonly Factor[] {
  if (question === null) {
    const detail = 'No pool was named, so whether its liquidity can be pulled out was not examined.';
    return [factor('liquidity_not_examined', detail)];
  }
  const { bps, unread } = locked(snapshot, mint, question);
  const percent = `${bps / 100} %`;
  if (bps >= 9_500) {
    return [];
  }
  if (unread !== null) {
    const detail = `Of the pool's liquidity ${percent} is burned; how much of the rest is locked could not be read: ${unread}.`;
    return [factor('liquidity_unread', detail)];
  }
  const detail = `Of the liquidity of pool ${question.pool}, ${percent} is burned or locked; the rest can be pulled out.`;
  return [factor(bps < 5_000 ? 'liquidity_unlocked' : 'liquidity_partly_locked', detail)];
}

function locked(snapshot: ChainSnapshot, mint: string, question: LiquidityQuestion): Locked {
  const account = presentAccount(snapshot, question.pool, 'a pool');
  if (isCpmmPool(account)) {
    const pool = decodeCpmmPool(account);
    checkTrades(
      pool.address,
      pool.sides.map((side) => side.mint),
      mint,
    );
    return cpmmLocked(snapshot, pool, question.largestLpAccounts);
  }
  if (isDammPool(account)) {
    const pool = decodeDammPool(account);
    checkTrades(pool.address, pool.mints, mint);
    return { bps: share(pool.permanentlyLockedLiquidity, pool.liquidity), unread: null };
  }
  throw new Refusal('wrong_kind', `${question.pool} is not a CPMM or DAMM V2 pool`);
}

function checkTrades(pool: string, mints: readonly string[], mint: string): void {
  if (!mints.includes(mint)) {
    throw new Refusal('inconsistent', `pool ${pool} does not trade ${mint}`);
  }
}

/** The pool counts liquidity tokens at birth and on deposit; the token program's burns lower only the mint's supply. */
function cpmmLocked(
  snapshot: ChainSnapshot,
  pool: { readonly lpMint: string; readonly lpSupply: bigint },
  largest: LargestAccounts,
): Locked {
  const listed = largest.kind === 'read' ? largest.accounts : [];
  readAccounts(snapshot, [pool.lpMint, ...listed]);
  const { supply } = decodeMint(presentAccount(snapshot, pool.lpMint, "the pool's liquidity mint"));
  if (supply > pool.lpSupply) {
    throw new Refusal('inconsistent', `more of ${pool.lpMint} exists than its pool ever gave out`);
  }
  const kept = holdings(snapshot, pool.lpMint, listed)
    .filter(({ setAside }) => setAside === 'locked' || setAside === 'burned')
    .reduce((total, { amount }) => total + amount, 0n);
  return {
    bps: share(pool.lpSupply - supply + kept, pool.lpSupply),
    unread: largest.kind === 'unread' ? largest.why : null,
  };
}

function share(part: bigint, whole: bigint): number {
  return whole === 0n ? 0 : Number((part * 10_000n) / whole);
}
