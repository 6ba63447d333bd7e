import { presentAccount, readAccounts, type AccountSnapshot, type ChainSnapshot } from '../account.ts';
import { associatedTokenAddress, cpmmLiquidityMintAddress } from '../addresses/program-address.ts';
import { decodeCpmmPool, isCpmmPool, type CpmmPool } from '../decoders/cpmm-pool.ts';
import { decodeDammPool, isDammPool } from '../decoders/damm-pool.ts';
import { decodeMint } from '../decoders/mint.ts';
import { decodeTokenAccount } from '../decoders/token-account.ts';
import { outcomeOf, ProblemError } from '../outcome.ts';
import { counterparts, cpmmLockAuthority, programs } from '../programs.ts';
import { factor, type Factor } from './scale.ts';

/** The address of the pool whose liquidity is examined. */
export type LiquidityRequest = { readonly pool: string };

/** The pool of a token whose liquidity to examine, or the reason why there is none. */
export type LiquidityQuestion =
  | ({ readonly kind: 'pool' } & LiquidityRequest)
  /** The holders were read, and none of them is a pool. */
  | { readonly kind: 'no_pool' }
  /** One of the holders is a pool, but its address is unknown. */
  | { readonly kind: 'unknown_pool' }
  /** The holders were not read, so it is unknown whether one of them is a pool. */
  | { readonly kind: 'unread' };

/**
 * Returns the risk factors for liquidity that its owners can withdraw. Liquidity is safe when its tokens are burned, or
 * locked by the pool or by the program's own lock. Locks of other programs are not recognized, so they do not count.
 * Throws ProblemError `inconsistent` when the pool does not trade the mint, or when its liquidity tokens do not add up.
 */
export function liquidityFactors(
  snapshot: ChainSnapshot,
  mint: string,
  question: LiquidityQuestion,
): readonly Factor[] {
  if (counterparts.includes(mint)) {
    const detail = 'This token has many pools, so the liquidity of one of them says nothing about it.';
    return [factor('liquidity_not_examined', detail)];
  }
  switch (question.kind) {
    case 'no_pool':
      return [
        factor('liquidity_not_examined', 'No pool is among the holders of this token, so no liquidity was examined.'),
      ];
    case 'unknown_pool':
      return [factor('liquidity_pool_unknown', 'A pool holds this token, and its liquidity cannot be examined here.')];
    case 'unread':
      return [factor('liquidity_unread', 'The pools of this token are unknown, because its holders were not read.')];
    case 'pool':
      return poolFactors(snapshot, mint, question.pool);
  }
}

function poolFactors(snapshot: ChainSnapshot, mint: string, pool: string): readonly Factor[] {
  const locked = outcomeOf(() => lockedBps(snapshot, mint, pool));
  if (locked.kind === 'problem') {
    // When the mint of a pool's liquidity tokens is missing, the other risks of the token must still be shown.
    if (locked.problem.code !== 'absent') {
      throw new ProblemError(locked.problem.code, locked.problem.message);
    }
    const detail = `The liquidity of pool ${pool} could not be examined: ${locked.problem.message}.`;
    return [factor('liquidity_unread', detail)];
  }
  const bps = locked.value;
  if (bps >= 9_500) {
    return [];
  }
  const detail = `Of the liquidity of pool ${pool}, ${bps / 100} % is burned or locked; its owners can withdraw the rest.`;
  return [factor(bps < 5_000 ? 'liquidity_unlocked' : 'liquidity_partly_locked', detail)];
}

/**
 * Returns the addresses of the accounts that a pool's liquidity depends on. All are derived from the pool's address, so
 * one read suffices.
 */
export function liquidityAddresses(pool: string): readonly string[] {
  const lpMint = cpmmLiquidityMintAddress(pool);
  return [pool, lpMint, lockAccountOf(lpMint)];
}

/** Returns the share of a pool's liquidity that nobody can ever withdraw. It is in basis points, rounded down. */
function lockedBps(snapshot: ChainSnapshot, mint: string, address: string): number {
  const account = presentAccount(snapshot, address, 'a pool');
  if (isCpmmPool(account)) {
    const pool = decodeCpmmPool(account);
    checkTrades(
      pool.address,
      pool.sides.map((side) => side.mint),
      mint,
    );
    return cpmmLockedBps(snapshot, pool);
  }
  if (isDammPool(account)) {
    const pool = decodeDammPool(account);
    checkTrades(pool.address, pool.mints, mint);
    return shareBps(pool.permanentlyLockedLiquidity, pool.liquidity);
  }
  throw new ProblemError('wrong_kind', `${address} is not a CPMM or DAMM V2 pool`);
}

function checkTrades(pool: string, mints: readonly string[], mint: string): void {
  if (!mints.includes(mint)) {
    throw new ProblemError('inconsistent', `pool ${pool} does not trade ${mint}`);
  }
}

/**
 * Returns the share of a CPMM pool's liquidity tokens that are burned or locked, in basis points. The pool counts in
 * `lpSupply` all liquidity tokens that it minted. A burn through the token program lowers only the supply of their
 * mint, so the difference of the two numbers is burned. The lock program holds a pool's locked tokens in one account:
 * the associated token account of its authority.
 */
function cpmmLockedBps(snapshot: ChainSnapshot, { lpMint, lpSupply }: CpmmPool): number {
  const [, kept] = readAccounts(snapshot, [lpMint, lockAccountOf(lpMint)]);
  const { supply } = decodeMint(presentAccount(snapshot, lpMint, "the pool's liquidity mint"));
  if (supply > lpSupply) {
    throw new ProblemError('inconsistent', `the supply of ${lpMint} is above what its pool minted`);
  }
  const locked = kept === null ? 0n : lockedIn(kept, lpMint);
  return shareBps(lpSupply - supply + locked, lpSupply);
}

function lockAccountOf(lpMint: string): string {
  return associatedTokenAddress(cpmmLockAuthority, lpMint, programs.token).address;
}

function lockedIn(account: AccountSnapshot, lpMint: string): bigint {
  const lockedAccount = decodeTokenAccount(account);
  if (lockedAccount.mint !== lpMint || lockedAccount.owner !== cpmmLockAuthority) {
    throw new ProblemError('inconsistent', `${account.address} does not hold the locked liquidity of ${lpMint}`);
  }
  return lockedAccount.amount;
}

function shareBps(part: bigint, whole: bigint): number {
  return whole === 0n ? 0 : Number((part * 10_000n) / whole);
}
