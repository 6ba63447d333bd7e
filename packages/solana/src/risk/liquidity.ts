import { presentAccount, readAccounts, type AccountSnapshot, type ChainSnapshot } from '../account.ts';
import { associatedTokenAddress, cpmmLiquidityMintAddress } from '../addresses/program-address.ts';
import { decodeCpmmPool, isCpmmPool, type CpmmPool } from '../decoders/cpmm-pool.ts';
import { decodeDammPool, isDammPool } from '../decoders/damm-pool.ts';
import { decodeMint } from '../decoders/mint.ts';
import { decodeTokenAccount } from '../decoders/token-account.ts';
import { outcomeOf, ProblemError } from '../outcome.ts';
import { counterparts, cpmmLockAuthority, programs } from '../programs.ts';
import { factor, type Factor } from './scale.ts';

/** The pool whose liquidity is asked about. */
export type LiquidityRequest = { readonly pool: string };

/**
 * How much of a pool's liquidity can be pulled out from under a holder: what is burned, locked by the pool itself or by its
 * program's own lock is surely in. Locks of others are not known here and count as none. Stops with `inconsistent`
 * when the pool does not trade the mint or its liquidity tokens do not add up.
 */
export function liquidityFactors(
  snapshot: ChainSnapshot,
  mint: string,
  question: LiquidityRequest | null,
): readonly Factor[] {
  if (counterparts.includes(mint)) {
    const detail = 'Others are traded against this token in many pools, so the liquidity of one says nothing about it.';
    return [factor('liquidity_not_examined', detail)];
  }
  if (question === null) {
    const detail = 'No pool of this token is known here, so whether liquidity can be pulled out was not examined.';
    return [factor('liquidity_not_examined', detail)];
  }
  const locked = outcomeOf(() => lockedBps(snapshot, mint, question.pool));
  if (locked.kind === 'problem') {
    // A pool without its liquidity mint is odd, yet no reason to say nothing about the token's other risks.
    if (locked.problem.code !== 'absent') {
      throw new ProblemError(locked.problem.code, locked.problem.message);
    }
    const detail = `Whether the liquidity of pool ${question.pool} can be pulled out could not be read: ${locked.problem.message}.`;
    return [factor('liquidity_unread', detail)];
  }
  const bps = locked.value;
  if (bps >= 9_500) {
    return [];
  }
  const detail = `Of the liquidity of pool ${question.pool}, ${bps / 100} % is burned or locked; nothing known keeps the rest in.`;
  return [factor(bps < 5_000 ? 'liquidity_unlocked' : 'liquidity_partly_locked', detail)];
}

/** What reading a pool's liquidity needs, all of it guessed from the pool's address, so that one round of reading gives it. */
export function liquidityAddresses(pool: string): readonly string[] {
  const lpMint = cpmmLiquidityMintAddress(pool);
  return [pool, lpMint, lockAccountOf(lpMint)];
}

/** What nobody can ever take out of a pool, in basis points of its liquidity, rounded down. */
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
 * The pool counts liquidity tokens at birth and on deposit; the token program's burns lower only the mint's supply. The
 * lock program keeps all that is locked of one pool in one account, the associated one of its authority.
 */
function cpmmLockedBps(snapshot: ChainSnapshot, { lpMint, lpSupply }: CpmmPool): number {
  const [, kept] = readAccounts(snapshot, [lpMint, lockAccountOf(lpMint)]);
  const { supply } = decodeMint(presentAccount(snapshot, lpMint, "the pool's liquidity mint"));
  if (supply > lpSupply) {
    throw new ProblemError('inconsistent', `more of ${lpMint} exists than its pool ever gave out`);
  }
  const locked = kept === null ? 0n : lockedIn(kept, lpMint);
  return shareBps(lpSupply - supply + locked, lpSupply);
}

function lockAccountOf(lpMint: string): string {
  return associatedTokenAddress(cpmmLockAuthority, lpMint, programs.token).address;
}

function lockedIn(account: AccountSnapshot, lpMint: string): bigint {
  const held = decodeTokenAccount(account);
  if (held.mint !== lpMint || held.owner !== cpmmLockAuthority) {
    throw new ProblemError('inconsistent', `${account.address} does not hold the locked liquidity of ${lpMint}`);
  }
  return held.amount;
}

function shareBps(part: bigint, whole: bigint): number {
  return whole === 0n ? 0 : Number((part * 10_000n) / whole);
}
