import { presentAccount, readAccounts, required, type AccountSnapshot, type ChainSnapshot } from '../account.ts';
import { cpmmVaultAddress } from '../addresses/program-address.ts';
import { readClockSysvar, type ClockSysvar } from '../decoders/clock-sysvar.ts';
import {
  decodeCpmmConfig,
  decodeCpmmPool,
  type CpmmConfig,
  type CpmmPool,
  type CpmmSide,
} from '../decoders/cpmm-pool.ts';
import { decodeMint, type Mint } from '../decoders/mint.ts';
import { decodeTokenAccount, type TokenAccount } from '../decoders/token-account.ts';
import { ProblemError } from '../outcome.ts';
import { clockAddress, cpmmAuthority } from '../programs.ts';
import { checkSameFee } from './transferable.ts';

/** One token of a loaded CPMM pool. */
export type CpmmToken = {
  readonly side: CpmmSide;
  readonly mint: Mint;
  readonly vault: TokenAccount;
  /** The tradable amount in base units: the vault's balance minus the fees that the pool owes. */
  readonly reserve: bigint;
};

/** A CPMM pool with all accounts that its quotes depend on. The accounts are from one slot and fit each other. */
export type LoadedCpmm = {
  readonly kind: 'cpmm';
  readonly pool: CpmmPool;
  readonly config: CpmmConfig;
  readonly tokens: readonly [CpmmToken, CpmmToken];
  readonly clock: ClockSysvar;
};

const insufficientVault = 6012;

/**
 * Loads a pool's configuration, vaults and mints and checks that they belong together. Throws ProblemError
 * `inconsistent` when they do not, and `insufficient_reserve` when a vault holds less than the pool owes.
 */
export function loadCpmm(snapshot: ChainSnapshot, account: AccountSnapshot): LoadedCpmm {
  const pool = decodeCpmmPool(account);
  const [token0, token1] = pool.sides;
  readAccounts(snapshot, [pool.config, token0.vault, token1.vault, token0.mint, token1.mint, clockAddress]);
  const config = decodeCpmmConfig(presentAccount(snapshot, pool.config, "the pool's configuration"));
  return {
    kind: 'cpmm',
    pool,
    config,
    tokens: [loadToken(snapshot, pool, token0), loadToken(snapshot, pool, token1)],
    clock: readClockSysvar(snapshot),
  };
}

function loadToken(snapshot: ChainSnapshot, pool: CpmmPool, side: CpmmSide): CpmmToken {
  const [vaultAccount, mintAccount] = readAccounts(snapshot, [side.vault, side.mint]);
  const vault = decodeTokenAccount(required(vaultAccount, side.vault, 'a vault of the pool'));
  const mint = decodeMint(required(mintAccount, side.mint, 'a mint of the pool'));
  // The program derives the vault's address from the pool's address. So the check proves that the vault belongs to the
  // pool.
  if (cpmmVaultAddress(pool.address, side.mint) !== side.vault) {
    throw new ProblemError('inconsistent', `${side.vault} is not the vault of pool ${pool.address} for ${side.mint}`);
  }
  if (vault.mint !== side.mint || vault.owner !== cpmmAuthority || vault.program !== side.tokenProgram) {
    throw new ProblemError('inconsistent', `vault ${side.vault} does not hold ${side.mint} for the pool`);
  }
  if (mint.program !== side.tokenProgram || mint.decimals !== side.decimals) {
    throw new ProblemError('inconsistent', `mint ${side.mint} contradicts what the pool says about it`);
  }
  checkSameFee(mint, vault);
  const reserve = vault.amount - side.unclaimedFees;
  if (reserve < 0n) {
    throw new ProblemError('insufficient_reserve', `vault ${side.vault} holds less than it owes`, insufficientVault);
  }
  return { side, mint, vault, reserve };
}
