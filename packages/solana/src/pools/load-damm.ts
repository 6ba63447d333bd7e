import { readAccounts, type AccountSnapshot, type ChainSnapshot } from '../account.ts';
import { dammVaultAddress } from '../addresses/program-address.ts';
import { readClockSysvar, type ClockSysvar } from '../decoders/clock-sysvar.ts';
import { decodeDammPool, type DammPool } from '../decoders/damm-pool.ts';
import { decodeMint, type Mint } from '../decoders/mint.ts';
import { decodeTokenAccount, type TokenAccount } from '../decoders/token-account.ts';
import { ProblemError } from '../outcome.ts';
import { clockAddress, dammV2Authority, programs } from '../programs.ts';
import { checkedUint64, divideUp } from '../amounts.ts';
import { checkSameFee } from './transferable.ts';

/** One token of a loaded DAMM V2 pool. */
export type DammToken = {
  readonly address: string;
  readonly tokenProgram: string;
  /**
   * The mint. Null when no account exists at its address and the token belongs to SPL Token. Such a mint has no
   * transfer fee, so a quote does not depend on it.
   */
  readonly mint: Mint | null;
  /** The vault. Null when no account exists. The price of this kind of pool does not depend on its vaults. */
  readonly vault: TokenAccount | null;
  /** The reserve in base units, without the fees that the pool owes. */
  readonly reserve: bigint;
};

/** A DAMM V2 pool with all accounts that its quotes depend on. The accounts are from one slot and fit each other. */
export type LoadedDamm = {
  readonly kind: 'damm_v2';
  readonly pool: DammPool;
  readonly tokens: readonly [DammToken, DammToken];
  readonly clock: ClockSysvar;
};

/** Loads a pool's mints and vaults. Throws ProblemError `inconsistent` when they do not belong together. */
export function loadDamm(snapshot: ChainSnapshot, account: AccountSnapshot): LoadedDamm {
  const pool = decodeDammPool(account);
  readAccounts(snapshot, [...pool.mints, ...pool.vaults, clockAddress]);
  const reserves = dammReserves(pool);
  return {
    kind: 'damm_v2',
    pool,
    tokens: [loadToken(snapshot, pool, 0, reserves[0]), loadToken(snapshot, pool, 1, reserves[1])],
    clock: readClockSysvar(snapshot),
  };
}

function loadToken(snapshot: ChainSnapshot, pool: DammPool, index: 0 | 1, reserve: bigint): DammToken {
  const address = pool.mints[index];
  const [mintAccount, vaultAccount] = readAccounts(snapshot, [address, pool.vaults[index]]);
  const tokenProgram = pool.token2022[index] ? programs.token2022 : programs.token;
  const mint = mintAccount === null ? null : decodeMint(mintAccount);
  const vault = vaultAccount === null ? null : decodeTokenAccount(vaultAccount);
  if (mint === null && tokenProgram === programs.token2022) {
    throw new ProblemError('absent', `no account exists at ${address}, where a Token-2022 mint of the pool should be`);
  }
  if ((mint !== null && mint.program !== tokenProgram) || (vault !== null && vault.program !== tokenProgram)) {
    throw new ProblemError('inconsistent', `${address} or its vault is not of the token program that the pool names`);
  }
  if (vault !== null) {
    checkVault(pool, vault, address, reserve);
  }
  checkSameFee(mint, vault);
  return { address, tokenProgram, mint, vault, reserve };
}

/**
 * Throws when a vault does not belong to this pool. The program derives a vault's address from the pool's, so the right
 * address proves that it belongs.
 */
function checkVault(pool: DammPool, vault: TokenAccount, mint: string, reserve: bigint): void {
  if (dammVaultAddress(pool.address, mint) !== vault.address) {
    throw new ProblemError('inconsistent', `${vault.address} is not the vault of pool ${pool.address} for ${mint}`);
  }
  if (vault.mint !== mint || vault.owner !== dammV2Authority) {
    throw new ProblemError('inconsistent', `vault ${vault.address} does not hold ${mint} for the pool`);
  }
  if (vault.amount < reserve && pool.trackedReserves !== null) {
    throw new ProblemError('inconsistent', `vault ${vault.address} holds less than the reserve that the pool states`);
  }
}

/**
 * Returns the pool's reserves. A pool of the newer layout stores them. For the older layout they follow from liquidity
 * and price, rounded up as the program does when it first stores them.
 */
function dammReserves(pool: DammPool): readonly [bigint, bigint] {
  if (pool.trackedReserves !== null) {
    return pool.trackedReserves;
  }
  const { liquidity, sqrtPrice, sqrtMinPrice, sqrtMaxPrice } = pool;
  if (sqrtPrice < sqrtMinPrice || sqrtPrice > sqrtMaxPrice) {
    throw new ProblemError('malformed', `DAMM V2 pool ${pool.address}: its price is outside its price range`);
  }
  const a = divideUp(liquidity * (sqrtMaxPrice - sqrtPrice), sqrtPrice * sqrtMaxPrice);
  const b = divideUp(liquidity * (sqrtPrice - sqrtMinPrice), 1n << 128n);
  return [checkedUint64(a, 'the reserve of token A'), checkedUint64(b, 'the reserve of token B')];
}
